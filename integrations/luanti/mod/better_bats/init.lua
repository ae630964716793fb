-- Better Bats: bats of a native plugin in Luanti. SPDX-License-Identifier: MIT
--
-- What needs the insecure environment stays in locals: it is handed from file to file and never stored where another
-- mod could reach it. Without the bridge the mod stays loaded and says why, and the server goes on.

local path = minetest.get_modpath(minetest.get_current_modname())
-- Works in this file and at load time only.
local insecure = minetest.request_insecure_environment()

local function run(file, ...)
	return assert(loadfile(path .. "/" .. file))(...)
end

local settings = run("settings.lua", path, minetest.get_worldpath())
local bridge, reason = run("bridge.lua", insecure, settings)
if not bridge then
	minetest.log("error", "[better_bats] no bats fly: " .. reason)
end

-- The public interface of the mod; see README.md.
better_bats = {}

local flight = bridge and run("flight.lua", bridge, settings, run("terrain.lua", bridge, settings))
local bat = run("bat.lua", settings, flight)
run("commands.lua", bridge, reason, bat)
if flight then
	run("adoption.lua", settings, flight)
	run("spawning.lua", settings, bat)
end
