-- The cost of bats: natively and by the same model in plain Lua, on the same bats in the same ticks.
-- SPDX-License-Identifier: MIT
--
-- This mod's first step comes before better_bats' (it is loaded earlier, by its name) and sees what that is about to
-- see; its last step comes after all others and compares the velocities. Figures are told as «[bb_test] cost ...».
local path = minetest.get_modpath("bb_bench")
local terrains = dofile(path .. "/plain_terrain.lua")

local HALF = 0.5 -- Luanti's nodes are centred on their numbers
local BOTTOM = 0.45
local WARM_UP, ALONE, MEASURED = 120, 20, 120 -- ticks
local SWARM_SIZE = 5
-- Bats near the edge of what is active turn round by rules that the plain model leaves out.
local COMPARED_WITHIN = {x = 60, low = -20, high = 80, z = 60}

-- The plugin's cost is told of the ticks in which it flies alone, as it does in a server.
local phases = {"plugin", "keeping", "asking"}
local phase, ticks = 0, MEASURED - WARM_UP
local model
local bats = {}
local samples = {}
local worst, compared = 0, 0

local function collect()
	bats = {}
	for _, entity in pairs(minetest.luaentities) do
		local pos = entity.flight_id and entity.object:get_pos()
		if pos then
			local velocity = entity.object:get_velocity()
			bats[#bats + 1] = {
				id = entity.flight_id, object = entity.object,
				x = pos.x + HALF, y = pos.y - BOTTOM + HALF, z = pos.z + HALF,
				vx = velocity.x / 20, vy = velocity.y / 20, vz = velocity.z / 20,
			}
		end
	end
	table.sort(bats, function(a, b)
		return a.id < b.id
	end)
end

local function day()
	local tick = math.floor(minetest.get_timeofday() * 24000 + 0.5 - 6000) % 24000
	return {
		twilight = (tick >= 12000 and tick <= 14000) or tick >= 22000 or tick == 0,
		night = tick >= 12542 and tick <= 23459,
	}
end

local function note(name, value)
	samples[name] = samples[name] or {}
	table.insert(samples[name], value)
end

local function median(name)
	table.sort(samples[name])
	return samples[name][math.ceil(#samples[name] / 2)]
end

local function set_swarm_size(size)
	minetest.registered_chatcommands["gamerule"].func("tester", "better-bats:bat_swarm_size " .. size)
end

local function tell()
	minetest.log("action", ("[bb_test] cost bats=%d objects=%d forces=%d map=%d asking=%d keeping=%d worst=%g compared=%d")
		:format(#bats, median("objects"), median("forces"), median("map"), median("asking"), median("keeping"), worst,
			compared))
end

-- Both models begin a phase without flocks, in the same tick: with a limit of 1 there are none.
local function advance()
	ticks = ticks + 1
	if ticks == MEASURED then
		phase, ticks = phase + 1, -ALONE
		model = nil
		if phase > #phases then
			return tell()
		end
		set_swarm_size(1)
	elseif ticks == 0 and phase > 0 then
		set_swarm_size(SWARM_SIZE)
		local terrain = terrains[phases[phase]]
		model = terrain and assert(loadfile(path .. "/plain_model.lua"))(terrain)
	end
end

local function fly_in_lua()
	local began = minetest.get_us_time()
	model.tick(bats, day())
	note(phases[phase], minetest.get_us_time() - began)
end

minetest.register_globalstep(function()
	collect()
	if #bats == 0 or phase > #phases then
		return
	end
	advance()
	if model then
		fly_in_lua()
	end
end)

local function compare()
	local limit = COMPARED_WITHIN
	for _, bat in ipairs(bats) do
		if math.abs(bat.x) < limit.x and bat.y > limit.low and bat.y < limit.high and math.abs(bat.z) < limit.z then
			local velocity = bat.object:get_velocity()
			worst = math.max(worst, math.abs(velocity.x - 20 * bat.new_vx), math.abs(velocity.y - 20 * bat.new_vy),
				math.abs(velocity.z - 20 * bat.new_vz))
			compared = compared + 1
		end
	end
end

minetest.register_on_mods_loaded(function()
	-- However late a step is because of what runs in Lua, it is one tick.
	for index, step in ipairs(minetest.registered_globalsteps) do
		if minetest.callback_origins[step].mod == "better_bats" then
			minetest.registered_globalsteps[index] = function()
				step(0.05)
			end
		end
	end
	minetest.register_globalstep(function()
		if model then
			compare()
		elseif phases[phase] == "plugin" and ticks >= 0 then
			for name, microseconds in pairs(better_bats.cost) do
				note(name, microseconds)
			end
		end
	end)
end)
