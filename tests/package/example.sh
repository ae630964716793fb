#!/bin/sh
# Runs an example, looks at what it prints, and gives it plugin files that are of no use.
# Usage: example.sh PROGRAM PLUGIN PATTERN [OTHER], with the pattern of its last line and another example that prints the
# same. SPDX-License-Identifier: MIT
set -eu
output=$("$1" "$2")
echo "$output"
echo "$output" | tail -n 1 | grep -qE "$3"
if [ -n "${4-}" ]; then [ "$output" = "$("$4" "$2")" ]; fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# A name without a slash is a file of this folder too.
cp "$2" "$folder/plugin.so"
[ "$output" = "$(cd "$folder" && "$1" plugin.so)" ]

# Without a plugin an example says so in one line and fails, and so it does with half a plugin: no signal ends it.
refuses() {
  status=0
  message=$("$1" "$2" 2>&1) || status=$?
  echo "$status: $message"
  [ "$status" -eq 1 ]
  [ -n "$message" ]
  [ "$(echo "$message" | wc -l)" -eq 1 ]
}
refuses "$1" /nowhere/plugin.so
size=$(wc -c <"$2")
for part in 0 10 64 1000 $((size / 4)) $((size / 2)) $((size * 3 / 4)); do
  head -c "$part" "$2" >"$folder/part.so"
  refuses "$1" "$folder/part.so"
done
echo "no library" >"$folder/text.so"
refuses "$1" "$folder/text.so"
