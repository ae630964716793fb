// A bridge of another version, with which the mod must do nothing more. SPDX-License-Identifier: MIT
#include <stdint.h>

__attribute__((visibility("default"))) uint32_t better_bats_luanti_version(void);

uint32_t better_bats_luanti_version(void) {
  return 99;
}
