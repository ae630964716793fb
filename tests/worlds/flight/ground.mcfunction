# Nobody flies into the ground, into water, or into stone.
summon bat 0 65.2 0 {Motion:[0.2,-0.35,0]}
tick step 60
assert every @e y > 65
assert stat in_solid = 0
world create flat 64
fill -30 64 -30 30 66 30 water
summon bat 0 69 0 {Motion:[0.1,-0.2,0]}
tick step 60
assert stat in_fluid = 0
assert every @e y > 67
# A house of stone with bats in it: they stay in it, and out of its walls.
world create flat 64
fill -11 64 -11 11 72 11 stone
fill -10 64 -10 10 71 10 air
summon bat 0 67 0 {Motion:[0.3,0,0.1]}
summon bat 3 68 0 {Motion:[0.1,0,0.3]}
summon bat 0 67 4 {Motion:[-0.3,0,0.1]}
summon bat -5 68 -3 {Motion:[0.1,0,-0.3]}
tick step 1500
assert stat in_solid = 0
assert every @e x < 10.76
assert every @e x > -9.76
assert every @e z < 10.76
assert every @e z > -9.76
assert every @e y < 71.2
assert every @e speed >= 0
