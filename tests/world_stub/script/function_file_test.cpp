// The rules of .mcfunction files. SPDX-License-Identifier: MIT
#include "world_stub/script/function_file.hpp"
#include "tests/support/catch.hpp"

namespace {

using better_bats::stub::readFunctionFile;
using better_bats::stub::ScriptError;
using better_bats::stub::splitFunction;

[[nodiscard]] std::string refusal(std::string_view content) {
  try {
    static_cast<void>(splitFunction(content, "f"));
  } catch (const ScriptError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("A script is its lines, trimmed, without blanks and comments") {
  const auto lines = splitFunction("\n  # a comment\nsay a\n\t \n  say b  \n#say c\nsay d # no comment", "f");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].text == "say a");
  CHECK(lines[0].number == 3);
  CHECK(lines[1].text == "say b");
  CHECK(lines[1].number == 5);
  CHECK(lines[2].text == "say d # no comment");
  CHECK(lines[2].number == 7);
}

TEST_CASE("A final backslash joins the next line, whose indentation goes") {
  const auto lines = splitFunction("say a \\\n   b\\\n\tc\nsay d", "f");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].text == "say a bc");
  CHECK(lines[0].number == 1);
  CHECK(lines[1].number == 4);
  CHECK(refusal("say a\nsay b \\") == "f:2: Line continuation at end of file");
}

TEST_CASE("CR LF and a byte-order mark are accepted") {
  const auto lines = splitFunction("\xEF\xBB\xBFsay a\r\nsay b \\\r\n c\r\n", "f");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].text == "say a");
  CHECK(lines[1].text == "say b c");
}

TEST_CASE("A leading slash is an error that says so") {
  CHECK(refusal("say a\n/say b").find("f:2: ") == 0);
  CHECK(refusal("/say b").find("did you mean 'say'? Do not use a preceding forwards slash.") != std::string::npos);
  CHECK(refusal("// a comment").find("use '#' not '//'") != std::string::npos);
}

TEST_CASE("Other faults of files") {
  CHECK(refusal(std::string_view("say \0", 5)) == "f:1: a null character is no text");
  CHECK(splitFunction("", "f").empty());
  CHECK_THROWS_AS(readFunctionFile("no/such/file.mcfunction"), ScriptError);
  CHECK_THROWS_AS(readFunctionFile("/"), ScriptError);
  CHECK_THROWS_WITH(readFunctionFile("/dev/zero"), "/dev/zero: Longer than 16777216 bytes");
}
