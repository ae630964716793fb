-- Tells the bridge what the map has near bats, and again in rotation. SPDX-License-Identifier: MIT
--
-- Players' placing and digging is announced by hooks; set_node, swap_node, liquids and VoxelManip writes announce
-- nothing, so known blocks are read again and again, the oldest first. A block costs about 50 microseconds.
local bridge, settings = ...
local ffi, library, handle = bridge.ffi, bridge.library, bridge.handle

local SOLID = tonumber(library.BETTER_BATS_LUANTI_SOLID)
local FLUID = tonumber(library.BETTER_BATS_LUANTI_FLUID)
local PRESENT = tonumber(library.BETTER_BATS_LUANTI_PRESENT)
local UNKNOWN = tonumber(library.BETTER_BATS_LUANTI_UNKNOWN)
local SUNLIT = tonumber(library.BETTER_BATS_LUANTI_SUNLIT)

local function flags_of(definition)
	local fluid = (definition.liquidtype or "none") ~= "none"
	local air = definition.drawtype == "airlike" and not definition.walkable
	return (definition.walkable and SOLID or 0) + (fluid and FLUID or 0) + (air and 0 or PRESENT)
end

-- By content id. A node that no mod defines is a solid cube to the engine.
local flags = ffi.new("uint8_t[65536]")
ffi.fill(flags, 65536, SOLID + PRESENT)
minetest.register_on_mods_loaded(function()
	for name, definition in pairs(minetest.registered_nodes) do
		flags[minetest.get_content_id(name)] = flags_of(definition)
	end
	flags[minetest.CONTENT_AIR] = 0
	flags[minetest.CONTENT_IGNORE] = UNKNOWN
end)

local nodes = ffi.new("uint8_t[4096]")
local data = {}
local low, high = {}, {}

-- The light of the highest layer says whether something above the known blocks hides the sky.
local function add_light(manip)
	local light = manip:get_light_data()
	for row = 240, 4095, 256 do
		for i = row, row + 15 do
			if light[i + 1] % 16 == 15 then
				nodes[i] = nodes[i] + SUNLIT
			end
		end
	end
end

local function read_block(x, y, z, wants_light)
	low.x, low.y, low.z = 16 * x, 16 * y, 16 * z
	high.x, high.y, high.z = low.x + 15, low.y + 15, low.z + 15
	local active = minetest.compare_block_status(low, "active")
	if not active and not minetest.compare_block_status(low, "loaded") then
		-- Not in memory, and bats load nothing.
		library.better_bats_luanti_drop_block(handle, x, y, z)
		return
	end
	local manip = minetest.get_voxel_manip(low, high)
	manip:get_data(data)
	for i = 0, 4095 do
		nodes[i] = flags[data[i + 1]]
	end
	if wants_light then
		add_light(manip)
	end
	library.better_bats_luanti_put_block(handle, x, y, z, nodes, active and 1 or 0)
end

local function announce(pos)
	library.better_bats_luanti_changed(handle, math.floor(pos.x / 16), math.floor(pos.y / 16), math.floor(pos.z / 16))
end
minetest.register_on_placenode(announce)
minetest.register_on_dignode(announce)

local reads = ffi.new("better_bats_luanti_read[256]")

local terrain = {}

-- Reads what the bridge wants to know next. Called once after each tick.
function terrain.update()
	local count = library.better_bats_luanti_next_reads(handle, reads, settings.reads, settings.refreshes)
	for i = 0, tonumber(count) - 1 do
		read_block(reads[i].x, reads[i].y, reads[i].z, reads[i].light == 1)
	end
end

return terrain
