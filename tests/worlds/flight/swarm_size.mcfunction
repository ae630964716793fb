# The limit of a flock is a fact at every tick, also when it changes.
gamerule better-bats:bat_swarm_size 12
better-bats spawn 100 3
tick step 400
assert stat largest_flock <= 12
assert stat largest_flock > 5
gamerule better-bats:bat_swarm_size 3
tick step 1
assert stat largest_flock <= 3
tick step 100
assert stat largest_flock <= 3
gamerule better-bats:bat_swarm_size 1
tick step 1
assert stat flocks = 0
assert stat unflocked = 100
gamerule better-bats:bat_swarm_size 2147483647
tick step 600
assert stat largest_flock > 12
