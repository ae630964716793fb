// Catch2 by one name: Debian's 2.13 has one header, version 3 another. SPDX-License-Identifier: MIT
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
