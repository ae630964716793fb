// Reading entity selectors, with vanilla's rules and words. SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "rules/nearest_name.hpp"
#include "rules/number_text.hpp"
#include "world_stub/script/selector.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandReader;

/// One end of a range; nothing where it is open. Stops before `..`.
[[nodiscard]] std::optional<double> readRangeEnd(CommandReader& reader) {
  const std::size_t start = reader.cursor();
  constexpr std::string_view allowed = "0123456789-+eE";
  while (reader.canRead()) {
    const bool point = reader.peek() == '.' && reader.remaining().substr(0, 2) != "..";
    if (!point && allowed.find(reader.peek()) == std::string_view::npos) break;
    reader.skip();
  }
  const std::string_view text = reader.line().substr(start, reader.cursor() - start);
  if (text.empty()) return std::nullopt;
  const auto value = rules::fromText<double>(text);
  if (value) return value;
  reader.setCursor(start);
  throw reader.error("Invalid double '" + std::string(text) + "'");
}

/// Reads the options between the brackets into a selector.
class OptionReader {
 public:
  OptionReader(CommandReader& reader, EntitySelector& selector) : reader_(reader), selector_(selector) {}

  void read() {
    skipSpaces();
    while (reader_.canRead() && reader_.peek() != ']') {
      readOption();
      skipSpaces();
      if (!reader_.canRead() || reader_.peek() == ']') break;
      if (reader_.peek() != ',') throw reader_.error("Expected end of options");
      reader_.skip();
      skipSpaces();
    }
    if (!reader_.canRead()) throw reader_.error("Expected end of options");
    reader_.skip();
  }

 private:
  using Handler = void (OptionReader::*)();
  struct Option {
    std::string_view name;
    Handler handler;
    bool repeatable;
  };
  static const std::array<Option, 8> options;

  void skipSpaces() {
    while (reader_.canRead() && reader_.peek() == ' ') reader_.skip();
  }

  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const {
    throw reader_.errorAt(valueStart_, message).withHint(hint);
  }

  void readOption() {
    const std::size_t start = reader_.cursor();
    const std::string name = reader_.readString();
    const auto* option =
        std::find_if(options.begin(), options.end(), [&](const Option& known) { return known.name == name; });
    if (option == options.end()) {
      rules::NearestName nearest(name, 1);
      for (const Option& known : options) nearest.offer(known.name);
      throw reader_.errorAt(start, "Unknown option '" + name + "'").withHint(nearest.hint());
    }
    auto& used = used_[static_cast<std::size_t>(option - options.begin())];
    if (used && !option->repeatable) throw reader_.errorAt(start, "Option '" + name + "' isn't applicable here");
    used = true;
    skipSpaces();
    if (!reader_.canRead() || reader_.peek() != '=') {
      throw reader_.errorAt(start, "Expected value for option '" + name + "'");
    }
    reader_.skip();
    skipSpaces();
    valueStart_ = reader_.cursor();
    (this->*option->handler)();
  }

  [[nodiscard]] bool readNegation() {
    if (!reader_.canRead() || reader_.peek() != '!') return false;
    reader_.skip();
    skipSpaces();
    return true;
  }

  void readType() {
    const bool negated = readNegation();
    if (selector_.type || (!negated && !selector_.excludedTypes.empty())) {
      fail("Option 'type' isn't applicable here");
    }
    const std::string name = readIdentifier(reader_);
    const auto kind = findEntityKind(name);
    if (!kind) {
      const bool full = name.find(':') != std::string::npos;
      fail("Invalid or unknown entity type '" + (full ? name : "minecraft:" + name) + "'", entityKindHint(name));
    }
    if (negated) {
      selector_.excludedTypes.push_back(*kind);
    } else {
      selector_.type = kind;
    }
  }

  void readTag() {
    const bool negated = readNegation();
    selector_.tags.push_back({std::string(reader_.readUnquotedString()), negated});
  }

  void readLimit() {
    const std::int32_t limit = reader_.readInt();
    if (limit < 1) fail("Limit must be at least 1");
    selector_.limit = static_cast<std::size_t>(limit);
  }

