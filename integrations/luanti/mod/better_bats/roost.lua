-- Bats of places that the world has unloaded: remembered, also over a restart, until their place is active again.
-- SPDX-License-Identifier: MIT
--
-- Bats are not saved as objects (static_save): the engine loses objects of blocks that were never active, and can
-- crash at shutdown over one that stands in a block that is on disk but not in memory.
local settings, add_bat = ...

local storage = minetest.get_mod_storage()
local resting = minetest.deserialize(storage:get_string("roost")) or {}
local is_saved = true

local roost = {}

local settled = 0 -- since the last log line

-- Remembers a bat: where it was and how it flew.
function roost.settle(pos, velocity)
	if #resting >= settings.roost_limit then
		table.remove(resting, 1)
	end
	resting[#resting + 1] = {
		x = pos.x, y = pos.y, z = pos.z, vx = velocity.x, vy = velocity.y, vz = velocity.z,
	}
	settled = settled + 1
	is_saved = false
end

local function save()
	if not is_saved then
		storage:set_string("roost", minetest.serialize(resting))
		is_saved = true
	end
end

local function wake()
	local still, woken = {}, 0
	for _, bat in ipairs(resting) do
		if minetest.compare_block_status(bat, "active") and add_bat(bat, {x = bat.vx, y = bat.vy, z = bat.vz}) then
			woken = woken + 1
		else
			still[#still + 1] = bat
		end
	end
	if woken > 0 then
		resting, is_saved = still, false
		minetest.log("action", ("[better_bats] %d bats left their roost"):format(woken))
	end
end

local until_look = 0
minetest.register_globalstep(function(dtime)
	until_look = until_look - dtime
	if until_look > 0 then
		return
	end
	until_look = 1
	if settled > 0 then
		minetest.log("action", ("[better_bats] %d bats roost, since their place was unloaded"):format(settled))
		settled = 0
	end
	wake()
	save()
end)

function roost.count()
	return #resting
end

-- At shutdown, when all bats have settled.
roost.save = save

return roost
