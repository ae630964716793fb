# Worlds, numbers and presets that are nonsense are refused; the smallest ones fly.
expect fail world create torus 0 480
expect fail world create torus 480 0
expect fail world create torus -1 480
expect fail world create torus 1.5 480
expect fail world create torus nan 480
expect fail world create box 0 1 1
expect fail world create box 1 0 1
expect fail world create box 1 1 1e300
expect fail better-bats preset
expect fail better-bats preset boids_clasic
assert output did you mean boids_classic?
expect fail better-bats preset no/such/file.json
assert output No such file
expect fail better-bats spawn 0
expect fail better-bats spawn -5
expect fail better-bats spawn 1000001
expect fail better-bats set perception_radius 1025
expect fail better-bats set max_speed -1
expect fail better-bats set max_force nan

# Nobody at all.
world create torus 480 480
better-bats preset boids_classic
tick step 10
better-bats stats
assert stat bats = 0
expect fail assert stat polarization >= 0

# One boid keeps its course, to the last bit: nobody is there to steer by.
summon bat 100 0 200 {Motion:[3,0,-1.5]}
tick step 16
assert every @e[type=bat] vx = 3
assert every @e[type=bat] vz = -1.5
assert every @e[type=bat] x = 148
assert every @e[type=bat] z = 176
# All the way round.
tick step 144
assert every @e[type=bat] x = 100
assert every @e[type=bat] z = 440
assert stat polarization = 1 within 1e-12
assert stat spread = 0

# Two at one point: no direction is drawn, and they stay together.
kill @e
summon bat 100 0 200 {Motion:[1,0,0]}
summon bat 100 0 200 {Motion:[1,0,0]}
tick step 20
assert stat min_nearest = 0
assert stat bats = 2

# Radii larger than the world, and a world smaller than a step.
world create torus 10 10
better-bats set perception_radius 1024
better-bats set alignment_radius 1024
better-bats set cohesion_radius 1024
better-bats set separation_radius 64
better-bats spawn 50 1
tick step 100
assert stat bats = 50
assert every @e[type=bat] x >= 0
assert every @e[type=bat] x < 10
world create torus 1 1
better-bats spawn 50 1
tick step 100
assert stat bats = 50
assert every @e[type=bat] z >= 0
assert every @e[type=bat] z < 1
world create box 1 1 1
better-bats set border_margin 1024
better-bats set planar false
better-bats spawn 50 1
tick step 100
assert stat bats = 50
assert every @e[type=bat] x <= 0.5
assert every @e[type=bat] x >= -0.5
assert every @e[type=bat] y <= 0.5
assert every @e[type=bat] y >= -0.5

# Every radius and every force 0, and no speed.
world create torus 480 480
better-bats set perception_radius 0
better-bats set alignment_radius 0
better-bats set cohesion_radius 0
better-bats set separation_radius 0
better-bats set max_force 0
better-bats spawn 20 1
tick step 20
assert stat bats = 20
assert stat mean_speed = 3.5 within 1e-9
better-bats set max_speed 0
tick step 5
assert stat max_speed = 0
