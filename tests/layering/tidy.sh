#!/bin/sh
# clang-tidy over every source file of a build. Usage: tidy.sh ROOT BUILD. SPDX-License-Identifier: MIT
set -eu
root=$1
build=$2
cd "$root"
rooms=$(ls -d api rules plugin world_stub tests examples bench integrations 2>/dev/null || true)
find $rooms -name '*.cpp' -not -path '*/node_modules/*' |
  while read -r file; do
    grep -q "\"file\": \"$root/$file\"" "$build/compile_commands.json" && echo "$file" || true
  done | xargs -P "$(nproc)" -n 1 clang-tidy -quiet -p "$build"
