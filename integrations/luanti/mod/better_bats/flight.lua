-- All flying bats: their states into the bridge, their velocities back, 20 times a second. SPDX-License-Identifier: MIT
local bridge, settings, terrain = ...
local ffi, library, handle = bridge.ffi, bridge.library, bridge.handle

local TICKS_PER_SECOND = 20
-- After a hiccup of the server bats do not make up for what they missed.
local MOST_TICKS = 4

local flight = {}

-- The flying, by their place in all of these: object, id, and how far the bottom of its box is below its position.
local objects, ids, bottoms = {}, {}, {}
local count, last_id = 0, 0

local capacity = 64
local states = ffi.new("better_bats_luanti_entity[?]", capacity)

-- Flies an object from the next tick on, until it is gone or released. Returns its id.
function flight.add(object)
	if count == capacity then
		capacity = 2 * capacity
		states = ffi.new("better_bats_luanti_entity[?]", capacity)
	end
	count, last_id = count + 1, last_id + 1
	objects[count], ids[count] = object, last_id
	bottoms[count] = object:get_properties().collisionbox[2]
	return last_id
end

local function forget(place)
	objects[place], ids[place], bottoms[place] = objects[count], ids[count], bottoms[count]
	objects[count], ids[count], bottoms[count] = nil, nil, nil
	count = count - 1
end

function flight.release(id)
	for place = 1, count do
		if ids[place] == id then
			return forget(place)
		end
	end
end

-- Whether the operator lets the plugin fly bats: the rule better-bats:bat_flight.
function flight.is_on()
	return library.better_bats_luanti_flies(handle) == 1
end

-- The flock of a bat, 0 for none, and its size.
local size = ffi.new("uint32_t[1]")
function flight.flock_of(id)
	local flock = library.better_bats_luanti_flock(handle, id, size)
	return tonumber(flock), tonumber(size[0])
end

local function collect_states()
	local place = 1
	while place <= count do
		local object = objects[place]
		local pos, velocity = object:get_pos(), object:get_velocity()
		if pos and velocity then
			local state = states[place - 1]
			state.id = ids[place]
			state.x, state.y, state.z = pos.x, pos.y + bottoms[place], pos.z
			state.vx, state.vy, state.vz = velocity.x, velocity.y, velocity.z
			state.flying = 1
			place = place + 1
		else
			forget(place)
		end
	end
end

local velocity = {x = 0, y = 0, z = 0}

local function hand_out_velocities()
	for place = 1, count do
		local state = states[place - 1]
		velocity.x, velocity.y, velocity.z = state.vx, state.vy, state.vz
		objects[place]:set_velocity(velocity)
		objects[place]:set_yaw(math.atan2(-state.vx, state.vz))
	end
end

local most_predators = 256
local predator_states = ffi.new("better_bats_luanti_entity[?]", most_predators)
local predators = {}

-- Entities come and go unannounced: once in a while all of them are looked at.
local function find_predators()
	predators = {}
	for _, entity in pairs(minetest.luaentities) do
		if settings.predators[entity.name] and #predators < most_predators then
			predators[#predators + 1] = entity.object
		end
	end
end

local function collect_predators()
	local found = 0
	for index, object in ipairs(predators) do
		local pos = object:get_pos()
		if pos then
			local state = predator_states[found]
			state.id, state.x, state.y, state.z = index, pos.x, pos.y, pos.z
			found = found + 1
		end
	end
	return found
end

-- What the last tick took, for benches and the curious, in microseconds: asking and telling the engine about its objects,
-- the forces themselves, reading the map.
better_bats.cost = {objects = 0, forces = 0, map = 0}

local function tick(ticks)
	local now = minetest.get_us_time
	local began = now()
	collect_states()
	local found = collect_predators()
	local collected = now()
	local status = library.better_bats_luanti_tick(handle, minetest.get_timeofday(), ticks, states, count,
		predator_states, found)
	local flown = now()
	if status == library.BETTER_BATS_LUANTI_OK then
		hand_out_velocities()
	end
	local told = now()
	terrain.update()
	local cost = better_bats.cost
	cost.objects, cost.forces, cost.map = collected - began + told - flown, flown - collected, now() - told
end

-- With the flight switched off bats stay where they are.
local function stop_all()
	for place = 1, count do
		objects[place]:set_velocity({x = 0, y = 0, z = 0})
	end
end

local late, until_search = 0, 0
local was_on = true

minetest.register_globalstep(function(dtime)
	late = late + dtime
	local ticks = math.floor(late * TICKS_PER_SECOND + 0.5)
	if ticks == 0 then
		return
	end
	late = late - ticks / TICKS_PER_SECOND
	until_search = until_search - dtime
	if until_search <= 0 then
		until_search = 0.5
		find_predators()
	end
	local on = flight.is_on()
	if on and count > 0 then
		tick(math.min(ticks, MOST_TICKS))
	elseif was_on and not on then
		stop_all()
	end
	was_on = on
	bridge.write_log()
end)

return flight
