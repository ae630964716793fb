// Reads small JSON files so that every complaint can name its line and column, and edits them in place.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace better_bats::rules {

/// "line 3, column 5: what is wrong there"
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct JsonMember;

/// One value and where it stands in the document's text, as bytes [begin, end).
struct JsonValue {
  enum class Type : std::uint8_t { Null, Boolean, Integer, Number, String, Array, Object };

  Type type = Type::Null;
  bool boolean = false;
  std::int64_t integer = 0;  ///< of an Integer; one that does not fit in 64 bits is a Number
  double number = 0;         ///< of a Number or Integer; finite
  std::string string;
  std::vector<JsonValue> elements;  ///< of an Array
  std::vector<JsonMember> members;  ///< of an Object, in the text's order; no key occurs twice
  std::size_t begin = 0, end = 0;

  /// Null where there is no such key.
  [[nodiscard]] const JsonMember* find(std::string_view key) const noexcept;
};

struct JsonMember {
  std::string key;
  std::size_t begin = 0;  ///< of the key
  JsonValue value;
};

/// A parsed text, UTF-8. A byte-order mark and CR LF are accepted. [any-thread]
class JsonDocument {
 public:
  static constexpr int maximumDepth = 32;

  /// Throws JsonError: not JSON, deeper than maximumDepth, or an object with the same key twice.
  explicit JsonDocument(std::string text);

  [[nodiscard]] const JsonValue& root() const noexcept { return root_; }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// The value as it is written.
  [[nodiscard]] std::string_view sourceOf(const JsonValue& value) const noexcept;
  /// An error at a byte of the text. Columns count characters, from 1.
  [[nodiscard]] JsonError errorAt(std::size_t offset, const std::string& message) const;

  /// The text with `source` as the value of `key` in `object`, a value of this document; the key is added at the end
  /// where it is missing. All else stays as it is written, and the layout is kept. [Limit: the key needs no escapes]
  [[nodiscard]] std::string with(const JsonValue& object, std::string_view key, std::string_view source) const;

 private:
  std::string text_;
  JsonValue root_;
};

/// The text as a JSON string, with its quotes.
[[nodiscard]] std::string jsonQuoted(std::string_view text);

/// At most 40 characters of a text, for a message that quotes what is wrong.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace better_bats::rules
