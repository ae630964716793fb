# The clocks: day time is set, game time counts.
time query daytime
assert output The time is 0
time set day
assert output Set the time to 1000
time set noon
assert output Set the time to 6000
time set night
assert output Set the time to 13000
time set midnight
assert output Set the time to 18000
time add 500
assert output Set the time to 18500
time set -11000
assert output Set the time to -11000
time query daytime
assert output The time is 13000
time set 9223372036854775807
time query daytime
assert output The time is 7807
tick step 1
time set 240012542
time query daytime
assert output The time is 12542
tick step 8
assert output Stepping 8 tick(s)
time query daytime
assert output The time is 12550
time query gametime
assert output The time is 9
expect fail time set 9223372036854775808
assert output Invalid integer '9223372036854775808'
expect fail time set 5.5
assert output Invalid integer '5.5'
expect fail time set dusk
assert output Expected integer
expect fail time set
assert output Unknown or incomplete command. See below for error
expect fail time query weather
assert output Incorrect argument for command
expect fail tick step 0
assert output The tick count must not be less than 1: found 0
expect fail tick rate 0.5
assert output Float must not be less than 1.0: found 0.5
tick rate 40
assert output Set the target tick rate to 40.0 per second
tick sprint 10
assert output Sprint completed with
time query gametime
assert output The time is 19
expect fail tick sprint stop
assert output No tick sprint in progress
expect fail tick step stop
assert output No tick step in progress
tick freeze
assert output The game is frozen
tick query
assert output Target tick rate: 40.0 per second.
assert output Percentiles: P50:
# A new world begins anew.
world create flat
time query gametime
assert output The time is 0
time query daytime
assert output The time is 0
