# One bat that is not a number leaves the other nine's bits unchanged.
summon bat 0 80 0 {Motion:[0.2,0,0]}
summon bat 0 80 2 {Motion:[0.2,0,0]}
summon bat 0 80 4 {Motion:[0.2,0,0]}
summon bat 0 82 0 {Motion:[0.2,0,0.1]}
summon bat 0 82 2 {Motion:[0.2,0,0]}
summon bat 0 82 4 {Motion:[0.2,0,0]}
summon bat 3 80 0 {Motion:[0.2,0,0]}
summon bat 3 80 2 {Motion:[0.2,0.1,0]}
summon bat 3 80 4 {Motion:[0.2,0,0]}
tick step 100
snapshot nine
world create flat
summon bat 0 80 0 {Motion:[0.2,0,0]}
summon bat 0 80 2 {Motion:[0.2,0,0]}
summon bat 0 80 4 {Motion:[0.2,0,0]}
summon bat 0 82 0 {Motion:[0.2,0,0.1]}
summon bat 0 82 2 {Motion:[0.2,0,0]}
summon bat 0 82 4 {Motion:[0.2,0,0]}
summon bat 3 80 0 {Motion:[0.2,0,0]}
summon bat 3 80 2 {Motion:[0.2,0.1,0]}
summon bat 3 80 4 {Motion:[0.2,0,0]}
summon bat 1 81 1 {Motion:[NaN,0,0],Tags:["lost"]}
summon bat 2 81 1 {Motion:[0,Infinity,0],Tags:["lost"]}
summon bat 2e9 81 1 {Tags:["lost"]}
summon bat 1 81 2 {Motion:[0,0,1e300],Tags:["lost"]}
summon cat 1 81 1 {Motion:[NaN,0,0]}
tick step 100
assert every @e[tag=lost] flock = 0
assert some @e[tag=lost] z = 2
assert some @e[tag=lost] x = 2000000000
kill @e[tag=lost]
assert same nine
