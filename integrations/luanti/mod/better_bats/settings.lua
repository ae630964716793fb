-- The mod's settings, read once. SPDX-License-Identifier: MIT
local path, world = ...

local function text(name, default)
	local value = minetest.settings:get("better_bats_" .. name)
	return value ~= nil and value ~= "" and value or default
end

local function number(name, default, low, high)
	local value = tonumber(text(name, "")) or default
	return math.floor(math.max(low, math.min(high, value)))
end

-- "a:b, c:d" as {["a:b"] = true, ["c:d"] = true}
local function set(name, default)
	local names = {}
	for entity in text(name, default):gmatch("[^%s,]+") do
		names[entity] = true
	end
	return names
end

local function existing(file)
	local handle = io.open(file, "r")
	if not handle then
		return ""
	end
	handle:close()
	return file
end

return {
	header = path .. "/lib/better_bats_luanti.h",
	bridge = text("bridge", path .. "/lib/libbetter_bats_luanti.so"),
	plugin = text("plugin", path .. "/lib/libbetter_bats.so"),
	config = existing(world .. "/better_bats.json"),
	rules = world .. "/better_bats_rules.json",
	predators = set("predators", "mobs_animal:kitten"),
	adopt = set("adopt", ""),
	spawning = minetest.settings:get_bool("better_bats_spawning", true),
	spawn_limit = number("spawn_limit", 20, 0, 500),
	spawn_light = number("spawn_light", 4, 0, 14),
	roost_limit = number("roost_limit", 1000, 0, 100000),
	reads = number("reads", 16, 1, 256),
	refreshes = number("refreshes", 4, 0, 256),
}
