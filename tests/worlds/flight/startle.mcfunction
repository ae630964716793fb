# A loud noise scares bats for as long as it lasts.
gamerule better-bats:bat_wander 0
summon bat 2 80 0 {Motion:[-0.2,0,0]}
better-bats startle 0 80 0
tick step 1
assert every @e vx > 0
world create flat
summon bat 2 80 0 {Motion:[-0.2,0,0]}
better-bats startle 0 80 0 1.5 0.5 5
tick step 1
assert every @e vx < 0
expect fail better-bats startle 0 80
