#!/bin/sh
# The server loads the plugin by path and never links it. Usage: unlinked.sh SERVER. SPDX-License-Identifier: MIT
set -eu
server=$1
if readelf -dW "$server" | grep -q libbetter_bats; then
  echo "FAILED: $server is linked to the plugin"
  exit 1
fi
if nm "$server" | grep -E ' [TtRrDdB] better_bats_entry$'; then
  echo "FAILED: $server contains the plugin"
  exit 1
fi
echo "ok: $server does not contain the plugin"
