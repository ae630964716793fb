# Who is meant by a selector.
summon bat 0 80 0 {NoAI:1b,Tags:["a"]}
summon minecraft:bat 3 80 0 {NoAI:1b,Tags:["a","b"]}
summon cat 10 64 0
summon player -20 64 0 {Tags:["b"]}
assert count @e = 4
assert count @e[type=bat] = 2
assert count @e[type=minecraft:bat] = 2
assert count @e[type=!bat] = 2
assert count @e[type=!bat,type=!cat] = 1
assert count @e[tag=a] = 2
assert count @e[tag=a,tag=b] = 1
assert count @e[tag=!a] = 2
assert count @e[tag=] = 1
assert count @e[tag=!] = 3
assert count @e[limit=3] = 3
assert count @e[limit=99] = 4
assert count @e[x=0,y=80,z=0,distance=..3] = 2
assert count @e[x=0,y=80,z=0,distance=1..3] = 1
assert count @e[x=0,y=80,z=0,distance=3] = 1
assert count @e[x=0,y=80,z=0,distance=3.5..] = 2
assert count @e[ type = bat , limit = 1 ] = 1
assert count @e[type=bat,tag=a,limit=1,sort=nearest,x=4,y=80,z=0,distance=..10] = 1
assert every @e[type=bat,limit=1,sort=nearest,x=4,y=80,z=0] x = 3
assert every @e[type=bat,limit=1,sort=furthest,x=4,y=80,z=0] x = 0
assert every @e[limit=1] x = 0
assert count @e[limit=2,sort=random] = 2
assert count @e[type=zombie] = 0
assert count @e[x=1e1,y=64,distance=..0.5] = 1

# What is none.
expect fail kill @e[typ=bat]
assert output Unknown option 'typ'
expect fail kill @e[type]
assert output Expected value for option 'type'
expect fail kill @e[type=dragon]
assert output Invalid or unknown entity type 'minecraft:dragon'
expect fail kill @e[type=bat,type=cat]
assert output Option 'type' isn't applicable here
expect fail kill @e[limit=0]
assert output Limit must be at least 1
expect fail kill @e[limit=1.5]
assert output Invalid integer '1.5'
expect fail kill @e[sort=upwards]
assert output Invalid or unknown sort type 'upwards'
expect fail kill @e[distance=-1]
assert output Distance cannot be negative
expect fail kill @e[distance=5..1]
assert output Min cannot be bigger than max
expect fail kill @e[distance=..]
assert output Expected value or range of values
expect fail kill @e[type=bat
assert output Expected end of options
expect fail kill @x
assert output Unknown selector type '@x'
expect fail kill @
assert output Missing selector type
expect fail kill Alex
assert output Invalid name or UUID
expect fail kill @e[tag=nobody]
assert output No entity was found
assert count @e = 4
