#!/bin/sh
# Runs an example and looks at its last line. Usage: example.sh PROGRAM PLUGIN PATTERN. SPDX-License-Identifier: MIT
set -eu
output=$("$1" "$2")
echo "$output"
echo "$output" | tail -n 1 | grep -qE "$3"
# Without a plugin an example says so in one line and fails.
if message=$("$1" /nowhere/plugin.so 2>&1); then exit 1; fi
[ "$(echo "$message" | wc -l)" -eq 1 ]
