# Far from the origin, late, and before the first day bats fly as they do here and now.
gamerule better-bats:bat_wander 0
time set 13000
summon bat 0.5 80 0.5 {Motion:[0.25,0.125,0]}
summon bat 0.5 80 2.5 {Motion:[0.25,0,0]}
summon bat 3.5 82 1.5 {Motion:[0.25,0,0.125]}
tick step 200
assert every @e height > 5
snapshot here
world create flat
time set -11000
summon bat 0.5 80 0.5 {Motion:[0.25,0.125,0]}
summon bat 0.5 80 2.5 {Motion:[0.25,0,0]}
summon bat 3.5 82 1.5 {Motion:[0.25,0,0.125]}
tick step 200
assert same here
world create flat
time set 240013000
summon bat 0.5 80 0.5 {Motion:[0.25,0.125,0]}
summon bat 0.5 80 2.5 {Motion:[0.25,0,0]}
summon bat 3.5 82 1.5 {Motion:[0.25,0,0.125]}
tick step 200
assert same here
world create flat
time set 13000
summon bat 29999900.5 80 0.5 {Motion:[0.25,0.125,0]}
summon bat 29999900.5 80 2.5 {Motion:[0.25,0,0]}
summon bat 29999903.5 82 1.5 {Motion:[0.25,0,0.125]}
tick step 100
assert stat flocks = 1
assert every @e height > 5
assert every @e height < 25
assert every @e x > 29999800