  void readSort() {
    const std::string_view name = reader_.readUnquotedString();
    constexpr std::array<std::string_view, 4> names{"arbitrary", "nearest", "furthest", "random"};
    const auto* place = std::find(names.begin(), names.end(), name);
    if (place == names.end()) {
      rules::NearestName nearest(name, 1);
      for (const std::string_view known : names) nearest.offer(known);
      fail("Invalid or unknown sort type '" + std::string(name) + "'", nearest.hint());
    }
    selector_.order = static_cast<SelectorOrder>(place - names.begin());
  }

  void readDistance() {
    if (!reader_.canRead()) fail("Expected value or range of values");
    selector_.minDistance = readRangeEnd(reader_);
    if (reader_.remaining().substr(0, 2) == "..") {
      reader_.setCursor(reader_.cursor() + 2);
      selector_.maxDistance = readRangeEnd(reader_);
    } else {
      selector_.maxDistance = selector_.minDistance;
    }
    const auto& low = selector_.minDistance;
    const auto& high = selector_.maxDistance;
    if (!low && !high) fail("Expected value or range of values");
    if ((low && *low < 0) || (high && *high < 0)) fail("Distance cannot be negative");
    if (low && high && *low > *high) fail("Min cannot be bigger than max");
  }

  void readX() { selector_.origin.x = reader_.readDouble(); }
  void readY() { selector_.origin.y = reader_.readDouble(); }
  void readZ() { selector_.origin.z = reader_.readDouble(); }

  CommandReader& reader_;
  EntitySelector& selector_;
  std::array<bool, 8> used_{};
  std::size_t valueStart_ = 0;
};

const std::array<OptionReader::Option, 8> OptionReader::options{{{"distance", &OptionReader::readDistance, false},
                                                                 {"limit", &OptionReader::readLimit, false},
                                                                 {"sort", &OptionReader::readSort, false},
                                                                 {"tag", &OptionReader::readTag, true},
                                                                 {"type", &OptionReader::readType, true},
                                                                 {"x", &OptionReader::readX, false},
                                                                 {"y", &OptionReader::readY, false},
                                                                 {"z", &OptionReader::readZ, false}}};

}  // namespace

std::string readIdentifier(CommandReader& reader) {
  const std::size_t start = reader.cursor();
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_.-/:";
  while (reader.canRead() && allowed.find(reader.peek()) != std::string_view::npos) reader.skip();
  return std::string(reader.line().substr(start, reader.cursor() - start));
}

std::string identifierHint(std::string_view id, std::span<const std::string_view> names) {
  const std::size_t path = id.rfind(':') + 1;  // 0 where there is no namespace
  rules::NearestName nearest(id.substr(path), 1);
  for (const std::string_view name : names) nearest.offer(name);
  if (nearest.name().empty()) return {};
  return "Did you mean " + std::string(path > 0 ? "minecraft:" : "") + std::string(nearest.name()) + "?";
}

std::string entityKindHint(std::string_view id) {
  std::array<std::string_view, entityKindCount> names{};
  for (EntityKind kind = 0; kind < entityKindCount; ++kind) names[kind] = nameOf(kind);
  return identifierHint(id, names);
}

EntitySelector readSelector(CommandReader& reader) {
  const std::size_t start = reader.cursor();
  if (!reader.canRead() || reader.peek() != '@') throw reader.error("Invalid name or UUID");
  reader.skip();
  if (!reader.canRead() || reader.peek() == ' ') throw reader.error("Missing selector type");
  if (reader.peek() != 'e') {
    throw reader.error(std::string("Unknown selector type '@") + reader.peek() + "'")
        .withHint("This server has @e alone, for example @e[type=player]");
  }
  reader.skip();
  EntitySelector selector;
  if (reader.canRead() && reader.peek() == '[') {
    reader.skip();
    OptionReader(reader, selector).read();
  }
  selector.text = reader.line().substr(start, reader.cursor() - start);
  return selector;
}

}  // namespace better_bats::stub
