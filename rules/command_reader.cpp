// Brigadier's reading rules and vanilla's words for what is wrong. SPDX-License-Identifier: MIT
#include "rules/command_reader.hpp"

#include <cmath>

#include "rules/number_text.hpp"

namespace better_bats::rules {
namespace {

constexpr char separator = ' ';

[[nodiscard]] constexpr bool isDigit(char c) noexcept {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool isNumberCharacter(char c) noexcept {
  return isDigit(c) || c == '.' || c == '-';
}
[[nodiscard]] constexpr bool isUnquotedCharacter(char c) noexcept {
  return isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-' || c == '.' || c == '+';
}
[[nodiscard]] constexpr bool isQuote(char c) noexcept {
  return c == '"' || c == '\'';
}

[[nodiscard]] std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

// Throws where the value is out of its range; the cursor goes back to the number's start.
template <typename Number, typename Text>
Number checked(CommandReader& reader, std::size_t start, const char* title, Number value, Number minimum,
               Number maximum, Text text) {
  const bool low = value < minimum;
  if (!low && !(value > maximum)) return value;
  reader.setCursor(start);
  throw reader.error(std::string(title) + (low ? " must not be less than " : " must not be more than ") +
                     text(low ? minimum : maximum) + ": found " + text(value));
}

}  // namespace

bool CommandReader::nextArgument() {
  if (!canRead()) return false;
  if (peek() != separator) throw error("Expected whitespace to end one argument, but found trailing data");
  const std::size_t next = line_.find_first_not_of(separator, cursor_);
  if (next == std::string_view::npos) return false;
  cursor_ = next;
  return true;
}

void CommandReader::requireArgument() {
  if (nextArgument()) return;
  throw canRead() ? incorrectArgument(cursor_) : unknownCommand(cursor_);
}

void CommandReader::expectEnd() {
  if (nextArgument() || canRead()) throw incorrectArgument(cursor_);
}

void CommandReader::skipBlanks() noexcept {
  while (canRead() && peek() == separator) skip();
}

std::string_view CommandReader::takeNumber(bool exponent) noexcept {
  const std::size_t start = cursor_;
  while (canRead() && isNumberCharacter(peek())) skip();
  if (exponent && cursor_ > start && canRead(2) && (peek() == 'e' || peek() == 'E')) {
    const std::string_view rest = remaining();
    const std::size_t digits = rest[1] == '+' || rest[1] == '-' ? 2 : 1;
    if (digits < rest.size() && isDigit(rest[digits])) {
      cursor_ += digits;
      while (canRead() && isNumberCharacter(peek())) skip();
    }
  }
  return line_.substr(start, cursor_ - start);
}

template <typename Integer>
Integer CommandReader::readInteger(const char* name, const char* title, Integer minimum, Integer maximum) {
  const std::size_t start = cursor_;
  const std::string_view text = takeNumber(false);
  if (text.empty()) throw error(std::string("Expected ") + name);
  const auto value = fromText<Integer>(text);
  if (!value) {
    cursor_ = start;
    throw error(std::string("Invalid ") + name + " " + quoted(text));
  }
  return checked(*this, start, title, *value, minimum, maximum,
                 [](Integer number) { return toText(std::int64_t{number}); });
}

std::int32_t CommandReader::readInt(std::int32_t minimum, std::int32_t maximum) {
  return readInteger<std::int32_t>("integer", "Integer", minimum, maximum);
}

std::int64_t CommandReader::readLong(std::int64_t minimum, std::int64_t maximum) {
  return readInteger<std::int64_t>("long", "Long", minimum, maximum);
}

double CommandReader::readDouble(double minimum, double maximum) {
  const std::size_t start = cursor_;
  const std::string_view text = takeNumber(true);
  if (text.empty()) throw error("Expected double");
  const auto value = fromText<double>(text);
  if (!value || !std::isfinite(*value)) {
    cursor_ = start;
    throw error("Invalid double " + quoted(text));
  }
  return checked(*this, start, "Double", *value, minimum, maximum, javaDouble);
}

double CommandReader::readCoordinate(double origin) {
  if (!canRead()) throw error("Expected a coordinate");
  if (peek() != '~') return readDouble();
  skip();
  return canRead() && peek() != separator ? origin + readDouble() : origin;
}

bool CommandReader::readBoolean() {
  const std::size_t start = cursor_;
  const std::string value = readString();
  if (value.empty()) throw error("Expected boolean");
  if (value == "true") return true;
  if (value == "false") return false;
  cursor_ = start;
  throw error("Invalid boolean, expected 'true' or 'false' but found " + quoted(value));
}

std::string_view CommandReader::readUnquotedString() noexcept {
  const std::size_t start = cursor_;
  while (canRead() && isUnquotedCharacter(peek())) skip();
  return line_.substr(start, cursor_ - start);
}

std::string CommandReader::readQuotedString() {
  if (!canRead()) return {};
  const char quote = peek();
  if (!isQuote(quote)) throw error("Expected quote to start a string");
  skip();
  std::string text;
  while (canRead()) {
    char c = peek();
    skip();
    if (c == quote) return text;
    if (c == '\\' && canRead()) {
      c = peek();
      if (c != quote && c != '\\') throw error("Invalid escape sequence " + quoted({&c, 1}) + " in quoted string");
      skip();
    }
    text += c;
  }
  throw error("Unclosed quoted string");
}

std::string CommandReader::readString() {
  if (canRead() && isQuote(peek())) return readQuotedString();
  return std::string(readUnquotedString());
}

std::string_view CommandReader::readWord() noexcept {
  const std::size_t start = cursor_;
  while (canRead() && peek() != separator) skip();
  return line_.substr(start, cursor_ - start);
}

std::string_view CommandReader::readRest() noexcept {
  const std::size_t start = cursor_;
  cursor_ = line_.size();
  return line_.substr(start);
}

void CommandReader::expect(char symbol) {
  if (!canRead() || peek() != symbol) throw error("Expected " + quoted({&symbol, 1}));
  skip();
}

CommandError CommandReader::unknownCommand(std::size_t cursor) const {
  return errorAt(cursor, "Unknown or incomplete command. See below for error");
}

CommandError CommandReader::incorrectArgument(std::size_t cursor) const {
  return errorAt(cursor, "Incorrect argument for command");
}

}  // namespace better_bats::rules
