// JSON with places, its limits, and edits that leave the rest alone. SPDX-License-Identifier: MIT
#include "rules/json_document.hpp"

#include "rules/json_file.hpp"
#include "tests/support/catch.hpp"

using namespace better_bats::rules;
using Type = JsonValue::Type;

namespace {

std::string faultOf(const std::string& text) {
  try {
    const JsonDocument document(text);
  } catch (const JsonError& error) {
    return error.what();
  }
  return "no fault";
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

}  // namespace

TEST_CASE("values keep their type and their place") {
  const std::string text = "{\"a\": 12, \"b\" :\t[true, null , -0.5e1,\"x\\\"]\\u0041\"],\r\n \"c\":{\"d\" : 1e2}}";
  const JsonDocument document(text);
  const JsonValue& root = document.root();
  REQUIRE(root.members.size() == 3);
  CHECK(document.sourceOf(root) == text);
  CHECK(root.find("a")->value.type == Type::Integer);
  CHECK(root.find("a")->value.integer == 12);
  CHECK(root.find("a")->value.number == 12);
  CHECK(document.sourceOf(root.find("a")->value) == "12");
  const JsonValue& list = root.find("b")->value;
  REQUIRE(list.elements.size() == 4);
  CHECK(list.elements[0].boolean);
  CHECK(list.elements[1].type == Type::Null);
  CHECK(document.sourceOf(list.elements[1]) == "null");
  CHECK(list.elements[2].type == Type::Number);
  CHECK(list.elements[2].number == -5);
  CHECK(document.sourceOf(list.elements[2]) == "-0.5e1");
  CHECK(list.elements[3].string == "x\"]A");
  CHECK(document.sourceOf(list.elements[3]) == "\"x\\\"]\\u0041\"");
  CHECK(document.sourceOf(root.find("c")->value) == "{\"d\" : 1e2}");
  CHECK(root.find("c")->begin == text.find("\"c\""));
  CHECK(root.find("e") == nullptr);
}

TEST_CASE("big numbers are no integers, and endless ones no numbers") {
  CHECK(JsonDocument("9223372036854775807").root().integer == 9223372036854775807);
  CHECK(JsonDocument("9223372036854775808").root().type == Type::Number);
  CHECK(JsonDocument("99999999999999999999").root().type == Type::Number);
  CHECK(JsonDocument("5.0").root().type == Type::Number);
  CHECK(faultOf("[1e999]") == "line 1, column 6: number overflow parsing '1e999'");
}

TEST_CASE("faults have line and column") {
  CHECK(faultOf("{\n  \"a\": tru\n}").starts_with("line 2, column 11: syntax error while parsing value"));
  CHECK(faultOf("").starts_with("line 1, column 1: "));
  CHECK(faultOf("{\"a\": 1").starts_with("line 1, column 8: "));
  CHECK(faultOf("{\"ä\": x}").starts_with("line 1, column 7: "));
  CHECK(faultOf("{\"a\": 1}x").starts_with("line 1, column 9: "));
  CHECK(faultOf("{\"a\": \"" + std::string(100000, 'x')).size() < 200);
  CHECK(faultOf("\"\xFF\"").starts_with("line 1, column 2: "));
}

TEST_CASE("a byte-order mark and CR LF are accepted") {
  const std::string text = "\xEF\xBB\xBF{\r\n\"a\": 1,\r\n\"a\": 2}";
  CHECK(faultOf(text) == "line 3, column 1: the key \"a\" is there twice");
  CHECK(faultOf("\xEF\xBB\xBF{\"a\": 1, \"a\": 2}").starts_with("line 1, column 10: "));
  const JsonDocument document("\xEF\xBB\xBF{\r\n\"a\": 1\r\n}\r\n");
  CHECK(document.sourceOf(document.root().find("a")->value) == "1");
}

TEST_CASE("the same key twice is refused at any depth, the same key in two objects is not") {
  CHECK(faultOf(R"([{"x": {"k": 1, "j": 2, "k": 3}}])") == "line 1, column 25: the key \"k\" is there twice");
  CHECK(faultOf(R"({"k": 1, "\u006b": 2})") == "line 1, column 10: the key \"k\" is there twice");
  CHECK(faultOf(R"([{"k": 1}, {"k": {"k": 2}}])") == "no fault");
}

TEST_CASE("depth has a limit and costs no stack") {
  CHECK(faultOf(nested(JsonDocument::maximumDepth)) == "no fault");
  CHECK(faultOf(nested(JsonDocument::maximumDepth + 1)) == "line 1, column 33: nested too deeply");
  CHECK(faultOf(std::string(1000000, '[')) == "line 1, column 33: nested too deeply");
}

TEST_CASE("an edit changes one value and keeps the layout") {
  const std::string text = "{ \"x\": [1,2],\r\n\t\"r\": {\r\n\t\t\"a\": 1 ,\r\n\t\t\"b\": 1e0\r\n\t}\r\n}";
  const JsonDocument document(text);
  const JsonValue& object = document.root().find("r")->value;
  CHECK(document.with(object, "a", "20") ==
        "{ \"x\": [1,2],\r\n\t\"r\": {\r\n\t\t\"a\": 20 ,\r\n\t\t\"b\": 1e0\r\n\t}\r\n}");
  CHECK(document.with(object, "c", "true") ==
        "{ \"x\": [1,2],\r\n\t\"r\": {\r\n\t\t\"a\": 1 ,\r\n\t\t\"b\": 1e0,\r\n\t\t\"c\": true\r\n\t}\r\n}");
  const JsonDocument empty("{}");
  CHECK(empty.with(empty.root(), "a", "{}") == "{\"a\": {}}");
}

TEST_CASE("a file of ours is an object of format 1") {
  const auto broken = [](const std::string& text) {
    try {
      static_cast<void>(parseJsonFile("a.json", text));
    } catch (const BrokenFile& error) {
      return std::string(error.what());
    }
    return std::string("fine");
  };
  CHECK(broken("{\"format\": 1}") == "fine");
  CHECK(broken("{}") == "fine");
  CHECK(broken("[]") == "a.json: line 1, column 1: not an object");
  CHECK(broken("{\"format\": 2}") == "a.json: line 1, column 12: format is not 1, the only one this version knows");
  CHECK(broken("{\"format\": \"1\"}").starts_with("a.json: line 1, column 12: format is not 1"));
}

TEST_CASE("quoting and excerpts are fit for messages") {
  CHECK(jsonQuoted("a\"\n") == "\"a\\\"\\n\"");
  CHECK(excerpt("short") == "short");
  CHECK(excerpt(std::string(41, 'x')) == std::string(40, 'x') + "...");
  std::string umlauts;
  for (int i = 0; i < 50; ++i) umlauts += "ä";
  CHECK(excerpt(umlauts).size() == 83);
}
