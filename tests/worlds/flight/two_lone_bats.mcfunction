# Two bats by day keep sqrt(Ws / Wc) = 1.414 blocks apart, at dusk a good half block.
gamerule better-bats:bat_wander 0
time set noon
summon bat 0 80 0 {Motion:[0.3,0,0]}
summon bat 0 80 3 {Motion:[0.3,0,0]}
tick step 1000
assert stat flocks = 1
assert every @e nearest = 1.414 within 0.02
assert stat polarization > 0.999
time set 12100
tick step 400
assert every @e nearest < 0.7
