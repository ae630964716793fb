# The cap: 30 blocks above the surface, and nothing lifts a bat past it.
time set noon
summon bat 0 140 0 {Motion:[0.2,0.35,0]}
tick step 300
assert every @e height <= 30.5
# A phantom below a bat never lifts it past the cap.
world create flat 64
summon bat 0 93 0 {Motion:[0,0.3,0]}
summon phantom 0 91 0 {NoAI:1b}
tick step 1
assert every @e[type=bat] height <= 30.36
tick step 5
assert every @e[type=bat] height <= 30.5
tick step 20
assert every @e[type=bat] height <= 30.5
world create flat 64
summon bat 0 100 0
summon phantom 0 97 0 {NoAI:1b}
tick step 1
assert every @e[type=bat] vy < 0
tick step 50
assert every @e[type=bat] height <= 31
