# At dusk flocks are tighter: the same flock by day and in the twilight.
time set 3000
better-bats spawn 60 7
tick step 600
assert stat median_nearest > 1
assert stat median_nearest < 2
time set 12000
tick step 400
assert stat median_nearest <= 0.6
# Under a roof nobody sees the sky, and it is as by day.
world create flat 64
fill -40 90 -40 40 90 40 stone
time set 12000
summon bat 0 75 0 {Motion:[0.2,0,0]}
summon bat 0 75 2 {Motion:[0.2,0,0]}
summon bat 2 75 1 {Motion:[0.2,0,0]}
tick step 80
assert every @e nearest > 0.9
