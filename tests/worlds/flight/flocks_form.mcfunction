# Bats that meet fly together, in flocks that never exceed the limit.
better-bats spawn 60 1
assert stat bats = 60
assert stat flocks = 0
tick step 500
assert stat flocks >= 10
assert stat largest_flock <= 5
assert stat smallest_flock >= 2
assert stat unflocked < 15
assert stat polarization > 0.9
assert stat in_solid = 0
assert stat median_nearest < 3
assert every @e[type=bat] speed >= 0.149999
assert every @e[type=bat] speed <= 0.350001
assert every @e[type=bat] flock_size <= 5
assert stat block_reads_per_bat <= 14
assert stat chunk_loads = 0
