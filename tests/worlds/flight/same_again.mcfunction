# The same world flies the same way, bit for bit; another seed of the spawn another way.
better-bats spawn 30 5
tick step 300
snapshot first
world create flat
better-bats spawn 30 5
tick step 300
assert same first
world create flat
better-bats spawn 30 6
tick step 300
expect fail assert same first within 1
