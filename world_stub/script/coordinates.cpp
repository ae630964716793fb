// Reading positions. SPDX-License-Identifier: MIT
#include "world_stub/script/coordinates.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace better_bats::stub {
namespace {

using rules::CommandReader;

/// Three values with blanks between them, with vanilla's complaint where one is missing.
template <typename Read>
[[nodiscard]] auto readThree(CommandReader& reader, Read read) {
  const std::size_t start = reader.cursor();
  std::array<decltype(read(reader)), 3> values{};
  for (std::size_t axis = 0; axis < values.size(); ++axis) {
    if (axis > 0) {
      const bool apart = reader.canRead() && reader.peek() == ' ';
      if (!apart || !reader.nextArgument()) throw reader.errorAt(start, "Incomplete (expected 3 coordinates)");
    }
    values[axis] = read(reader);
  }
  return values;
}

/// Where whole numbers are wanted the complaint is about those, though a double is read.
[[nodiscard]] double readWholeCoordinate(CommandReader& reader) {
  if (reader.peek() == '~') return readCoordinate(reader);
  if (std::string_view("0123456789.-").find(reader.peek()) == std::string_view::npos)
    throw reader.error("Expected integer");
  try {
    return reader.readDouble();
  } catch (const rules::CommandError&) {
    const std::string_view rest = reader.remaining();  // the cursor is back at the number's start
    throw reader.error("Invalid integer '" + std::string(rest.substr(0, rest.find(' '))) + "'");
  }
}

[[nodiscard]] std::int32_t readBlockCoordinate(CommandReader& reader) {
  const std::size_t start = reader.cursor();
  if (!reader.canRead()) throw reader.error("Expected a block position");
  const double value = readWholeCoordinate(reader);
  if (value != std::floor(value)) {
    const std::string text(reader.line().substr(start, reader.cursor() - start));
    reader.setCursor(start);
    throw reader.error("Invalid integer '" + text + "'");
  }
  if (std::fabs(value) > std::numeric_limits<std::int32_t>::max()) {
    reader.setCursor(start);
    throw reader.error("That position is out of this world!");
  }
  return static_cast<std::int32_t>(value);
}

}  // namespace

double readCoordinate(CommandReader& reader) {
  if (!reader.canRead()) throw reader.error("Expected a coordinate");
  if (reader.peek() != '~') return reader.readDouble();
  reader.skip();
  return reader.canRead() && reader.peek() != ' ' ? reader.readDouble() : 0.0;
}

Vec3 readPosition(CommandReader& reader) {
  const auto values = readThree(reader, readCoordinate);
  return {values[0], values[1], values[2]};
}

BlockPos readBlockPosition(CommandReader& reader) {
  const auto values = readThree(reader, readBlockCoordinate);
  return {values[0], values[1], values[2]};
}

}  // namespace better_bats::stub
