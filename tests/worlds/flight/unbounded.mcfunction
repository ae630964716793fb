# Bats over the void, at a border and at the edge of what is loaded stay in the world.
world create void
summon bat 0 -60 0 {Motion:[0.1,-0.3,0]}
summon bat 5 -40 0 {Motion:[0.1,-0.3,0]}
summon bat 0 318 0 {Motion:[0.1,0.3,0]}
tick step 400
assert every @e y >= -64
assert every @e y <= 320
world create flat
world border -30 0 -30 30 200 30
better-bats spawn 20 5
tick step 600
assert every @e x <= 30
assert every @e x >= -30
assert every @e z <= 30
assert every @e z >= -30
world create flat
world load-area -24 -24 23 23
summon bat 20 75 0 {Motion:[0.3,0,0]}
summon bat -20 75 5 {Motion:[-0.3,0,0.1]}
summon bat 0 75 20 {Motion:[0,0,0.3]}
tick step 600
assert every @e x < 24
assert every @e x >= -24
assert every @e z < 24
assert every @e z >= -24
assert stat chunk_loads = 0
# A border that closes over bats: they come back in.
world create flat
summon bat 20 80 0
world border -10 0 -10 10 200 10
tick step 100
assert every @e x <= 10
