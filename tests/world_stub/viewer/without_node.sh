#!/bin/sh
# without_node.sh CMAKE BUILD_PAGE SERVER PLUGIN WORK: the page built where there is no Node, and the server beside it:
# it runs, and says why there is no viewer. SPDX-License-Identifier: MIT
set -eu
cmake=$1
build_page=$2
server=$3
plugin=$4
work=$5

rm -rf "$work"
mkdir -p "$work/bin" "$work/page" "$work/presets"
"$cmake" -D NPM=NPM-NOTFOUND -D NODE=NODE-NOTFOUND -D SOURCE="$work/page" -D PRESETS="$work/presets" \
  -D WORK="$work/work" -D OUT="$work/share/better-bats/viewer" -P "$build_page"
# The page is looked for beside the program.
cp "$server" "$work/bin/world_stub"
said=$(printf 'tick sprint 20\nbb status\nstop\n' |
  "$work/bin/world_stub" --live --dir "$work/server" --plugin "$plugin" 2>&1) || {
  echo "$said"
  echo "the server failed"
  exit 1
}
echo "$said"
expect() {
  echo "$said" | grep -qF "$1" || { echo "not said: $1"; exit 1; }
}
expect "There is no viewer: Node and npm were not found when the server was built"
expect "last error: none"
expect "Saved the world, bye"
if echo "$said" | grep -q "http://"; then
  echo "an address was printed"
  exit 1
fi
