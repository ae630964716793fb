// JSON through nlohmann's event parser, which finds no place in memory for depth. SPDX-License-Identifier: MIT
#include "rules/json_document.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "rules/json_words.hpp"

namespace better_bats::rules {
namespace {

using Json = nlohmann::json;
using Type = JsonValue::Type;

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

[[nodiscard]] constexpr bool beginsCharacter(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;  // not inside a UTF-8 sequence
}

struct Fault {
  std::size_t offset;
  std::string message;
};

// Builds the tree from the parser's events. The events come without places, but a token of valid JSON is easy to find
// again: it begins at the next byte that separates nothing.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view text) noexcept
      : text_(text), at_(text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0) {}

  // NOLINTBEGIN(readability-identifier-naming): the parser's names
  bool null() { return scalar({}); }
  bool boolean(bool value) {
    JsonValue leaf;
    leaf.type = Type::Boolean;
    leaf.boolean = value;
    return scalar(std::move(leaf));
  }
  bool number_integer(std::int64_t value) { return number(Type::Integer, value, static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) {
    const bool fits = value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return number(fits ? Type::Integer : Type::Number, fits ? static_cast<std::int64_t>(value) : 0,
                  static_cast<double>(value));
  }
  bool number_float(double value, const std::string& /*text*/) { return number(Type::Number, 0, value); }
  bool string(std::string& value) {
    JsonValue leaf;
    leaf.type = Type::String;
    leaf.string = std::move(value);
    return scalar(std::move(leaf));
  }
  static bool binary(const Json::binary_t& /*bytes*/) { return false; }  // JSON text has none

  bool start_object(std::size_t /*size*/) { return open(Type::Object); }
  bool start_array(std::size_t /*size*/) { return open(Type::Array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& value) {
    const std::size_t begin = takeToken();
    open_.back().members.push_back({std::move(value), begin, {}});
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& error) {
    fault_ = Fault{position > 0 ? position - 1 : 0, plainWords(error.what())};
    return false;
  }
  // NOLINTEND(readability-identifier-naming)

  [[nodiscard]] const std::optional<Fault>& fault() const noexcept { return fault_; }
  [[nodiscard]] JsonValue takeRoot() noexcept { return std::move(root_); }

 private:
  // Steps over the next token and returns where it begins.
  std::size_t takeToken() noexcept {
    at_ = std::min(text_.find_first_not_of(" \t\r\n:,", at_), text_.size());
    const std::size_t begin = at_;
    if (at_ == text_.size()) return begin;
    if (text_[at_] == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) at_ += text_[at_] == '\\' ? 1U : 0U;
      ++at_;
    } else if (std::string_view("{}[]").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    } else {
      at_ = std::min(text_.find_first_of(" \t\r\n:,]}", at_), text_.size());
    }
    return begin;
  }

  bool scalar(JsonValue leaf) {
    leaf.begin = takeToken();
    leaf.end = at_;
    add(std::move(leaf));
    return true;
  }

  bool number(Type type, std::int64_t integer, double number) {
    JsonValue leaf;
    leaf.type = type;
    leaf.integer = integer;
    leaf.number = number;
    return scalar(std::move(leaf));
  }

  bool open(Type type) {
    JsonValue container;
    container.type = type;
    container.begin = takeToken();
    if (open_.size() >= JsonDocument::maximumDepth) {
      fault_ = Fault{container.begin, "nested too deeply"};
      return false;
    }
    open_.push_back(std::move(container));
    return true;
  }

  bool close() {
    takeToken();
    JsonValue container = std::move(open_.back());
    open_.pop_back();
    container.end = at_;
    if (!keysDiffer(container)) return false;
    add(std::move(container));
    return true;
  }

  void add(JsonValue value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().type == Type::Object) {
      open_.back().members.back().value = std::move(value);
    } else {
      open_.back().elements.push_back(std::move(value));
    }
  }

  bool keysDiffer(const JsonValue& object) {
    std::vector<const JsonMember*> sorted;
    for (const JsonMember& member : object.members) sorted.push_back(&member);
    std::ranges::stable_sort(sorted, {}, &JsonMember::key);
    const auto twice = std::ranges::adjacent_find(sorted, {}, &JsonMember::key);
    if (twice == sorted.end()) return true;
    fault_ = Fault{(*std::next(twice))->begin, "the key " + jsonQuoted((*twice)->key) + " is there twice"};
    return false;
  }

  std::string_view text_;
  std::size_t at_;
  std::vector<JsonValue> open_;
  JsonValue root_;
  std::optional<Fault> fault_;
};

}  // namespace

const JsonMember* JsonValue::find(std::string_view key) const noexcept {
  for (const JsonMember& member : members) {
    if (member.key == key) return &member;
  }
  return nullptr;
}

JsonDocument::JsonDocument(std::string text) : text_(std::move(text)) {
  TreeBuilder builder(text_);
  const bool parsed = Json::sax_parse(text_.data(), text_.data() + text_.size(), &builder);
  if (const auto& fault = builder.fault()) throw errorAt(fault->offset, fault->message);
  if (!parsed) throw JsonError("not JSON");
  root_ = builder.takeRoot();
}

std::string_view JsonDocument::sourceOf(const JsonValue& value) const noexcept {
  return std::string_view(text_).substr(value.begin, value.end - value.begin);
}

JsonError JsonDocument::errorAt(std::size_t offset, const std::string& message) const {
  return JsonError{placeIn(text_, offset) + ": " + message};
}

std::string placeIn(std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  std::size_t column = 1;
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  for (std::size_t i = before.starts_with(byteOrderMark) ? byteOrderMark.size() : 0; i < before.size(); ++i) {
    if (before[i] == '\n') {
      ++line;
      column = 1;
    } else if (beginsCharacter(before[i])) {
      ++column;
    }
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// "[json.exception.parse_error.101] parse error at line 1, column 2: what; last read: '...'" to "what".
std::string plainWords(std::string message) {
  const std::size_t name = message.find("] ");
  if (name != std::string::npos) message.erase(0, name + 2);
  const std::size_t place = message.find(": ");
  if (message.starts_with("parse error") && place != std::string::npos) message.erase(0, place + 2);
  return message.substr(0, message.find("; last read: "));
}

std::string JsonDocument::with(const JsonValue& object, std::string_view key, std::string_view source) const {
  std::string edited = text_;
  if (const JsonMember* const member = object.find(key)) {
    return edited.replace(member->value.begin, member->value.end - member->value.begin, source);
  }
  const std::string added = "\"" + std::string(key) + "\": " + std::string(source);
  if (object.members.empty()) return edited.insert(object.begin + 1, added);
  const std::string layout = text_.substr(object.begin + 1, object.members.front().begin - object.begin - 1);
  return edited.insert(object.members.back().value.end, "," + layout + added);
}

std::string excerpt(std::string_view text) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (beginsCharacter(text[i]) && ++characters > 40) return std::string(text.substr(0, i)) + "...";
  }
  return std::string(text);
}

std::string jsonQuoted(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace better_bats::rules
