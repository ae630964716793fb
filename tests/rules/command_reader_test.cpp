// The reader against Brigadier's rules, and the errors' exact texts. SPDX-License-Identifier: MIT
#include "rules/command_reader.hpp"

#include <functional>

#include "tests/support/catch.hpp"

using better_bats::rules::CommandError;
using better_bats::rules::CommandReader;

namespace {

std::string failure(const std::function<void()>& read) {
  try {
    read();
  } catch (const CommandError& error) {
    return error.render();
  }
  return "no failure";
}

// What reading the argument after "test " says, the command ending after it.
template <typename Read>
std::string failureOf(const std::string& argument, Read read) {
  const std::string line = "test " + argument;
  CommandReader reader(line);
  static_cast<void>(reader.readWord());
  return failure([&] {
    reader.requireArgument();
    read(reader);
    reader.expectEnd();
  });
}

std::string intFailure(const std::string& argument) {
  return failureOf(argument, [](CommandReader& reader) { reader.readInt(0, 100); });
}
std::string doubleFailure(const std::string& argument) {
  return failureOf(argument, [](CommandReader& reader) { reader.readDouble(0, 64); });
}
std::string booleanFailure(const std::string& argument) {
  return failureOf(argument, [](CommandReader& reader) { reader.readBoolean(); });
}

}  // namespace

TEST_CASE("an error shows ten characters before the cursor and the rest of the line") {
  CHECK(CommandError("what", "0123456789abc", 10).render() == "what\n0123456789abc<--[HERE]");
  CHECK(CommandError("what", "0123456789abc", 11).render() == "what\n...123456789abc<--[HERE]");
  CHECK(CommandError("what", "abc", 0).render() == "what\nabc<--[HERE]");
  CHECK(CommandError("what", "abc", 99).render() == "what\nabc<--[HERE]");
  CHECK(CommandError("what").render() == "what");
  CHECK_FALSE(CommandError("what").cursor());
}

TEST_CASE("ten characters are not ten bytes: no UTF-8 sequence is cut") {
  const std::string bats = "äöüäöüäöüäöü";
  CHECK(CommandError("what", bats, bats.size()).render() == "what\n...üäöüäöüäöü<--[HERE]");
}

TEST_CASE("integers are read and refused as Brigadier does") {
  CHECK(intFailure("100") == "no failure");
  CHECK(intFailure("-0") == "no failure");
  CHECK(intFailure("007") == "no failure");
  CHECK(intFailure("101") == "Integer must not be more than 100: found 101\ntest 101<--[HERE]");
  CHECK(intFailure("-1") == "Integer must not be less than 0: found -1\ntest -1<--[HERE]");
  CHECK(intFailure("abc") == "Expected integer\ntest abc<--[HERE]");
  CHECK(intFailure("+5") == "Expected integer\ntest +5<--[HERE]");
  CHECK(intFailure("5.5") == "Invalid integer '5.5'\ntest 5.5<--[HERE]");
  CHECK(intFailure("4294967301") == "Invalid integer '4294967301'\ntest 4294967301<--[HERE]");
  CHECK(intFailure("--5") == "Invalid integer '--5'\ntest --5<--[HERE]");
  CHECK(intFailure("-") == "Invalid integer '-'\ntest -<--[HERE]");
  CHECK(intFailure("5x") == "Expected whitespace to end one argument, but found trailing data\ntest 5x<--[HERE]");
  CHECK(intFailure("1e1") == "Expected whitespace to end one argument, but found trailing data\ntest 1e1<--[HERE]");
}

TEST_CASE("the integers' whole range is read") {
  CHECK(CommandReader("2147483647").readInt() == 2147483647);
  CHECK(CommandReader("-2147483648").readInt() == -2147483647 - 1);
  CHECK(CommandReader("-9223372036854775808").readLong() == std::numeric_limits<std::int64_t>::min());
  CHECK(failure([] { CommandReader("9223372036854775808").readLong(); }) ==
        "Invalid long '9223372036854775808'\n9223372036854775808<--[HERE]");
  CHECK(failure([] { CommandReader("x").readLong(); }) == "Expected long\nx<--[HERE]");
  CHECK(failure([] { CommandReader("0").readLong(1); }) == "Long must not be less than 1: found 0\n0<--[HERE]");
}

TEST_CASE("doubles take fractions and exponents, and are always finite") {
  CHECK(CommandReader("-.5").readDouble() == -0.5);
  CHECK(CommandReader("5.").readDouble() == 5.0);
  CHECK(CommandReader("1.5e-3").readDouble() == 0.0015);
  CHECK(CommandReader("1E+2").readDouble() == 100.0);
  CHECK(doubleFailure("64") == "no failure");
  CHECK(doubleFailure("65") == "Double must not be more than 64.0: found 65.0\ntest 65<--[HERE]");
  CHECK(doubleFailure("-0.5") == "Double must not be less than 0.0: found -0.5\ntest -0.5<--[HERE]");
  CHECK(doubleFailure("nan") == "Expected double\ntest nan<--[HERE]");
  CHECK(doubleFailure("inf") == "Expected double\ntest inf<--[HERE]");
  CHECK(doubleFailure("1e999") == "Invalid double '1e999'\ntest 1e999<--[HERE]");
  CHECK(doubleFailure("1.2.3") == "Invalid double '1.2.3'\ntest 1.2.3<--[HERE]");
  CHECK(doubleFailure("1ex") == "Expected whitespace to end one argument, but found trailing data\ntest 1ex<--[HERE]");
  CHECK(doubleFailure("1e") == "Expected whitespace to end one argument, but found trailing data\ntest 1e<--[HERE]");
}

