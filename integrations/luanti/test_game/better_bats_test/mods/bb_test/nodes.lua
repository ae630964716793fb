-- The nodes of the test world; the map generator makes its terrain of the aliases. SPDX-License-Identifier: MIT
minetest.register_node("bb_test:stone", {description = "Stone", groups = {cracky = 1}})

for _, kind in ipairs({"source", "flowing"}) do
	minetest.register_node("bb_test:water_" .. kind, {
		description = "Water",
		drawtype = kind == "source" and "liquid" or "flowingliquid",
		paramtype = "light",
		paramtype2 = kind == "flowing" and "flowingliquid" or nil,
		walkable = false,
		liquidtype = kind,
		liquid_alternative_source = "bb_test:water_source",
		liquid_alternative_flowing = "bb_test:water_flowing",
	})
end

minetest.register_alias("mapgen_stone", "bb_test:stone")
minetest.register_alias("mapgen_water_source", "bb_test:water_source")
minetest.register_alias("mapgen_river_water_source", "bb_test:water_source")

-- A bat of another mod, which would sink if nobody flew it.
minetest.register_entity("bb_test:sinker", {
	initial_properties = {physical = true, static_save = false, collisionbox = {-0.25, -0.25, -0.25, 0.25, 0.25, 0.25}},
	on_step = function(self)
		self.object:set_velocity({x = 0, y = -1, z = 0})
	end,
})

-- The same by mobs_redo, where it is installed.
if minetest.get_modpath("mobs") then
	mobs:register_mob("bb_test:mob_bat", {
		type = "animal", passive = true, hp_min = 5, hp_max = 5, armor = 100, fly = true, fly_in = "air",
		collisionbox = {-0.25, -0.5, -0.25, 0.25, 0.5, 0.25}, visual = "sprite", textures = {{"blank.png"}},
		view_range = 10, walk_velocity = 0.1, run_velocity = 0.1, stand_chance = 100, walk_chance = 0,
	})
end

minetest.register_entity("bb_test:owl", {
	initial_properties = {physical = false, static_save = false, collisionbox = {-0.5, -0.5, -0.5, 0.5, 0.5, 0.5}},
})
