#!/bin/sh
# What the plugin's file shows and needs. Usage: symbols.sh PLUGIN. SPDX-License-Identifier: MIT
set -eu
plugin=$1
status=0

# check NAME EXPECTED FOUND
check() {
  if [ "$2" = "$3" ]; then
    echo "ok: $1"
  else
    printf 'FAILED: %s\n  expected: %s\n  found: %s\n' "$1" "$2" "$3"
    status=1
  fi
}

undefined=$(nm -D --undefined-only "$plugin" | sed 's/@.*//' | awk '{print $NF}')
# imports PATTERN: the imported symbols that match, on one line.
imports() { echo "$undefined" | grep -E "$1" | tr '\n' ' ' || true; }

check "one exported symbol" "better_bats_entry" "$(nm -D --defined-only "$plugin" | awk '{print $NF}' | tr '\n' ' ' | sed 's/ $//')"
check "no GNU-unique symbol" "" "$(nm "$plugin" 2>/dev/null | awk '$2 == "u"' || true)"
check "nothing undefined" "" "$(ldd -r "$plugin" 2>&1 | grep -i undefined || true)"
# The one entry is the C runtime's own frame_dummy; a dynamic initialiser of ours would be a second one.
check "no dynamic initialiser" "000008" "$(readelf -SW "$plugin" | sed 's/^ *\[ *[0-9]*\] *//' | awk '$1 == ".init_array" {print $5}')"
check "no function at exit" "" "$(imports '^(__cxa_atexit|__cxa_thread_atexit(_impl)?|atexit|on_exit)$')"
check "no thread of its own" "" "$(imports '^(pthread_create|_ZNSt6thread15_M_start_thread.*)$')"
check "no spdlog or fmt of the host's" "" "$(imports '3fmt|6spdlog')"
check "no libm that differs between machines" "" "$(imports '^(sin|cos|tan|a?sinh?|acos|atan2?|pow|exp2?|log(2|10)?|fma|hypot|cbrt)f?$')"
check "read-only relocations" "1" "$(readelf -lW "$plugin" | grep -c GNU_RELRO)"
check "bound at once" "1" "$(readelf -dW "$plugin" | grep -c '(FLAGS).*BIND_NOW')"
exit $status
