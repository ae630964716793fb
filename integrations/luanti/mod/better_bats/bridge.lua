-- The native bridge: opened, compared and created. SPDX-License-Identifier: MIT
-- Returns the bridge, or nil and one line that says why there is none.
local insecure, settings = ...

if not insecure then
	return nil, "the mod is not trusted; add better_bats to secure.trusted_mods in minetest.conf"
end

local has_ffi, ffi = pcall(insecure.require, "ffi")
if not has_ffi then
	return nil, "this server has no LuaJIT, through which the mod calls its library"
end

-- The header is the one place where the functions are declared.
local function declarations()
	local file, failure = io.open(settings.header, "r")
	if not file then
		error(failure, 0)
	end
	local header = file:read("*a")
	file:close()
	local text = header:match("ffi%.cdef begins here [^\n]*\n(.*)/%* %-%-%-%- ffi%.cdef ends here")
	if not text then
		error(settings.header .. ": has no declarations", 0)
	end
	return text
end

local function open()
	ffi.cdef(declarations())
	local library = ffi.load(settings.bridge)
	local found = tonumber(library.better_bats_luanti_version())
	local expected = tonumber(library.BETTER_BATS_LUANTI_VERSION)
	if found ~= expected then
		error(("%s: version is %d, this mod needs %d"):format(settings.bridge, found, expected), 0)
	end
	return library
end

local function one_line(message)
	return (message:gsub("^%S-%.lua:%d+: ", ""):gsub("%s*\n%s*", " "))
end

local opened, library = pcall(open)
if not opened then
	return nil, one_line(tostring(library))
end

local text_size = 65536
local text = ffi.new("char[?]", text_size)

local limit = tonumber(minetest.settings:get("mapgen_limit")) or 31000
local handle = library.better_bats_luanti_create(settings.plugin, settings.config, settings.rules,
	minetest.get_mapgen_setting("seed") or "0", limit, text, text_size)
if handle == nil then
	return nil, one_line(ffi.string(text))
end

local bridge = {ffi = ffi, library = library, handle = handle}

-- Carries out a command; returns whether it succeeded, and the reply.
function bridge.execute(line, level)
	local done = library.better_bats_luanti_execute(handle, line, level, text, text_size)
	return done == 1, ffi.string(text)
end

local log_levels = {[0] = "verbose", "action", "warning", "error"}
local level = ffi.new("uint32_t[1]")

-- Lines wait in the library, since it must not call into Lua.
function bridge.write_log()
	while library.better_bats_luanti_next_log(handle, level, text, text_size) == 1 do
		minetest.log(log_levels[level[0]] or "error", "[better_bats] " .. ffi.string(text))
	end
end

bridge.write_log()
return bridge
