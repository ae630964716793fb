#!/bin/sh
# No include runs against api <- rules <- {plugin, world_stub}. Usage: layering.sh ROOT. SPDX-License-Identifier: MIT
set -eu
root=$1

# room FOLDER PATTERN: prints every include of the folder that is neither the standard library's, nor a package's, nor
# matches the pattern. Our own includes are "rules/..", "plugin/..", "world_stub/..", "tests/.." and <better_bats/..>.
room() {
  [ -d "$1" ] || return 0
  grep -rnE '^[[:space:]]*#[[:space:]]*include' --include='*.[ch]' --include='*.[ch]pp' "$1" |
    grep -E '["<](better_bats|api|rules|plugin|world_stub|tests|bench|examples)/|"[^"/]*"' |
    grep -vE "[\"<]($2)" || true
}

violations() {
  (
    cd "$1"
    room api 'better_bats/'
    room rules 'better_bats/|rules/'
    room plugin 'better_bats/|rules/|plugin/'
    room world_stub 'better_bats/|rules/|world_stub/'
    room examples 'better_bats/'
    room integrations 'better_bats/|integrations/'
    room bench 'better_bats/|bench/|world_stub/|tests/support/|plugin/'
    # The API depends on nothing but the standard library and the operating system.
    grep -rnE '#[[:space:]]*include[[:space:]]*["<](spdlog|fmt|nlohmann|boost|CLI|tbb)' api || true
  )
}

# The guard itself first: it has to see one planted include against each arrow.
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
plant() {
  rm -rf "${planted:?}"/*
  mkdir -p "$planted/api" "$planted/$(dirname "$1")"
  echo "#include $2" >"$planted/$1"
  [ -n "$(violations "$planted")" ] || {
    echo "FAILED: the guard does not see #include $2 in $1"
    exit 1
  }
}
plant api/x.hpp '"rules/game_rule.hpp"'
plant api/x.hpp '<nlohmann/json.hpp>'
plant rules/x.cpp '"plugin/flight/draws.hpp"'
plant rules/x.cpp '"world_stub/world/world.hpp"'
plant plugin/flight/x.cpp '"world_stub/world/world.hpp"'
plant plugin/flight/x.cpp '"neighbour.hpp"'
plant world_stub/x.hpp '"plugin/flight/draws.hpp"'
plant world_stub/x.hpp '"tests/support/fake_world.hpp"'
plant examples/x.cpp '"rules/game_rule.hpp"'
plant integrations/x/x.cpp '"plugin/flight/draws.hpp"'

found=$(violations "$root")
if [ -n "$found" ]; then
  printf 'FAILED: includes against the layering:\n%s\n' "$found"
  exit 1
fi
echo "ok: api <- rules <- {plugin, world_stub}; api <- integrations"
