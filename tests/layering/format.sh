#!/bin/sh
# Every source file is formatted as .clang-format says. Usage: format.sh ROOT. SPDX-License-Identifier: MIT
set -eu
cd "$1"
rooms=$(ls -d api rules plugin world_stub tests examples bench integrations 2>/dev/null || true)
files=$(find $rooms \( -name '*.[ch]' -o -name '*.[ch]pp' \) -not -path '*/node_modules/*')
[ -n "$files" ]
# The guard itself first.
printf 'int  x ;\n' | clang-format --assume-filename=planted.cpp --dry-run -Werror 2>/dev/null && {
  echo "FAILED: clang-format accepts what is not formatted"
  exit 1
}
echo "$files" | xargs clang-format --dry-run -Werror
echo "ok: $(echo "$files" | wc -l) files"