TEST_CASE("coordinates may be relative") {
  CHECK(CommandReader("-5.5").readCoordinate(100) == -5.5);
  CHECK(CommandReader("~").readCoordinate(100) == 100);
  CHECK(CommandReader("~ ~").readCoordinate() == 0);
  CHECK(CommandReader("~-1e1").readCoordinate(100) == 90);
  CHECK(failure([] { CommandReader("").readCoordinate(); }) == "Expected a coordinate\n<--[HERE]");
  CHECK(failure([] { CommandReader("~x").readCoordinate(); }) == "Expected double\n~x<--[HERE]");
}

TEST_CASE("booleans are two words") {
  CHECK(CommandReader("true").readBoolean());
  CHECK_FALSE(CommandReader("false").readBoolean());
  CHECK(booleanFailure("True") == "Invalid boolean, expected 'true' or 'false' but found 'True'\ntest True<--[HERE]");
  CHECK(booleanFailure("1") == "Invalid boolean, expected 'true' or 'false' but found '1'\ntest 1<--[HERE]");
  CHECK(booleanFailure(",") == "Expected boolean\ntest ,<--[HERE]");
}

TEST_CASE("strings are bare words or quoted") {
  CHECK(CommandReader("a_b-c.d+e:f").readString() == "a_b-c.d+e");
  CHECK(CommandReader(R"("two \"words\" \\")").readString() == R"(two "words" \)");
  CHECK(CommandReader("'it\"s'").readString() == "it\"s");
  CHECK(failure([] { CommandReader("\"open").readString(); }) == "Unclosed quoted string\n\"open<--[HERE]");
  CHECK(failure([] { CommandReader("\"open\\").readString(); }) == "Unclosed quoted string\n\"open\\<--[HERE]");
  CHECK(failure([] { CommandReader(R"("a\n")").readString(); }) ==
        "Invalid escape sequence 'n' in quoted string\n\"a\\n\"<--[HERE]");
  CHECK(failure([] { CommandReader("x").readQuotedString(); }) == "Expected quote to start a string\nx<--[HERE]");
}

TEST_CASE("words end at spaces, and the rest is the rest") {
  CommandReader reader("better-bats:bat_wander 5 a b");
  CHECK(reader.readWord() == "better-bats:bat_wander");
  REQUIRE(reader.nextArgument());
  CHECK(reader.readInt() == 5);
  REQUIRE(reader.nextArgument());
  CHECK(reader.readRest() == "a b");
  CHECK_FALSE(reader.nextArgument());
  CHECK(reader.readWord().empty());
}

TEST_CASE("several blanks are as good as one") {
  CommandReader reader("spawn   5    7   ");
  CHECK(reader.readWord() == "spawn");
  reader.requireArgument();
  CHECK(reader.readInt() == 5);
  REQUIRE(reader.nextArgument());
  CHECK(reader.cursor() == 13);
  CHECK(reader.readInt() == 7);
  CHECK_FALSE(reader.nextArgument());
  CHECK(failure([&] { reader.expectEnd(); }) == "Incorrect argument for command\n...n   5    7   <--[HERE]");
}

TEST_CASE("what is missing and what is too much has vanilla's words and place") {
  const auto incomplete = [](const std::string& line) {
    return failure([&] {
      CommandReader reader(line);
      static_cast<void>(reader.readWord());
      reader.requireArgument();
    });
  };
  CHECK(incomplete("gamerule") == "Unknown or incomplete command. See below for error\ngamerule<--[HERE]");
  CHECK(incomplete("gamerule ") == "Incorrect argument for command\ngamerule <--[HERE]");
  CHECK(intFailure("5 extra words") == "Incorrect argument for command\ntest 5 extra words<--[HERE]");
  CHECK(intFailure("5 ") == "Incorrect argument for command\ntest 5 <--[HERE]");
  CHECK(failure([] { CommandReader("[").expect('{'); }) == "Expected '{'\n[<--[HERE]");
}

TEST_CASE("the cursor stands at a number's start, and after it where junk follows") {
  const auto cut = [](const std::string& argument) {
    return failure([&] {
      const std::string line = "0123456789abcdef " + argument;
      CommandReader reader(line);
      static_cast<void>(reader.readWord());
      reader.requireArgument();
      reader.readInt(0, 100);
      reader.expectEnd();
    });
  };
  CHECK(cut("101") == "Integer must not be more than 100: found 101\n...789abcdef 101<--[HERE]");
  CHECK(cut("5.5") == "Invalid integer '5.5'\n...789abcdef 5.5<--[HERE]");
  CHECK(cut("20x") == "Expected whitespace to end one argument, but found trailing data\n...9abcdef 20x<--[HERE]");
  CHECK(cut("20 x") == "Incorrect argument for command\n...abcdef 20 x<--[HERE]");
}
