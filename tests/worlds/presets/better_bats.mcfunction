# Bats that are strangers become flocks of at most five that fly as one, for five seeds.
better-bats preset better_bats
world create flat 64
better-bats spawn 60 1
assert stat polarization < 0.35
assert stat flocks = 0
assert stat spread > 30
assert stat median_nearest > 4
tick step 500
assert stat bats = 60
assert stat polarization > 0.95
assert stat flocks >= 10
assert stat largest_flock <= 5
assert stat unflocked < 12
assert stat spread < 3
assert stat milling < 0.5
assert stat median_nearest < 3
assert stat in_solid = 0
assert every @e[type=bat] height > 0
assert every @e[type=bat] speed <= 0.350001
world create flat 64
better-bats spawn 60 2
assert stat polarization < 0.35
assert stat flocks = 0
assert stat spread > 30
assert stat median_nearest > 4
tick step 500
assert stat bats = 60
assert stat polarization > 0.95
assert stat flocks >= 10
assert stat largest_flock <= 5
assert stat unflocked < 12
assert stat spread < 3
assert stat milling < 0.5
assert stat median_nearest < 3
assert stat in_solid = 0
assert every @e[type=bat] height > 0
assert every @e[type=bat] speed <= 0.350001
world create flat 64
better-bats spawn 60 3
assert stat polarization < 0.35
assert stat flocks = 0
assert stat spread > 30
assert stat median_nearest > 4
tick step 500
assert stat bats = 60
assert stat polarization > 0.95
assert stat flocks >= 10
assert stat largest_flock <= 5
assert stat unflocked < 12
assert stat spread < 3
assert stat milling < 0.5
assert stat median_nearest < 3
assert stat in_solid = 0
assert every @e[type=bat] height > 0
assert every @e[type=bat] speed <= 0.350001
world create flat 64
better-bats spawn 60 4
assert stat polarization < 0.35
assert stat flocks = 0
assert stat spread > 30
assert stat median_nearest > 4
tick step 500
assert stat bats = 60
assert stat polarization > 0.95
assert stat flocks >= 10
assert stat largest_flock <= 5
assert stat unflocked < 12
assert stat spread < 3
assert stat milling < 0.5
assert stat median_nearest < 3
assert stat in_solid = 0
assert every @e[type=bat] height > 0
assert every @e[type=bat] speed <= 0.350001
world create flat 64
better-bats spawn 60 5
assert stat polarization < 0.35
assert stat flocks = 0
assert stat spread > 30
assert stat median_nearest > 4
tick step 500
assert stat bats = 60
assert stat polarization > 0.95
assert stat flocks >= 10
assert stat largest_flock <= 5
assert stat unflocked < 12
assert stat spread < 3
assert stat milling < 0.5
assert stat median_nearest < 3
assert stat in_solid = 0
assert every @e[type=bat] height > 0
assert every @e[type=bat] speed <= 0.350001
