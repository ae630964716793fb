// Reading and completing arguments. SPDX-License-Identifier: MIT
#include "world_stub/script/argument_types.hpp"

#include <array>
#include <optional>
#include <string>

#include "rules/number_text.hpp"
#include "world_stub/script/coordinates.hpp"
#include "world_stub/script/nbt_path.hpp"
#include "world_stub/script/selector.hpp"
#include "world_stub/script/snbt.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandReader;

[[nodiscard]] std::int64_t readWideInteger(CommandReader& reader) {
  const std::size_t start = reader.cursor();
  constexpr std::string_view allowed = "0123456789-.";
  while (reader.canRead() && allowed.find(reader.peek()) != std::string_view::npos) reader.skip();
  const std::string_view text = reader.line().substr(start, reader.cursor() - start);
  if (text.empty()) throw reader.error("Expected integer");
  if (const auto value = rules::fromText<std::int64_t>(text)) return *value;
  reader.setCursor(start);
  throw reader.error("Invalid integer '" + std::string(text) + "'");
}

[[nodiscard]] std::int64_t readTicks(CommandReader& reader, std::int64_t minimum) {
  const std::size_t start = reader.cursor();
  std::int64_t ticks = readWideInteger(reader);
  const std::string_view unit = reader.readUnquotedString();
  const std::int64_t scale = unit.empty() || unit == "t" ? 1 : unit == "s" ? 20 : unit == "d" ? 24000 : 0;
  if (scale == 0) throw reader.error("Invalid unit");
  if (__builtin_mul_overflow(ticks, scale, &ticks)) {
    throw reader.errorAt(start, "Invalid integer '" + std::string(reader.line().substr(start)) + "'");
  }
  if (ticks < minimum) {
    throw reader.error("The tick count must not be less than " + std::to_string(minimum) + ": found " +
                       std::to_string(ticks));
  }
  return ticks;
}

[[nodiscard]] double readFloat(CommandReader& reader, double minimum, double maximum) {
  const std::size_t start = reader.cursor();
  if (!reader.canRead() || std::string_view("0123456789.-").find(reader.peek()) == std::string_view::npos) {
    throw reader.error("Expected float");
  }
  const double value = reader.readDouble();
  if (value >= minimum && value <= maximum) return value;
  const bool low = value < minimum;
  throw reader.errorAt(start, std::string("Float must not be ") + (low ? "less" : "more") + " than " +
                                  rules::javaDouble(low ? minimum : maximum) + ": found " + rules::javaDouble(value));
}

[[nodiscard]] std::string withNamespace(const std::string& id) {
  return id.find(':') != std::string::npos ? id : "minecraft:" + id;
}

[[nodiscard]] BlockType readBlock(CommandReader& reader) {
  const std::size_t start = reader.cursor();
  const std::string id = readIdentifier(reader);
  if (const auto type = findBlockType(id)) return *type;
  std::vector<std::string_view> names;
  for (const BlockTraits& traits : blockTraits()) names.push_back(traits.name);
  throw reader.errorAt(start, "Unknown block type '" + withNamespace(id) + "'").withHint(identifierHint(id, names));
}

[[nodiscard]] EntityKind readEntityKind(CommandReader& reader) {
  const std::size_t start = reader.cursor();
  const std::string id = readIdentifier(reader);
  if (const auto kind = findEntityKind(id)) return *kind;
  throw reader.errorAt(start, "Can't find element '" + withNamespace(id) + "' of type 'minecraft:entity_type'")
      .withHint(entityKindHint(id));
}

[[nodiscard]] std::string readRestOfLine(CommandReader& reader) {
  if (!reader.canRead()) throw reader.unknownCommand(reader.cursor());
  return std::string(reader.readRest());
}

/// Offers a name, and with its namespace where that was begun.
void offerIdentifier(Suggestions& to, std::string_view name) {
  to.offer(name);
  const std::string full = withNamespace(std::string(name));
  if (!to.typed().empty() && full.rfind(to.typed(), 0) == 0) to.words.push_back(full);
}

