# Entity data, read and merged.
summon bat 1 70 -2 {Motion:[0.25,0.0,1e-7],Tags:["a","b c"],NoAI:1b,Id:12}
data get entity @e[tag=a]
assert output Bat has the following entity data: {Id: 12L, Motion: [0.25d, 0.0d, 1.0E-7d], NoAI: 1b, Pos: [1.0d, 70.0d, -2.0d], Resting: 0b, Tags: ["a", "b c"]}
data get entity @e[tag=a] Motion
assert output Bat has the following entity data: [0.25d, 0.0d, 1.0E-7d]
data get entity @e[tag=a] Pos[1]
assert output Bat has the following entity data: 70.0d
data get entity @e[tag=a] Tags[-1]
assert output Bat has the following entity data: "b c"
expect fail data get entity @e[tag=a] Health
assert output Found no elements matching Health
expect fail data get entity @e[tag=a] Pos[3]
assert output Found no elements matching Pos[3]
expect fail data get entity @e[tag=nobody]
assert output No entity was found
data merge entity @e[tag=a] {Motion:[0,1,0],NoAI:0b}
assert output Modified entity data of Bat
assert every @e[tag=a] vy = 1
expect fail data merge entity @e[tag=a] {NoAI:false}
assert output Nothing changed. The specified properties already have these values
expect fail data merge entity @e[tag=a] {Tags:5}
expect fail data merge entity @e[tag=a] {Id:13L}
data merge entity @e[tag=a] {Tags:["z"]}
assert count @e[tag=a] = 0
assert count @e[tag=z] = 1
summon cat
expect fail data get entity @e
assert output Only one entity is allowed, but the provided selector allows more than one
