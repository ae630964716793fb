# Bats flee from cats, ocelots and phantoms, and from nobody else.
gamerule better-bats:bat_wander 0
summon bat 0 80 0 {Motion:[-0.2,0,0]}
summon cat -5 80 0
tick step 1
assert every @e[type=bat] vx > 0
world create flat
summon bat 0 80 0 {Motion:[-0.2,0,0]}
summon ocelot -9.9 80 0
tick step 1
assert every @e[type=bat] vx > 0
world create flat
summon bat 0 80 0 {Motion:[-0.2,0,0]}
summon cat -10.1 80 0
tick step 1
assert every @e[type=bat] vx < 0
world create flat
summon bat 0 80 0 {Motion:[-0.2,0,0]}
summon cow -3 80 0
summon player -4 80 0
summon zombie -5 80 0
tick step 1
assert every @e[type=bat] vx < 0
# A free phantom moves, one without AI stays.
world create flat
summon phantom 0 80 0 {Motion:[0.5,0,0]}
summon phantom 0 90 0 {Motion:[0.5,0,0],NoAI:1b}
summon cow 0 100 0 {Motion:[0.5,0,0]}
tick step 10
assert some @e[type=phantom] x = 5
assert some @e[type=phantom] x = 0
assert every @e[type=cow] x = 0
assert every @e[type=cow] y = 100
