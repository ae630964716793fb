/* The one source of the project's version. CMake reads it, the plugin reports it. SPDX-License-Identifier: MIT */
#ifndef BETTER_BATS_VERSION_H
#define BETTER_BATS_VERSION_H

#define BETTER_BATS_VERSION "0.1.0"

#endif
