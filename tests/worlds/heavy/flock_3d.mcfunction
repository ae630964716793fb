# The large flock gathers and keeps flying, for five seeds, and nobody leaves the box.
better-bats preset flock_3d
world create box 2000 1200 800
better-bats spawn 2500 1
assert output Spawned 2500 bats
assert stat polarization < 0.1
assert stat median_nearest > 45
tick step 1000
assert stat bats = 2500
assert stat mean_speed > 5
assert stat median_nearest < 25
assert stat max_speed <= 10.000001
assert every @e[type=bat] x >= -1000
assert every @e[type=bat] x <= 1000
assert every @e[type=bat] y >= -600
assert every @e[type=bat] y <= 600
assert every @e[type=bat] z >= -400
assert every @e[type=bat] z <= 400
world create box 2000 1200 800
better-bats spawn 2500 2
assert output Spawned 2500 bats
assert stat polarization < 0.1
assert stat median_nearest > 45
tick step 1000
assert stat bats = 2500
assert stat mean_speed > 5
assert stat median_nearest < 25
assert stat max_speed <= 10.000001
assert every @e[type=bat] x >= -1000
assert every @e[type=bat] x <= 1000
assert every @e[type=bat] y >= -600
assert every @e[type=bat] y <= 600
assert every @e[type=bat] z >= -400
assert every @e[type=bat] z <= 400
world create box 2000 1200 800
better-bats spawn 2500 3
assert output Spawned 2500 bats
assert stat polarization < 0.1
assert stat median_nearest > 45
tick step 1000
assert stat bats = 2500
assert stat mean_speed > 5
assert stat median_nearest < 25
assert stat max_speed <= 10.000001
assert every @e[type=bat] x >= -1000
assert every @e[type=bat] x <= 1000
assert every @e[type=bat] y >= -600
assert every @e[type=bat] y <= 600
assert every @e[type=bat] z >= -400
assert every @e[type=bat] z <= 400
world create box 2000 1200 800
better-bats spawn 2500 4
assert output Spawned 2500 bats
assert stat polarization < 0.1
assert stat median_nearest > 45
tick step 1000
assert stat bats = 2500
assert stat mean_speed > 5
assert stat median_nearest < 25
assert stat max_speed <= 10.000001
assert every @e[type=bat] x >= -1000
assert every @e[type=bat] x <= 1000
assert every @e[type=bat] y >= -600
assert every @e[type=bat] y <= 600
assert every @e[type=bat] z >= -400
assert every @e[type=bat] z <= 400
world create box 2000 1200 800
better-bats spawn 2500 5
assert output Spawned 2500 bats
assert stat polarization < 0.1
assert stat median_nearest > 45
tick step 1000
assert stat bats = 2500
assert stat mean_speed > 5
assert stat median_nearest < 25
assert stat max_speed <= 10.000001
assert every @e[type=bat] x >= -1000
assert every @e[type=bat] x <= 1000
assert every @e[type=bat] y >= -600
assert every @e[type=bat] y <= 600
assert every @e[type=bat] z >= -400
assert every @e[type=bat] z <= 400
