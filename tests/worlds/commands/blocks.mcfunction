# Blocks one by one and many at once.
setblock 0 70 0 stone
assert output Changed the block at 0, 70, 0
setblock 0 70 0 minecraft:stone
assert output Could not set the block
fill 0 80 0 9 89 9 oak_log
assert output Successfully filled 1000 block(s)
fill 0 80 0 9 89 9 oak_log
assert output No blocks were filled
fill 9 89 9 0 80 0 glass replace oak_log
assert output Successfully filled 1000 block(s)
fill 0 80 0 9 89 9 water replace stone
assert output No blocks were filled
setblock ~ ~100 ~ torch
assert output Changed the block at 0, 100, 0
expect fail fill 0 0 0 1000 255 255 stone
assert output Too many blocks in the specified area (maximum 16777216, specified 65601536)
expect fail setblock 0 5000 0 stone
assert output That position is out of this world!
expect fail setblock 0 70 0 cheese
assert output Unknown block type 'minecraft:cheese'
expect fail setblock 0 70 0.5 stone
assert output Invalid integer '0.5'
expect fail setblock 0 70 stone stone
assert output Expected integer
expect fail setblock 1.2.3 70 0 stone
assert output Invalid integer '1.2.3'
expect fail setblock 1e400 70 0 stone
assert output Invalid integer '1e400'
setblock 1e1 70 0 stone
assert output Changed the block at 10, 70, 0

# Outside the world nobody builds, unless its border reaches there.
expect fail setblock 0 320 0 stone
assert output That position is out of this world!
expect fail setblock 0 -65 0 stone
expect fail setblock 30000000 70 0 stone
expect fail fill 0 319 0 0 321 0 stone
assert output That position is out of this world!
setblock 0 319 0 glass
setblock 0 -64 0 glass
setblock -30000000 70 29999999 stone
world border -20 -20 -20 20 400 20
setblock 0 399 0 stone
expect fail setblock 0 400 0 stone
setblock 0 -64 1 glass
setblock 0 399 0 air
world border none
expect fail setblock 0 399 0 air
fill 0 319 0 0 319 0 air
expect fail setblock 0 70 stone
world load-area -8 -8 8 8
expect fail setblock 9 70 0 stone
assert output That position is not loaded
setblock 8 70 8 stone
assert output Changed the block at 8, 70, 8

# Every block there is can be placed.
fill 0 70 1 0 70 1 air
fill 0 70 1 0 70 1 stone
fill 0 70 1 0 70 1 dirt
fill 0 70 1 0 70 1 grass_block
fill 0 70 1 0 70 1 sand
fill 0 70 1 0 70 1 water
fill 0 70 1 0 70 1 lava
fill 0 70 1 0 70 1 oak_log
fill 0 70 1 0 70 1 oak_leaves
fill 0 70 1 0 70 1 glass
fill 0 70 1 0 70 1 torch
fill 0 70 1 0 70 1 lantern
fill 0 70 1 0 70 1 glowstone
fill 0 70 1 0 70 1 short_grass
fill 0 70 1 0 70 1 bedrock
fill 0 70 1 0 70 1 oak_fence
fill 0 70 1 0 70 1 chain
fill 0 70 1 0 70 1 oak_slab
fill 0 70 1 0 70 1 pointed_dripstone
assert output Successfully filled 1 block(s)

# The heightmap sees them: height is above the highest block that is not air.
summon bat 0.5 110 0.5 {NoAI:1b,Tags:["h"]}
assert every @e[tag=h] height = 9
world load-area -100 -100 100 100
tp @e[tag=h] 50.5 110 50.5
assert every @e[tag=h] height = 46
setblock 50 64 50 short_grass
assert every @e[tag=h] height = 45
