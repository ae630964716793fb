// A cursor over one command line with the semantics of Minecraft's Brigadier. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "rules/command_error.hpp"

namespace better_bats::rules {

/// Reads one line, argument by argument. The line must outlive the reader. Offsets are bytes. A read that fails throws
/// CommandError with vanilla's words and place. The usual shape of a command, after its name was read:
///
///     reader.requireArgument();
///     const auto count = reader.readInt(1, 100);
///     const auto seed = reader.nextArgument() ? reader.readLong() : 0;
///     reader.expectEnd();
class CommandReader {
 public:
  explicit CommandReader(std::string_view line) noexcept : line_(line) {}

  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  [[nodiscard]] std::size_t cursor() const noexcept { return cursor_; }
  void setCursor(std::size_t cursor) noexcept { cursor_ = cursor; }
  [[nodiscard]] std::string_view remaining() const noexcept { return line_.substr(cursor_); }
  [[nodiscard]] bool canRead(std::size_t count = 1) const noexcept { return cursor_ + count <= line_.size(); }
  /// [Limit: only where canRead()]
  [[nodiscard]] char peek() const noexcept { return line_[cursor_]; }
  /// [Limit: only where canRead()]
  void skip() noexcept { ++cursor_; }

  // Between arguments.

  /// To be called right after an argument: steps over the blanks behind it and says whether another argument follows.
  /// Several blanks are as good as one, as they are in Minecraft's chat window. Throws the trailing-data error where
  /// the argument goes on with something else.
  bool nextArgument();
  /// nextArgument(), where the command is not complete without one.
  void requireArgument();
  /// The command is complete: anything more is an error.
  void expectEnd();
  void skipBlanks() noexcept;

  // Arguments. Numbers take the longest run of 0-9 . - and refuse it whole.

  std::int32_t readInt(std::int32_t minimum = std::numeric_limits<std::int32_t>::min(),
                       std::int32_t maximum = std::numeric_limits<std::int32_t>::max());
  std::int64_t readLong(std::int64_t minimum = std::numeric_limits<std::int64_t>::min(),
                        std::int64_t maximum = std::numeric_limits<std::int64_t>::max());
  /// Always finite. Unlike Brigadier's it takes an exponent, as in 1.5e-3.
  double readDouble(double minimum = std::numeric_limits<double>::lowest(),
                    double maximum = std::numeric_limits<double>::max());
  /// A double, or `~` and an offset that may be missing: relative to `origin`.
  double readCoordinate(double origin = 0);
  /// `true` or `false`.
  bool readBoolean();

  /// The run of 0-9 A-Z a-z _ - . + at the cursor; may be empty.
  std::string_view readUnquotedString() noexcept;
  /// "..." or '...' with \ before a quote or a \.
  std::string readQuotedString();
  /// Either of the two.
  std::string readString();
  /// Everything up to the next space, as literals, ids and file names are read; may be empty.
  std::string_view readWord() noexcept;
  /// Everything up to the end of the line.
  std::string_view readRest() noexcept;
  void expect(char symbol);

  // Errors at the cursor, or at a place before it.

  [[nodiscard]] CommandError error(const std::string& message) const { return errorAt(cursor_, message); }
  [[nodiscard]] CommandError errorAt(std::size_t cursor, const std::string& message) const {
    return {message, line_, cursor};
  }
  /// A command that does not exist, that the player may not use, or that ends too early.
  [[nodiscard]] CommandError unknownCommand(std::size_t cursor) const;
  /// A word that no form of the command has at this place.
  [[nodiscard]] CommandError incorrectArgument(std::size_t cursor) const;

 private:
  [[nodiscard]] std::string_view takeNumber(bool exponent) noexcept;
  template <typename Integer>
  Integer readInteger(const char* name, const char* title, Integer minimum, Integer maximum);

  std::string_view line_;
  std::size_t cursor_ = 0;
};

}  // namespace better_bats::rules
