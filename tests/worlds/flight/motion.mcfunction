# What the world does to a body: it stops at blocks, slides along them, and goes round a torus.
gamerule better-bats:bat_flight false
world create void
setblock 5 80 0 stone
summon bat 0.5 80.2 0.5 {Motion:[0.4,0,0.01]}
tick step 30
assert every @e x = 4.75
assert every @e vx = 0
assert every @e z = 0.8 within 1e-9
world create void
summon bat 0.5 80.5 0.5 {Motion:[0,-0.4,0]}
setblock 0 78 0 oak_slab
tick step 10
assert every @e y = 79
assert every @e vy = 0
world create torus 10 10
summon bat 9.5 80 0.5 {Motion:[0.25,0,-0.25]}
tick step 8
assert every @e x = 1.5
assert every @e z = 8.5
# A body that is in a block already is not held by it.
world create void
fill 0 79 0 0 82 0 stone
summon bat 0.5 80 0.5 {Motion:[0.25,0,0]}
tick step 8
assert every @e x = 2.5
