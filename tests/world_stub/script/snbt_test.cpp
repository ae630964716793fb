// SNBT in, printed NBT out. SPDX-License-Identifier: MIT
#include <cmath>

#include "tests/support/catch.hpp"
#include "world_stub/script/nbt_path.hpp"
#include "world_stub/script/snbt.hpp"

namespace {

using better_bats::rules::CommandError;
using better_bats::rules::CommandReader;
using better_bats::stub::follow;
using better_bats::stub::Nbt;
using better_bats::stub::number;
using better_bats::stub::printed;
using better_bats::stub::readCompound;
using better_bats::stub::readNbt;
using better_bats::stub::readNbtPath;

[[nodiscard]] std::string reprinted(std::string_view text) {
  CommandReader reader(text);
  const Nbt value = readNbt(reader);
  REQUIRE_FALSE(reader.canRead());
  return printed(value);
}

[[nodiscard]] std::string refusal(std::string_view text) {
  CommandReader reader(text);
  try {
    static_cast<void>(readCompound(reader));
  } catch (const CommandError& error) {
    return error.what();
  }
  return "accepted";
}

[[nodiscard]] std::string followed(std::string_view path, std::string_view document) {
  CommandReader pathReader(path);
  CommandReader reader(document);
  try {
    return printed(follow(readNbtPath(pathReader), readNbt(reader)));
  } catch (const CommandError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("Numbers keep their types") {
  CHECK(reprinted("1b") == "1b");
  CHECK(reprinted("-128B") == "-128b");
  CHECK(reprinted("5s") == "5s");
  CHECK(reprinted("5") == "5");
  CHECK(reprinted("7L") == "7L");
  CHECK(reprinted("9223372036854775807l") == "9223372036854775807L");
  CHECK(reprinted("1.5f") == "1.5f");
  CHECK(reprinted("1.5") == "1.5d");
  CHECK(reprinted("2d") == "2.0d");
  CHECK(reprinted("1e-7") == "1.0E-7d");
  CHECK(reprinted("-.5") == "-0.5d");
  CHECK(reprinted("+5") == "5");
  CHECK(reprinted("true") == "1b");
  CHECK(reprinted("false") == "0b");
  CHECK(reprinted("NaN") == "NaNd");
  CHECK(reprinted("-Infinity") == "-Infinityd");
}

TEST_CASE("What is no number is a string") {
  CHECK(reprinted("abc") == "\"abc\"");
  CHECK(reprinted("128b") == "\"128b\"");
  CHECK(reprinted("99999999999") == "\"99999999999\"");
  CHECK(reprinted("nan") == "\"nan\"");
  CHECK(reprinted("inf") == "\"inf\"");
  CHECK(reprinted("1-2") == "\"1-2\"");
  CHECK(reprinted("\"a \\\"b\\\" \\\\\"") == R"('a "b" \\')");
  CHECK(reprinted("'it'") == "\"it\"");
}

TEST_CASE("Lists and compounds, with spaces and trailing commas") {
  CHECK(reprinted("[1, 2 ,3]") == "[1, 2, 3]");
  CHECK(reprinted("[]") == "[]");
  CHECK(reprinted("[a,]") == "[\"a\"]");
  CHECK(reprinted("{ Motion : [0.1,0,0] , \"a b\":{c:1b} }") == R"({Motion: [0.1d, 0, 0], "a b": {c: 1b}})");
  CHECK(reprinted("{a:1,a:2}") == "{a: 2}");
  CHECK(reprinted("{a:1,b:2,a:3,c:4,b:5}") == "{a: 3, b: 5, c: 4}");
  CHECK(reprinted("[I;1,-2]") == "[1, -2]");
  CHECK(reprinted("[B; 1b]") == "[1b]");
  CHECK(reprinted("[L;]") == "[]");
}

TEST_CASE("What is no SNBT says where") {
  CHECK(refusal("{a:1") == "Expected '}'");
  CHECK(refusal("{a}") == "Expected ':'");
  CHECK(refusal("{:1}") == "Expected key");
  CHECK(refusal("{a:}") == "Expected value");
  CHECK(refusal("{a:[d;1]}") == "Expected ']'");
  CHECK(refusal("{a:[1 2]}") == "Expected ']'");
  CHECK(refusal("[1]") == "Expected compound tag");
  CHECK(refusal("{a:\"b}") == "Unclosed quoted string");
  CHECK(refusal("{a:" + std::string(600, '[') + "}") == "Tried to read NBT tag with too high complexity");
}

TEST_CASE("Paths lead to keys and elements") {
  const std::string_view document = "{Pos:[1.0,2.0],a:{\"b c\":[{d:5}]}}";
  CHECK(followed("Pos", document) == "[1.0d, 2.0d]");
  CHECK(followed("Pos[1]", document) == "2.0d");
  CHECK(followed("Pos[-2]", document) == "1.0d");
  CHECK(followed("a.\"b c\"[0].d", document) == "5");
  CHECK(followed("Pos[2]", document) == "Found no elements matching Pos[2]");
  CHECK(followed("a.x.y", document) == "Found no elements matching a.x");
  CHECK(followed("Pos.", document) == "Invalid NBT path element");
  CHECK(followed("Pos[x]", document) == "Expected integer");
}

TEST_CASE("Every number is a number") {
  CHECK(number(Nbt{std::int8_t{3}}) == 3.0);
  CHECK(number(Nbt{2.5F}) == 2.5);
  CHECK_FALSE(number(Nbt{std::string("3")}).has_value());
}
