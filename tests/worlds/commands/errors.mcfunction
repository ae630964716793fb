# Vanilla's words and vanilla's place.
expect fail frobnicate
assert output Unknown or incomplete command. See below for error
expect fail kill @e[type=bat] now
assert output Incorrect argument for command
assert output ...type=bat] now<--[HERE]
expect fail tick
assert output Unknown or incomplete command. See below for error
assert output tick<--[HERE]
expect fail tick step abc
assert output Expected integer
assert output tick step abc<--[HERE]
expect fail tick step 5x
assert output Invalid unit
expect fail setblock 0 70 0 stone!
assert output Expected whitespace to end one argument, but found trailing data
expect fail gamerule
assert output Unknown or incomplete command. See below for error
expect fail gamerule bat_alignment 5
assert output Incorrect argument for command
expect fail gamerule Better-Bats:bat_alignment 5
assert output Incorrect argument for command
expect fail gamerule better-bats:bat_alignment 101
assert output Integer must not be more than 100: found 101
assert output ...alignment 101<--[HERE]
expect fail gamerule better-bats:bat_alignment -1
assert output Integer must not be less than 0: found -1
expect fail gamerule better-bats:bat_alignment 5.5
assert output Invalid integer '5.5'
expect fail gamerule better-bats:bat_alignment five
assert output Expected integer
expect fail gamerule better-bats:bat_flight 1
gamerule better-bats:bat_alignment 20
assert output Gamerule better-bats:bat_alignment is now set to: 20
gamerule better-bats:bat_alignment
assert output Gamerule better-bats:bat_alignment is currently set to: 20
expect fail gamerule better-bats:bat_aligment 5
assert output gamerule better-bats:bat_aligment 5<--[HERE]
assert output Did you mean better-bats:bat_alignment?
expect fail better-bats startle 0 70 0 1e9
assert output Double must not be more than 1024.0: found 1.0E9
expect fail expect fail say hello
expect fail assert count @e = 5
expect fail assert every @e y > 0
help kill
assert output kill <targets>
expect fail help frobnicate
assert output Unknown command or insufficient permissions
expect fail hepl
assert output Did you mean help?
expect fail kill @e[tpye=bat]
assert output Unknown option 'tpye'
assert output Did you mean type?
expect fail time set nihgt
assert output Did you mean night?
expect fail tick sprint  5x
assert output Invalid unit
expect fail better-bats fly
assert output The commands are help, status
help tick sprint
assert output /tick sprint <time>
help bb set flock_radius
assert output range 0..64
gamerule  better-bats:bat_alignment   21
assert output is now set to: 21
gamerule better-bats:bat_alignment 20
say   two  blanks
assert output [Server]   two  blanks
expect fail plugin unload better-bats
assert output There is no plugin 'better-bats'; did you mean better_bats?
expect fail render map nowhere.txt
assert output nowhere.txt: Not a name of a .png file
time set 9223372036854775807
expect fail time add 1
assert output That time is beyond the last one there is
time set 0
expect fail time set 9223372036854775807d
assert output Invalid integer '9223372036854775807d'
expect fail tick rate fast
assert output Expected float
expect fail world border 0 0 0 5 0 5
assert output The world border must be wider than nothing on every axis
expect fail setblock 3000000000 0 0 stone
assert output That position is out of this world!
expect fail summon bat 0 70 0 {Id:"seven"}
assert output a whole number
expect fail kill @e[distance=1e,type=bat]
assert output Invalid double '1e'
# After the highest id there is no next one.
summon cow 0 70 0 {Id:9223372036854775807L}
expect fail better-bats spawn 5
assert output no place or no entity id
assert count @e[type=bat] = 0
say hello \
  there
assert output [Server] hello there
save-all
assert output Saved the game
