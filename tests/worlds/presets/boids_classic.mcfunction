# Reynolds' boids keep flying and align, for five seeds: in the plane, on the torus, nobody lost.
better-bats preset boids_classic
world create torus 480 480
better-bats spawn 150 1
assert output Spawned 150 bats
assert stat polarization < 0.25
assert stat mean_speed = 3.5 within 1e-9
tick step 1000
assert stat bats = 150
assert stat mean_speed > 2
assert stat polarization > 0.85
assert stat max_speed <= 3.500001
assert every @e[type=bat] y = 0
assert every @e[type=bat] x >= 0
assert every @e[type=bat] x < 480
assert every @e[type=bat] z >= 0
assert every @e[type=bat] z < 480
world create torus 480 480
better-bats spawn 150 2
assert output Spawned 150 bats
assert stat polarization < 0.25
assert stat mean_speed = 3.5 within 1e-9
tick step 1000
assert stat bats = 150
assert stat mean_speed > 2
assert stat polarization > 0.85
assert stat max_speed <= 3.500001
assert every @e[type=bat] y = 0
assert every @e[type=bat] x >= 0
assert every @e[type=bat] x < 480
assert every @e[type=bat] z >= 0
assert every @e[type=bat] z < 480
world create torus 480 480
better-bats spawn 150 3
assert output Spawned 150 bats
assert stat polarization < 0.25
assert stat mean_speed = 3.5 within 1e-9
tick step 1000
assert stat bats = 150
assert stat mean_speed > 2
assert stat polarization > 0.85
assert stat max_speed <= 3.500001
assert every @e[type=bat] y = 0
assert every @e[type=bat] x >= 0
assert every @e[type=bat] x < 480
assert every @e[type=bat] z >= 0
assert every @e[type=bat] z < 480
world create torus 480 480
better-bats spawn 150 4
assert output Spawned 150 bats
assert stat polarization < 0.25
assert stat mean_speed = 3.5 within 1e-9
tick step 1000
assert stat bats = 150
assert stat mean_speed > 2
assert stat polarization > 0.85
assert stat max_speed <= 3.500001
assert every @e[type=bat] y = 0
assert every @e[type=bat] x >= 0
assert every @e[type=bat] x < 480
assert every @e[type=bat] z >= 0
assert every @e[type=bat] z < 480
world create torus 480 480
better-bats spawn 150 5
assert output Spawned 150 bats
assert stat polarization < 0.25
assert stat mean_speed = 3.5 within 1e-9
tick step 1000
assert stat bats = 150
assert stat mean_speed > 2
assert stat polarization > 0.85
assert stat max_speed <= 3.500001
assert every @e[type=bat] y = 0
assert every @e[type=bat] x >= 0
assert every @e[type=bat] x < 480
assert every @e[type=bat] z >= 0
assert every @e[type=bat] z < 480
