-- Chat commands: the plugin's own, in Minecraft's words, and one that summons bats. SPDX-License-Identifier: MIT
local bridge, reason, bat = ...

local PRIVILEGE = "better_bats"
minetest.register_privilege(PRIVILEGE, {
	description = "May summon bats and change how they fly",
	give_to_singleplayer = true,
	give_to_admin = true,
})

local OPERATOR = 2

local function execute(line, player)
	if not bridge then
		return false, "No bats fly: " .. reason
	end
	local level = minetest.check_player_privs(player, PRIVILEGE) and OPERATOR or 0
	local done, reply = bridge.execute(line, level)
	bridge.write_log()
	return done, reply
end

local function register(name, params, description)
	-- Another mod's command of that name stays what it is; /better-bats does the same and more.
	if minetest.registered_chatcommands[name] then
		minetest.log("action", "[better_bats] /" .. name .. " belongs to another mod; use /better-bats")
		return
	end
	minetest.register_chatcommand(name, {
		params = params,
		description = description,
		func = function(player, param)
			return execute((name .. " " .. param):trim(), player)
		end,
	})
end

minetest.register_on_mods_loaded(function()
	register("gamerule", "<rule> [<value>]", "Shows or sets a rule of the bats")
	register("better-bats", "help | status | get <name> | set <name> <value> | reset | reload | stats | ...",
		"The bats' own command")
	register("bb", "...", "Short for /better-bats")
end)

local most = 500

local function place_of(player, words)
	if #words == 4 then
		local pos = vector.new(tonumber(words[2]), tonumber(words[3]), tonumber(words[4]))
		return pos.x and pos.y and pos.z and pos
	end
	local object = #words == 1 and minetest.get_player_by_name(player)
	return object and vector.add(object:get_pos(), {x = 0, y = 3, z = 0})
end

minetest.register_chatcommand("summon_bats", {
	params = "<count> [<x> <y> <z>]",
	description = "Summons bats, here or there",
	privs = {[PRIVILEGE] = true},
	func = function(player, param)
		if not bridge then
			return false, "No bats fly: " .. reason
		end
		local words = param:split(" ")
		local count = tonumber(words[1])
		local pos = place_of(player, words)
		if not count or count < 1 or count > most or not pos then
			return false, ("Usage: /summon_bats <1..%d> [<x> <y> <z>]"):format(most)
		end
		local summoned = 0
		for _ = 1, count do
			local aside = {x = math.random() - 0.5, y = math.random() - 0.5, z = math.random() - 0.5}
			if bat.add(vector.add(pos, vector.multiply(aside, 2))) then
				summoned = summoned + 1
			end
		end
		return summoned > 0, ("Summoned %d bats"):format(summoned)
	end,
})
