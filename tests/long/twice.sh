#!/bin/sh
# Runs the same long flight twice, at once: both must hold and end with the same hash.
#   twice.sh LONG_FLIGHT PLUGIN TICKS BATS
# SPDX-License-Identifier: MIT
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
program=$1
shift
"$program" "$@" >"$folder/first" &
first=$!
status=0
"$program" "$@" >"$folder/second" || status=$?
wait "$first" || status=$?
cat "$folder/first" "$folder/second"
[ "$status" -eq 0 ] || exit "$status"
[ "$(sed 's/.*hash//' "$folder/first")" = "$(sed 's/.*hash//' "$folder/second")" ]
