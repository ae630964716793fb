# Every kind of world, borders, and what a new world forgets.
gamerule better-bats:bat_wander 0
summon bat 0 80 0 {Motion:[0.3,0,0]}
tick step 5
world create void
assert output void
assert count @e = 0
gamerule better-bats:bat_wander
assert output currently set to: 0
summon bat 0 80 0 {Tags:["a"]}
data get entity @e[tag=a] Id
assert output 1L
# No ground, no height.
expect fail assert every @e height > -1000
world create flat 10
summon bat 0 15 0
assert every @e height = 5
world create box 20 10 8
expect fail setblock 0 5000 0 stone
summon bat 9 0 0 {Motion:[0.3,0,0]}
tick step 100
assert every @e x <= 10
world create torus 64 32
summon bat 65 80 -1
assert every @e x = 1
assert every @e z = 31
summon bat 63 80 0
# The nearest way leads over the edge.
assert every @e nearest = 2.2360679 within 1e-6
assert count @e[x=0,y=80,z=0,distance=..1.5] = 2
world create hills 3
assert output 3
assert stat chunk_loads = 0
summon bat 0 150 0
tick step 20
assert stat chunk_loads = 0
world create flat
world border -4 60 -4 4 100 4
summon bat 0 80 0 {Motion:[0.3,0,0.1]}
tick step 200
assert every @e x <= 4
assert every @e x >= -4
assert every @e z <= 4
assert every @e z >= -4
world border none
expect fail world border 0 0 0 0 1 1
expect fail world create box 0 1 1
expect fail world create box 1 1
expect fail world create torus 64
expect fail world create nether
assert output Incorrect argument for command
