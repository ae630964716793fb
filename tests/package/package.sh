#!/bin/sh
# Installs the build into an empty place, looks at its viewer and builds a stranger's project against it, by find_package and by pkg-config;
# then packs the .tgz and the .deb, and flies from what the .tgz holds. Usage: package.sh BUILD CONSUMER.
# SPDX-License-Identifier: MIT
set -eu
build=$1
consumer=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A folder with a blank in its name is a folder.
prefix="$work/install here"

use() {
  cmake -S "$consumer" -B "$work/$1" -G Ninja -D CMAKE_BUILD_TYPE=Release -D CMAKE_PREFIX_PATH="$2" >"$work/log" 2>&1 &&
    cmake --build "$work/$1" >>"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
  }
  "$work/$1/bat_cave"
}

cmake --install "$build" --prefix "$prefix" >/dev/null
use by_find_package "$prefix"
printf 'summon bat 0 80 0\ntick step 5\nassert stat bats = 1\nassert every @e[type=bat] speed > 0.1\n' >"$work/one.mcfunction"
"$prefix/bin/world_stub" --script "$work/one.mcfunction"

# The installed server shows its page, or says why there was none to install.
"$prefix/bin/world_stub" --live --port 0 --dir "$work/live" </dev/null >"$work/said" 2>&1 &
server=$!
tries=0
until grep -q "Done!" "$work/said" && grep -qE "Viewer at|no viewer" "$work/said"; do
  tries=$((tries + 1))
  if [ $tries -gt 300 ] || ! kill -0 $server; then break; fi
  sleep 0.1
done
if grep -q "^with a page" "$build/share/better-bats/viewer/built"; then
  address=$(sed -n 's/.*Viewer at //p' "$work/said")
  shown=$(python3 -c 'import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())' "$address" 2>&1) ||
    true
  expected=viewer.js
else
  shown=$(cat "$work/said")
  expected="There is no viewer: .* when the server was built"
fi
kill -TERM $server && wait $server
echo "$shown" | grep -q "$expected" || {
  echo "FAILED: the installed server shows no page"
  cat "$work/said"
  echo "$shown"
  exit 1
}

pc=$(dirname "$(find "$prefix" -name better-bats.pc)")
export PKG_CONFIG_PATH="$pc"
# pkg-config escapes blanks for a shell.
eval "plugin=$(pkg-config --variable=plugin better-bats)"
[ -f "$plugin" ]
eval "c++ -std=c++20 -D 'PLUGIN_FILE=\"$plugin\"' $(pkg-config --cflags better-bats)" \
  '"$consumer/bat_cave.cpp" -o "$work/by_pkg_config"' "$(pkg-config --libs better-bats)"
"$work/by_pkg_config"

(cd "$work" && cpack --config "$build/CPackConfig.cmake" -B "$work/packages" >"$work/log" 2>&1) || {
  cat "$work/log"
  exit 1
}
mkdir "$work/unpacked"
tar -xzf "$work"/packages/*.tar.gz -C "$work/unpacked" --strip-components=1
use from_tgz "$work/unpacked"
dpkg-deb --info "$work"/packages/*.deb >"$work/info"
dpkg-deb --contents "$work"/packages/*.deb >"$work/contents"
for file in bin/world_stub better-bats/libbetter_bats.so include/better_bats/plugin.hpp BetterBatsConfig.cmake \
  better-bats.pc docs/embedding.md examples/minimal_server.c; do
  grep -q "$file" "$work/contents" || {
    echo "FAILED: the .deb lacks $file"
    exit 1
  }
done
grep -q '^ Depends: .*libc6' "$work/info"
# What the .deb holds, as if it were installed.
dpkg-deb --extract "$work"/packages/*.deb "$work/root"
use from_deb "$work/root/usr"
"$work/root/usr/bin/world_stub" --script "$work/one.mcfunction"
# Whoever reads what is installed finds what it names.
docs=$(dirname "$(find "$prefix" -path '*doc*' -name CONTRIBUTING.md)")
find "$docs" -name '*.md' | while read -r page; do
  grep -oE '\]\([A-Za-z0-9_./-]+[)#]' "$page" | sed 's/^](//; s/.$//' | while read -r link; do
    [ -e "$(dirname "$page")/$link" ] || {
      echo "FAILED: a dead link in the installed $page: $link"
      exit 1
    }
  done
done
# Nothing of this machine's build folder may stand in what is installed.
if grep -rl "$build" "$prefix" "$work/unpacked" "$work/root"; then
  echo "FAILED: these files name the build folder"
  exit 1
fi
echo "ok: installed, found, packed"
