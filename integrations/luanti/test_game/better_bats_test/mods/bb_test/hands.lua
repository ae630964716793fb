-- What a test can do in the world. Arguments are words of a command's line. SPDX-License-Identifier: MIT
local tell = ...
local hands = {}

local function numbers(text)
	local list = {}
	for word in text:gmatch("%S+") do
		list[#list + 1] = tonumber(word)
	end
	return unpack(list)
end

local function each_block(x1, y1, z1, x2, y2, z2, visit)
	for x = x1, x2 do
		for y = y1, y2 do
			for z = z1, z2 do
				visit({x = 16 * x, y = 16 * y, z = 16 * z})
			end
		end
	end
end

-- load x1 y1 z1 x2 y2 z2: generates these map blocks and keeps them active. Tells `loaded` when all of them are.
function hands.load(text)
	local x1, y1, z1, x2, y2, z2 = numbers(text)
	local low = {x = 16 * x1, y = 16 * y1, z = 16 * z1}
	local high = {x = 16 * x2 + 15, y = 16 * y2 + 15, z = 16 * z2 + 15}
	local function tell_when_active()
		local waiting = 0
		each_block(x1, y1, z1, x2, y2, z2, function(pos)
			waiting = waiting + (minetest.compare_block_status(pos, "active") and 0 or 1)
		end)
		if waiting > 0 then
			return minetest.after(0.2, tell_when_active)
		end
		tell("loaded")
	end
	minetest.emerge_area(low, high, function(_, action, left)
		if left > 0 or action == minetest.EMERGE_CANCELLED then
			return
		end
		each_block(x1, y1, z1, x2, y2, z2, function(pos)
			assert(minetest.forceload_block(pos, true))
		end)
		tell_when_active()
	end)
end

-- unload x1 y1 z1 x2 y2 z2: nothing keeps these map blocks active any more.
function hands.unload(text)
	local x1, y1, z1, x2, y2, z2 = numbers(text)
	each_block(x1, y1, z1, x2, y2, z2, function(pos)
		minetest.forceload_free_block(pos, true)
	end)
end

-- ground x z: tells the height of the first air above the ground.
function hands.ground(text)
	local x, z = numbers(text)
	for y = 100, -100, -1 do
		local node = minetest.get_node({x = x, y = y, z = z})
		if node.name ~= "air" and node.name ~= "ignore" then
			return tell("ground", {y = y + 1})
		end
	end
end

-- Through VoxelManip, which no hook announces.
local function fill(low, high, node)
	local manip = minetest.get_voxel_manip(low, high)
	local first, last = manip:get_emerged_area()
	local area = VoxelArea:new({MinEdge = first, MaxEdge = last})
	local data, content = manip:get_data(), minetest.get_content_id(node)
	for index in area:iterp(low, high) do
		data[index] = content
	end
	manip:set_data(data)
	manip:write_to_map()
end

-- room x1 y1 z1 x2 y2 z2: a closed room of these inner corners.
function hands.room(text)
	local x1, y1, z1, x2, y2, z2 = numbers(text)
	fill({x = x1 - 1, y = y1 - 1, z = z1 - 1}, {x = x2 + 1, y = y2 + 1, z = z2 + 1}, "bb_test:stone")
	fill({x = x1, y = y1, z = z1}, {x = x2, y = y2, z = z2}, "air")
	tell("built")
end

local function bat_within(low, high)
	for _, entity in pairs(minetest.luaentities) do
		local pos = entity.object:get_pos()
		if pos and pos.x > low.x - 0.5 and pos.x < high.x + 0.5 and pos.y > low.y - 0.5 and pos.y < high.y + 0.5
			and pos.z > low.z - 0.5 and pos.z < high.z + 0.5 then
			return pos, entity.object:get_velocity()
		end
	end
end

-- tower x1 y1 z1 x2 y2 z2: fills one half of such a room in which a single bat flies: of the two along which the bat
-- mostly moves, so that it comes by, the one that it is not in or near. From then on collisions with it are counted.
function hands.tower(text)
	local x1, y1, z1, x2, y2, z2 = numbers(text)
	local low, high = {x = x1, y = y1, z = z1}, {x = x2, y = y2, z = z2}
	local pos, velocity = bat_within(low, high)
	local axis = math.abs(velocity.x) > math.abs(velocity.z) and "x" or "z"
	local middle = math.floor((low[axis] + high[axis]) / 2)
	if pos[axis] < middle - 2 then
		low[axis] = middle + 1
	elseif pos[axis] > middle + 3 then
		high[axis] = middle
	else
		return minetest.after(0, hands.tower, text)
	end
	fill(low, high, "bb_test:stone")
	hands.watch(low, high)
	tell("built")
end

-- chat name parameters: a chat command, as an operator gives it.
function hands.chat(text)
	local name, params = text:match("^(%S+)%s*(.*)$")
	local done, reply = minetest.registered_chatcommands[name].func("tester", params)
	tell("reply", {done = done ~= false, text = (reply or ""):gsub("\n", " | ")})
end

-- add entity x y z
function hands.add(text)
	local name, rest = text:match("^(%S+)%s+(.*)$")
	local x, y, z = numbers(rest)
	tell("added", {done = minetest.add_entity({x = x, y = y, z = z}, name) ~= nil})
end

-- add_below entity distance: below the first bat of all.
function hands.add_below(text)
	local name, distance = text:match("^(%S+)%s+(.*)$")
	for _, entity in pairs(minetest.luaentities) do
		if entity.name == "better_bats:bat" then
			return tell("added", {done = minetest.add_entity(vector.offset(entity.object:get_pos(), 0, -distance, 0), name) ~= nil})
		end
	end
end

-- time <0..1>
function hands.time(text)
	minetest.set_timeofday(tonumber(text))
end

-- spawn x y z: lets bats appear as near a player.
function hands.spawn(text)
	local x, y, z = numbers(text)
	local spawned = 0
	for _ = 1, 50 do
		spawned = spawned + better_bats.spawn_near({x = x, y = y, z = z})
	end
	tell("spawned", {count = spawned})
end

function hands.stop()
	minetest.request_shutdown()
end

-- The tester is an operator.
minetest.register_on_mods_loaded(function()
	local check = minetest.check_player_privs
	function minetest.check_player_privs(player, ...)
		return player == "tester" or check(player, ...)
	end
end)

return hands
