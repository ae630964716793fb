#!/bin/sh
# How files of a release build are hardened. Usage: hardening.sh FILE... SPDX-License-Identifier: MIT
set -eu
status=0

# check FILE NAME FOUND: FOUND must not be empty.
check() {
  if [ -n "$3" ]; then
    echo "ok: $1: $2"
  else
    echo "FAILED: $1: $2"
    status=1
  fi
}

for file in "$@"; do
  name=$(basename "$file")
  headers=$(readelf -hW "$file")
  segments=$(readelf -lW "$file")
  dynamic=$(readelf -dW "$file")
  symbols=$(readelf --dyn-syms -W "$file")
  check "$name" "position independent" "$(echo "$headers" | grep 'Type: *DYN')"
  check "$name" "read-only relocations" "$(echo "$segments" | grep GNU_RELRO)"
  check "$name" "bound at start" "$(echo "$dynamic" | grep -E 'BIND_NOW|Flags:.* NOW')"
  check "$name" "a stack that does not run" "$(echo "$segments" | grep 'GNU_STACK' | grep -v 'RWE')"
  check "$name" "no segment that is written and run" "$(echo "$segments" | grep -c 'LOAD.*RWE' | grep '^0$')"
  check "$name" "stack protector" "$(echo "$symbols" | grep '__stack_chk_fail')"
  check "$name" "fortified calls" "$(echo "$symbols" | grep -E '__[a-z]+_chk(@|$)' | grep -v stack_chk)"
done
exit $status
