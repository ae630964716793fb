# A corridor 3 blocks high is flown without sticking to the roof.
world create void
fill -200 63 -3 200 63 3 stone
fill -200 67 -3 200 67 3 stone
fill -200 64 -3 200 66 -3 stone
fill -200 64 3 200 66 3 stone
summon bat 0 64.5 0.5 {Motion:[0.3,0,0.02]}
summon bat 1.5 64.5 -0.5 {Motion:[0.3,0,-0.02]}
summon bat 3 64.5 0.3 {Motion:[0.3,0,0.02]}
tick step 200
assert stat in_solid = 0
assert every @e y >= 64
assert every @e y <= 67
assert every @e horizontal_speed > 0.1
# Clear of the roof: the box is 0.9 high.
assert every @e y < 66.05
