-- Opt-in: bats of other mods fly by the plugin too. SPDX-License-Identifier: MIT
--
-- Their own movement rests while ours is on. mobs_redo asks `do_custom` first and does no more when it answers false;
-- of other mods the whole on_step rests. What punches, deaths and saving do stays theirs.
local settings, flight = ...

-- The ids of the flown, by their entity: not in the entity, where mobs_redo would save them.
local flown = {}

-- Calls `own` unless the bat flies by the plugin now.
local function unless_flown(own, answer)
	return function(self, ...)
		if flown[self] and flight.is_on() then
			return answer
		end
		if own then
			return own(self, ...)
		end
	end
end

local function adopt(entity)
	local activate, deactivate = entity.on_activate, entity.on_deactivate
	function entity:on_activate(...)
		if activate then
			activate(self, ...)
		end
		-- mobs_redo removes mobs while it activates them, on peaceful servers for example.
		if self.object:get_pos() then
			self.object:set_acceleration({x = 0, y = 0, z = 0})
			flown[self] = flight.add(self.object)
		end
	end
	function entity:on_deactivate(...)
		if flown[self] then
			flight.release(flown[self])
			flown[self] = nil
		end
		if deactivate then
			deactivate(self, ...)
		end
	end
	if entity._cmi_is_mob then
		entity.do_custom = unless_flown(entity.do_custom, false)
	else
		entity.on_step = unless_flown(entity.on_step, nil)
	end
end

minetest.register_on_mods_loaded(function()
	for name in pairs(settings.adopt) do
		local entity = minetest.registered_entities[name]
		if entity then
			adopt(entity)
		else
			minetest.log("warning", "[better_bats] better_bats_adopt names an entity that no mod has: " .. name)
		end
	end
end)
