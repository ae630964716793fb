# Without the rule no velocity is written: bats drift as they were pushed.
gamerule better-bats:bat_flight false
summon bat 0 80 0 {Motion:[0.5,0,0]}
summon bat 0 80 1
tick step 100
assert some @e x = 50
assert some @e x = 0
assert every @e vy = 0
gamerule better-bats:bat_flight true
tick step 20
assert every @e speed >= 0.149999
assert every @e speed <= 0.350001