void suggestEntityKinds(Suggestions& to) {
  for (EntityKind kind = 0; kind < entityKindCount; ++kind) offerIdentifier(to, nameOf(kind));
}

void suggestBlocks(Suggestions& to) {
  for (const BlockTraits& traits : blockTraits()) offerIdentifier(to, traits.name);
}

void suggestCoordinates(Suggestions& to) {
  for (const char* words : {"~", "~ ~", "~ ~ ~"}) to.offer(words);
}

/// Inside the brackets: the option that is being written.
void suggestSelectorOption(Suggestions& to, std::size_t optionStart) {
  const std::string_view option = to.line.substr(optionStart);
  const std::size_t equals = option.find('=');
  if (equals == std::string_view::npos) {
    to.start = optionStart;
    for (const char* name : {"type=", "tag=", "limit=", "sort=", "distance=", "x=", "y=", "z="}) to.offer(name);
    return;
  }
  to.start = optionStart + equals + 1;
  if (to.typed().substr(0, 1) == "!") ++to.start;
  const std::string_view name = option.substr(0, equals);
  if (name == "type") suggestEntityKinds(to);
  if (name == "sort") {
    for (const char* order : {"nearest", "furthest", "random", "arbitrary"}) to.offer(order);
  }
}

void suggestSelector(Suggestions& to) {
  const std::size_t separator = to.line.find_last_of("[,");
  if (separator != std::string_view::npos && separator > to.start) {
    suggestSelectorOption(to, separator + 1);
    return;
  }
  for (const char* selector : {"@e", "@e[", "@e[type=bat]"}) to.offer(selector);
}

/// An argument type of a function that reads the value.
template <typename Read>
[[nodiscard]] ArgumentType typeOf(
    Read read, std::function<void(Suggestions&)> suggest = [](Suggestions&) {}) {
  return {[read](CommandReader& reader) -> std::any { return read(reader); }, std::move(suggest)};
}

}  // namespace

ArgumentType integerArgument(std::int32_t minimum, std::int32_t maximum) {
  return typeOf([minimum, maximum](CommandReader& reader) { return reader.readInt(minimum, maximum); });
}

ArgumentType wideIntegerArgument() {
  return typeOf(readWideInteger);
}

ArgumentType ticksArgument(std::int64_t minimum) {
  return typeOf([minimum](CommandReader& reader) { return readTicks(reader, minimum); });
}

ArgumentType doubleArgument(double minimum, double maximum) {
  return typeOf([minimum, maximum](CommandReader& reader) { return reader.readDouble(minimum, maximum); });
}

ArgumentType floatArgument(double minimum, double maximum) {
  return typeOf([minimum, maximum](CommandReader& reader) { return readFloat(reader, minimum, maximum); });
}

ArgumentType wordArgument() {
  return typeOf([](CommandReader& reader) { return std::string(reader.readWord()); });
}

ArgumentType stringArgument() {
  return typeOf([](CommandReader& reader) {
    const bool quoted = reader.canRead() && (reader.peek() == '"' || reader.peek() == '\'');
    return quoted ? reader.readQuotedString() : std::string(reader.readWord());
  });
}

ArgumentType restArgument() {
  ArgumentType type = typeOf(readRestOfLine);
  type.keepsBlanks = true;
  return type;
}

ArgumentType positionArgument() {
  return typeOf(readPosition, suggestCoordinates);
}

ArgumentType blockPositionArgument() {
  return typeOf(readBlockPosition, suggestCoordinates);
}

ArgumentType blockArgument() {
  return typeOf(readBlock, suggestBlocks);
}

ArgumentType entityKindArgument() {
  return typeOf(readEntityKind, suggestEntityKinds);
}

ArgumentType selectorArgument() {
  return typeOf(readSelector, suggestSelector);
}

ArgumentType compoundArgument() {
  return typeOf(readCompound);
}

ArgumentType nbtPathArgument() {
  return typeOf(readNbtPath, [](Suggestions& to) {
    for (const char* key : {"Id", "Motion", "NoAI", "Pos", "Resting", "Tags"}) to.offer(key);
  });
}

}  // namespace better_bats::stub
