#!/bin/sh
# The terminal capture in the README is what the demo prints, line by line. Usage: capture.sh SERVER README.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# How long a tick took differs from run to run.
plain() { sed 's/[0-9.]* ms/some ms/g'; }
sed -n '/^\$ \.\/run --demo$/,/^```$/p' "$2" | sed '1d;$d' | plain >"$work/expected"
[ -s "$work/expected" ]
"$1" --demo --dir "$work/server" </dev/null 2>"$work/messages" | plain >"$work/found"
diff "$work/expected" "$work/found" && echo "ok: the capture is true"
