-- As much of minetest_game as mobs_redo wants: sounds, none of which is heard. SPDX-License-Identifier: MIT
local function silence()
	return {}
end
default = {node_sound_wood_defaults = silence, node_sound_leaves_defaults = silence, node_sound_dirt_defaults = silence}
