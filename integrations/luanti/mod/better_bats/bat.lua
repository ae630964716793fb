-- The bat: an entity of our own drawing. SPDX-License-Identifier: MIT
local settings, flight = ...

local NAME = "better_bats:bat"
local half_height = 0.45

local bat = {name = NAME}

-- Adds a bat that flies by the plugin. Returns its object, or nil where the map is not active.
function bat.add(pos, velocity)
	local object = flight and minetest.add_entity(pos, NAME)
	if object and velocity then
		object:set_velocity(velocity)
	end
	return object
end
better_bats.add = bat.add

local path = minetest.get_modpath(minetest.get_current_modname())
local roost = flight and assert(loadfile(path .. "/roost.lua"))(settings, bat.add)

-- Until the world is shut down, living bats by their entity.
local living = {}

local entity = {
	initial_properties = {
		visual = "sprite",
		textures = {"better_bats_bat.png"},
		-- Columns: seen from the front, left, back, right, above, below. Rows: one beat of the wings.
		spritediv = {x = 6, y = 4},
		visual_size = {x = 1, y = 0.75},
		collisionbox = {-0.25, -half_height, -0.25, 0.25, half_height, 0.25},
		selectionbox = {-0.25, -half_height, -0.25, 0.25, half_height, 0.25},
		physical = true,
		collide_with_objects = false,
		makes_footstep_sound = false,
		hp_max = 6,
		static_save = false,
	},
}

function entity:on_activate()
	self.object:set_armor_groups({fleshy = 100})
	self.object:set_sprite({x = 0, y = 0}, 4, 0.08, true)
	if flight then
		self.flight_id = flight.add(self.object)
		living[self] = true
	end
end

function entity:on_deactivate(removal)
	if not living[self] then
		return
	end
	living[self] = nil
	flight.release(self.flight_id)
	if not removal then
		roost.settle(self.object:get_pos(), self.object:get_velocity())
	end
end

minetest.register_entity(NAME, entity)

if flight then
	minetest.register_on_shutdown(function()
		for self in pairs(living) do
			local pos, velocity = self.object:get_pos(), self.object:get_velocity()
			if pos and velocity then
				roost.settle(pos, velocity)
			end
		end
		living = {}
		roost.save()
	end)
end

-- How many of our bats fly within so many nodes of a place.
function bat.count_near(pos, radius)
	local found = 0
	for self in pairs(living) do
		local at = self.object:get_pos()
		if at and vector.distance(at, pos) <= radius then
			found = found + 1
		end
	end
	return found
end

return bat
