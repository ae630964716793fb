-- The tests' hands and eyes in a server without players. SPDX-License-Identifier: MIT
--
-- A test writes lines into <world>/commands.txt (by a rename, so that none is read half); each is a function of `hands`
-- and its arguments. What happens is told in log lines «[bb_test] <event> key=value ...», which the test waits for.
local path = minetest.get_modpath("bb_test")

local function tell(event, figures)
	local words = {"[bb_test] " .. event}
	for name, value in pairs(figures or {}) do
		words[#words + 1] = ("%s=%s"):format(name, tostring(value))
	end
	minetest.log("action", table.concat(words, " "))
end

dofile(path .. "/nodes.lua")
local hands = assert(loadfile(path .. "/hands.lua"))(tell)
assert(loadfile(path .. "/eyes.lua"))(tell, hands)

local file = minetest.get_worldpath() .. "/commands.txt"

local function carry_out()
	local handle = io.open(file, "r")
	if not handle then
		return
	end
	local lines = handle:read("*a")
	handle:close()
	os.remove(file)
	for line in lines:gmatch("[^\n]+") do
		local name, rest = line:match("^(%S+)%s*(.*)$")
		hands[name](rest)
	end
end

minetest.register_globalstep(carry_out)
minetest.register_on_mods_loaded(function()
	minetest.after(0, tell, "ready")
end)
