#!/bin/sh
# clang-tidy over every source file of a build. Usage: tidy.sh ROOT BUILD. SPDX-License-Identifier: MIT
set -eu
root=$1
build=$2
cd "$root"
# The guard itself first.
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
echo 'int *nothing() { return 0; }' >"$planted/planted.cpp"
clang-tidy -quiet --config-file=.clang-tidy "$planted/planted.cpp" -- >/dev/null 2>&1 && {
  echo "FAILED: clang-tidy accepts 0 for nullptr"
  exit 1
}
rooms=$(ls -d api rules plugin world_stub tests examples bench integrations 2>/dev/null || true)
find $rooms -name '*.cpp' -not -path '*/node_modules/*' |
  while read -r file; do
    grep -q "\"file\": \"$root/$file\"" "$build/compile_commands.json" && echo "$file" || true
  done | xargs -P "$(nproc)" -n 1 clang-tidy -quiet -p "$build"
