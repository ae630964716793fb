#!/bin/sh
# Builds the model by both compilers at -O0 and -O3 and compares the scenes' hashes with the committed ones.
# Usage: compilers.sh SOURCE BUILD HASHES. SPDX-License-Identifier: MIT
set -eu
source=$1
build=$2
hashes=$3
status=0
for compiler in "gcc g++" "clang clang++"; do
  for level in -O0 -O3; do
    name=${compiler%% *}$level
    cmake -S "$source" -B "$build/$name" -G Ninja -D CMAKE_BUILD_TYPE=None -D BETTER_BATS_BUILD_TESTS=ON \
      -D CMAKE_C_COMPILER="${compiler%% *}" -D CMAKE_CXX_COMPILER="${compiler#* }" \
      -D CMAKE_CXX_FLAGS="$level" -D CMAKE_C_FLAGS="$level" >/dev/null
    cmake --build "$build/$name" --target print_hashes >"$build/$name.log" 2>&1 || {
      cat "$build/$name.log"
      exit 1
    }
    "$build/$name/tests/bin/print_hashes" >"$build/$name.txt"
    if diff "$hashes" "$build/$name.txt"; then
      echo "ok: $name"
    else
      echo "FAILED: $name differs from $hashes"
      status=1
    fi
  done
done
exit $status
