// Numbers as Minecraft prints them, independent of the locale. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace better_bats::stub {

/// Java's "%.<digits>f".
[[nodiscard]] std::string fixedDecimal(double value, int digits);

/// C's "%.17g": every bit of the number in decimal.
[[nodiscard]] std::string allDigits(double value);

/// The shortest digits, for messages: "5", "0.35", "1e+20".
[[nodiscard]] std::string shortest(double value);

}  // namespace better_bats::stub
