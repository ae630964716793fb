#!/bin/sh
# The terminal capture in the README is what the demo prints, line by line. Usage: capture.sh SERVER README.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n '/^\$ \.\/run --demo$/,/^```$/p' "$2" | sed '1d;$d' >"$work/expected"
[ -s "$work/expected" ]
"$1" --demo --dir "$work/server" >"$work/found" 2>"$work/messages" </dev/null
diff "$work/expected" "$work/found" && echo "ok: the capture is true"
