# At night bats keep to the comfort zone over the ground, round 12.5 blocks up.
time set 13000
better-bats spawn 40 11
tick step 600
assert stat mean_height > 9.5
assert stat mean_height < 15.5
assert stat min_height > 4
assert stat max_height < 21
