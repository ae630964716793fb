-- What a test sees: figures of the flying, summed up once a second. SPDX-License-Identifier: MIT
local tell, hands = ...

local SAMPLE = 1 -- seconds
local watched = {["better_bats:bat"] = true, ["bb_test:sinker"] = true, ["bb_test:mob_bat"] = true}

local function is_solid(pos)
	local definition = minetest.registered_nodes[minetest.get_node(pos).name]
	return definition and definition.walkable
end

local sums

local function begin()
	sums = {ticks = 0, bats = 0, in_solid = 0, slowest = 1000, fastest = 0, lowest = 100000, highest = -100000}
end
begin()

local function look()
	local bats = 0
	for _, entity in pairs(minetest.luaentities) do
		local pos = watched[entity.name] and entity.object:get_pos()
		if pos then
			bats = bats + 1
			local speed = vector.length(entity.object:get_velocity())
			sums.slowest, sums.fastest = math.min(sums.slowest, speed), math.max(sums.fastest, speed)
			sums.lowest, sums.highest = math.min(sums.lowest, pos.y), math.max(sums.highest, pos.y)
			if is_solid(pos) then
				sums.in_solid = sums.in_solid + 1
			end
		end
	end
	sums.bats = bats
	sums.ticks = sums.ticks + 1
end

-- Collisions of our bats with the nodes between two corners are counted, and how often they are near.
local low, high
function hands.watch(first, last)
	low, high = first, last
end

local function within(pos, room)
	return pos.x >= low.x - room and pos.x <= high.x + room and pos.y >= low.y - room and pos.y <= high.y + room
		and pos.z >= low.z - room and pos.z <= high.z + room
end

local touches, visits = 0, 0
local bat = minetest.registered_entities["better_bats:bat"]
function bat:on_step(_, moved)
	if not low then
		return
	end
	if within(self.object:get_pos(), 2) then
		visits = visits + 1
	end
	for _, collision in ipairs(moved.collisions) do
		if collision.type == "node" and within(collision.node_pos, 0) then
			touches = touches + 1
		end
	end
end

-- The flocks as the plugin counts them.
local function flock_figures()
	local _, reply = minetest.registered_chatcommands["better-bats"].func("tester", "stats")
	return (reply or ""):match("flocks%D+(%d+)"), (reply or ""):match("largest_flock%D+(%d+)")
end

local since = 0
minetest.register_globalstep(function(dtime)
	look()
	since = since + dtime
	if since < SAMPLE then
		return
	end
	since = 0
	sums.flocks, sums.largest = flock_figures()
	sums.touches, sums.visits = touches, visits
	touches, visits = 0, 0
	tell("seen", sums)
	begin()
end)
