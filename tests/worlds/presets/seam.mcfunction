# The seam of a torus is no place: neighbours are seen across it, and a flock that crosses it keeps its shape.
world create torus 480 480
better-bats preset boids_classic
# Nearer than the separation radius across the seam, and across a corner of it: they part.
summon bat 2 0 100 {Motion:[0,0,1],Tags:["east"]}
summon bat 478 0 100 {Motion:[0,0,1],Tags:["west"]}
summon bat 1 0 1 {Motion:[0,0,1],Tags:["corner"]}
summon bat 479 0 479 {Motion:[0,0,1],Tags:["corner"]}
assert every @e[type=bat,tag=east] nearest = 4
tick step 1
assert every @e[type=bat,tag=east] vx > 0.01
assert every @e[type=bat,tag=west] vx < -0.01
tick step 40
assert every @e[type=bat,tag=east] nearest > 5
assert every @e[type=bat,tag=corner] nearest > 5

# A flock that has settled goes round and round.
world create torus 480 480
better-bats spawn 40 7
tick step 2000
assert stat polarization > 0.9
tick step 400
assert stat bats = 40
assert stat polarization > 0.9
assert every @e[type=bat] nearest < 50
