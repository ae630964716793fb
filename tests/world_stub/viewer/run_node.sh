#!/bin/sh
# run_node.sh SOURCE WORK ARGS...: runs node in a copy of SOURCE with its packages installed. SPDX-License-Identifier: MIT
set -eu
source=$1
work=$2
shift 2
mkdir -p "$work"
cp "$source"/*.mjs "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$work/"
cd "$work"
if ! cmp -s package-lock.json installed; then
  npm ci --ignore-scripts --prefer-offline
  cp package-lock.json installed
fi
exec node "$@"
