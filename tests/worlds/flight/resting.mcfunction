# Resting bats and bats without AI are nobody's flockmates, and stand still.
summon bat 0 80 0 {Motion:[0.3,0,0]}
summon bat 0 80 1 {Resting:1b,Motion:[0.3,0,0],Tags:["still"]}
summon bat 0 80 2 {NoAI:1b,Tags:["still"]}
tick step 50
assert every @e[tag=still] x = 0
assert every @e flock = 0
assert stat bats = 1
assert stat flocks = 0
# Woken, they join.
data merge entity @e[tag=still,limit=1] {Resting:0b}
tp @e[tag=!still] 0 80 3
tick step 2
assert stat flocks = 1
