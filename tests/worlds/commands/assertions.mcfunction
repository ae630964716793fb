# Assertions hold and fail where they should. What fails stands behind `expect fail`.
expect fail assert every @e y > 0
expect fail assert some @e y > 0
assert count @e = 0
assert count @e != 1
assert count @e < 1
assert count @e <= 0
assert count @e >= 0
expect fail assert count @e > 0
summon bat 0 70 0 {NoAI:1b,Tags:["a"]}
summon bat 0 72 0 {NoAI:1b,Tags:["b"],Motion:[3,0,4]}
assert every @e y >= 70
assert some @e y = 72
expect fail assert every @e y = 72
assert every @e y = 71 within 1
expect fail assert every @e y = 71 within 0.5
assert every @e y != 75 within 2
assert every @e[tag=b] speed = 5
assert every @e height >= 6
assert every @e flock = 0
assert every @e flock_size = 1
assert every @e resting = false
# Bats without AI are not active: nobody is near, and no figure is to be had.
expect fail assert every @e nearest > 0
assert stat bats = 0
expect fail assert stat mean_speed >= 0
expect fail assert stat mean_speed < 0
expect fail assert stat median_nearest != 5
assert stat chunk_loads = 0

# Snapshots are compared bit for bit by id.
snapshot before
assert same before
tp @e[tag=a] 0 70.0000001 0
expect fail assert same before
assert same before within 1e-6
tp @e[tag=a] 0 70 0
assert same before
kill @e[tag=b]
expect fail assert same before
expect fail assert same never
say one
snapshot after
assert count @e = 1
assert output [Server] one
expect fail assert output two
