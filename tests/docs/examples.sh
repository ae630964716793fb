#!/bin/sh
# The examples in a document print what it shows: in each block, `$ cat FILE` gives a file, `$ ./run ...` and other
# commands what comes of it. Usage: examples.sh SERVER DOCUMENT. SPDX-License-Identifier: MIT
set -eu
server=$1
document=$(readlink -f -- "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
awk '/^```/ { inside = !inside; shown = 0; next }
  inside && /^\$ / { shown = 1 }
  inside && shown' "$document" >shown
count=$(grep -c '^\$ \./run' shown) || {
  echo "FAILED: no example in $document"
  exit 1
}
run() { "$server" "$@"; }
while IFS= read -r line; do
  case $line in
    '$ cat '*) file=${line#'$ cat '} && : >"$file" && echo "$line" ;;
    '$ ./run'*) file= && echo "$line" && { eval "run ${line#'$ ./run'}" 2>&1 || true; } ;;
    '$ '*) file= && echo "$line" && eval "${line#'$ '}" ;;
    *) [ -z "$file" ] || { echo "$line" >>"$file" && echo "$line"; } ;;
  esac
done <shown >found
diff shown found && echo "ok: $count examples are true"
