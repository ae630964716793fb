# Reynolds' law with bare means brakes a flock to a standstill; with desired velocities at maximum speed it flies.
world create torus 480 480
better-bats preset boids_classic
better-bats set normalise_desired false
better-bats spawn 150 1
assert stat mean_speed > 3
tick step 100
assert stat mean_speed < 0.2
world create torus 480 480
better-bats set normalise_desired true
better-bats spawn 150 1
tick step 1000
assert stat mean_speed > 2
assert stat polarization > 0.9
