# Entities come, move and go.
summon bat
assert output Summoned new Bat
assert some @e x = 0
assert some @e y = 0
kill @e
assert output Killed Bat
summon bat 1.5 70.25 -3e1
assert every @e x = 1.5
assert every @e y = 70.25
assert every @e z = -30
summon bat ~ ~65 ~-1.5 {Motion:[0.1,0,-0.2],Tags:["t","t","u"],Id:7L,Resting:1b}
assert every @e[tag=t] vx = 0.1
assert every @e[tag=t] vz = -0.2
assert every @e[tag=t] resting = true
assert every @e[tag=t] speed = 0.2236068 within 1e-6
assert every @e[tag=t] horizontal_speed = 0.2236068 within 1e-6
# Ids: the next is one above the highest ever used.
expect fail summon bat 0 70 0 {Id:7L}
assert output Unable to summon entity
expect fail summon bat 0 70 0 {Id:0}
summon bat 0 70 0 {Tags:["next"],NoAI:1b}
data get entity @e[tag=next] Id
assert output Bat has the following entity data: 8L
kill @e[tag=next]
summon bat 0 70 0 {Tags:["next"],NoAI:1b}
data get entity @e[tag=next] Id
assert output 9L

# Resting and NoAI entities stand still; tp keeps the velocity.
tick step 20
assert every @e[tag=t] z = -1.5
assert every @e[tag=next] x = 0
tp @e[tag=t] 5 6 7
assert output Teleported Bat to 5.000000, 6.000000, 7.000000
assert every @e[tag=t] vz = -0.2
tp @e ~ ~1 ~
assert output Teleported 3 entities to 0.000000, 1.000000, 0.000000
expect fail tp @e[tag=nobody] 0 0 0
assert output No entity was found
expect fail tp @e 0 0
assert output Incomplete (expected 3 coordinates)
expect fail summon dragon 0 70 0
assert output Can't find element 'minecraft:dragon' of type 'minecraft:entity_type'
expect fail summon bat 0 seventy 0
assert output Expected double
expect fail summon bat 0 70 0 {Motion:[1,2]}
expect fail summon bat 0 70 0 {Motion:[1,2,3]
assert output Expected '}'
kill @e
assert output Killed 3 entities
expect fail kill @e
assert output No entity was found

# Every kind there is.
summon bat
summon cat
summon ocelot
summon phantom 0 90 0 {NoAI:1b}
summon player
summon cow
summon zombie
summon silverfish
summon endermite
assert count @e = 9
execute if entity @e[type=cow]
assert output Test passed. Count: 1
execute unless entity @e[type=cow,tag=spotted]
assert output Test passed
expect fail execute if entity @e[tag=spotted]
assert output Test failed
expect fail execute unless entity @e[type=cow]
assert output Test failed
list
assert output There are 1 of a max of 20 players online: Player
