-- Bats appear at night in dark places near players. SPDX-License-Identifier: MIT
local settings, bat = ...

local NEAREST, FARTHEST, HEIGHT = 12, 40, 16
local COUNTED_WITHIN = 64
local TRIES = 8
local GROUP = 4

-- The hours in which it is night to the plugin: 12542 to 23459 of a day that begins at 6 in the morning.
local function is_night()
	local tick = (minetest.get_timeofday() * 24000 - 6000) % 24000
	return tick >= 12542 and tick <= 23459
end

local function is_free(pos)
	local node = minetest.get_node_or_nil(pos)
	local definition = node and minetest.registered_nodes[node.name]
	return definition and not definition.walkable and (definition.liquidtype or "none") == "none"
end

local function is_dark(pos)
	local light = minetest.get_node_light(pos)
	return light and light <= settings.spawn_light
end

local function place_near(pos)
	local angle = math.random() * 2 * math.pi
	local distance = math.random(NEAREST, FARTHEST)
	return vector.round({
		x = pos.x + distance * math.cos(angle),
		y = pos.y + math.random(-HEIGHT, HEIGHT),
		z = pos.z + distance * math.sin(angle),
	})
end

-- Tries to let a group of bats appear near a place, if it is night. Returns how many appeared.
function better_bats.spawn_near(pos)
	local room = settings.spawn_limit - bat.count_near(pos, COUNTED_WITHIN)
	if room <= 0 or not is_night() then
		return 0
	end
	for _ = 1, TRIES do
		local place = place_near(pos)
		if is_free(place) and is_free(vector.add(place, {x = 0, y = 1, z = 0})) and is_dark(place) then
			local spawned = 0
			for _ = 1, math.min(room, GROUP) do
				spawned = spawned + (bat.add(place) and 1 or 0)
			end
			return spawned
		end
	end
	return 0
end

if settings.spawning then
	local until_spawning = 0
	minetest.register_globalstep(function(dtime)
		until_spawning = until_spawning - dtime
		if until_spawning > 0 then
			return
		end
		until_spawning = 5
		for _, player in ipairs(minetest.get_connected_players()) do
			better_bats.spawn_near(player:get_pos())
		end
	end)
end
