// Assertions of scripts. SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/bat_fields.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/comparison.hpp"
#include "world_stub/script/entity_data.hpp"
#include "world_stub/script/numbers.hpp"
#include "world_stub/script/script_state.hpp"
#include "world_stub/script/selector.hpp"
#include "world_stub/script/statistics.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandError;
using Node = CommandNode;

/// A line that checks: it counts when it holds, and the last command's reply stays what it was.
template <typename Check>
[[nodiscard]] Execute assertion(Check check) {
  return [check](CommandSource& source, const Arguments& arguments) -> std::string {
    source.script->keepsReply = true;
    check(source, arguments);
    ++source.script->assertions;
    return {};
  };
}

void assertCount(CommandSource& source, const Arguments& arguments) {
  const auto& comparison = arguments.get<Comparison>("comparison");
  const std::size_t count = arguments.get<EntitySelector>("targets").select(source.server.world()).size();
  if (!comparison.holds(static_cast<double>(count))) {
    throw AssertionError("count " + comparison.text, std::to_string(count));
  }
}

// ---- fields of entities

struct FieldValues {
  std::vector<std::uint64_t> ids;
  std::vector<std::optional<double>> values;
  std::size_t holding = 0;
  std::optional<std::size_t> firstFailing;
};

[[nodiscard]] FieldValues evaluate(CommandSource& source, const Arguments& arguments, Field field) {
  const auto& comparison = arguments.get<Comparison>("comparison");
  FieldValues result;
  result.ids = arguments.get<EntitySelector>("targets").select(source.server.world());
  result.values = valuesOf(field, source.server, result.ids);
  for (std::size_t i = 0; i < result.ids.size(); ++i) {
    if (comparison.holds(result.values[i])) {
      ++result.holding;
    } else if (!result.firstFailing) {
      result.firstFailing = i;
    }
  }
  return result;
}

/// "12 of 60 do not; the first is Bat 7 with 95.2; all lie in 64.3..95.2".
[[nodiscard]] std::string failures(CommandSource& source, const FieldValues& result) {
  if (result.ids.empty()) return "no entity";
  const std::size_t failing = result.ids.size() - result.holding;
  const std::size_t first = *result.firstFailing;
  const EntityKind kind = source.server.world().entities().find(result.ids[first])->kind;
  std::string text = std::to_string(failing) + " of " + std::to_string(result.ids.size()) + " otherwise, the first " +
                     displayName(kind) + " " + std::to_string(result.ids[first]) + " with " +
                     shown(result.values[first]);
  std::optional<double> low;
  std::optional<double> high;
  for (const auto& value : result.values) {
    if (!value || std::isnan(*value)) continue;
    low = low ? std::min(*low, *value) : *value;
    high = high ? std::max(*high, *value) : *value;
  }
  if (low) text += "; they range from " + shown(low) + " to " + shown(high);
  return text;
}

[[nodiscard]] Execute assertField(Field field, bool every) {
  return assertion([field, every](CommandSource& source, const Arguments& arguments) {
    const FieldValues result = evaluate(source, arguments, field);
    const bool holds = every ? !result.ids.empty() && !result.firstFailing : result.holding > 0;
    if (holds) return;
    throw AssertionError((every ? "every " : "some ") + std::string(fieldNames()[static_cast<std::size_t>(field)]) +
                             " " + arguments.get<Comparison>("comparison").text,
                         failures(source, result));
  });
}

// ---- statistics and replies

[[nodiscard]] Execute assertStatistic(std::string_view name) {
  return assertion([name](CommandSource& source, const Arguments& arguments) {
    const auto& comparison = arguments.get<Comparison>("comparison");
    const auto figure = statistic(source.server, name);
    if (!comparison.holds(figure)) {
      throw AssertionError(std::string(name) + " " + comparison.text, shown(figure));
    }
  });
}

void assertOutput(CommandSource& source, const Arguments& arguments) {
  const auto& text = arguments.get<std::string>("text");
  const std::string& reply = source.script->lastReply;
  if (reply.find(text) == std::string::npos) {
    throw AssertionError("a reply that contains \"" + text + "\"", "\"" + reply + "\"");
  }
}

// ---- failures

/// `expect fail expect fail ...` is a command like any other, up to a depth.
class Nesting {
 public:
  explicit Nesting(ScriptState& script) : depth_(script.expectations) {
    constexpr int deepest = 16;
    if (depth_ >= deepest) throw CommandError("Expectations are nested too deeply");
    ++depth_;
  }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  int& depth_;
};

/// Why the command failed. Throws where it did not.
[[nodiscard]] std::string failureOf(CommandSource& source, const std::string& line) {
  std::string reply;
  try {
    reply = source.commands.parse(line, source.access).run(source);
  } catch (const CommandError& error) {
    return error.render();
  }
  source.script->lastReply = reply;
  throw AssertionError("the command fails", "it succeeded: \"" + reply + "\"");
}

std::string expectFail(CommandSource& source, const Arguments& arguments) {
  const Nesting nesting(*source.script);
  const std::string before = source.server.fingerprint();
  const std::size_t assertions = source.script->assertions;
  std::string reason = failureOf(source, arguments.get<std::string>("command"));
  source.script->keepsReply = true;
  source.script->lastReply = reason;
  if (source.server.fingerprint() != before) {
    throw AssertionError("the command fails and changes nothing", "it failed and changed something");
  }
  source.script->assertions = assertions + 1;
  return reason;
}

// ---- snapshots

std::string takeSnapshot(CommandSource& source, const Arguments& arguments) {
  source.script->keepsReply = true;
  const auto bats = source.server.world().entities().bats();
  source.script->snapshots[arguments.get<std::string>("name")] = {bats.begin(), bats.end()};
  return {};
}

[[nodiscard]] bool same(double a, double b, std::optional<double> tolerance) {
  if (tolerance && std::fabs(a - b) <= *tolerance) return true;
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

[[nodiscard]] bool same(Vec3 a, Vec3 b, std::optional<double> tolerance) {
  return same(a.x, b.x, tolerance) && same(a.y, b.y, tolerance) && same(a.z, b.z, tolerance);
}

[[nodiscard]] std::string text(Vec3 v) {
  return "(" + allDigits(v.x) + ", " + allDigits(v.y) + ", " + allDigits(v.z) + ")";
}

/// The first difference, as what was expected and what was found.
void compare(const std::vector<Entity>& before, std::span<const Entity> now, std::optional<double> tolerance) {
  if (before.size() != now.size()) {
    throw AssertionError(std::to_string(before.size()) + " bats", std::to_string(now.size()));
  }
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Entity& a = before[i];
    const Entity& b = now[i];
    const std::string bat = "Bat " + std::to_string(a.id);
    if (a.id != b.id) throw AssertionError(bat, "Bat " + std::to_string(b.id));
    if (!same(a.position, b.position, tolerance)) {
      throw AssertionError(bat + " at " + text(a.position), text(b.position));
    }
    if (!same(a.velocity, b.velocity, tolerance)) {
      throw AssertionError(bat + " with velocity " + text(a.velocity), text(b.velocity));
    }
  }
}

void assertSame(CommandSource& source, const Arguments& arguments) {
  const auto& name = arguments.get<std::string>("name");
  const auto snapshot = source.script->snapshots.find(name);
  if (snapshot == source.script->snapshots.end()) throw AssertionError("a snapshot '" + name + "'", "none");
  std::optional<double> tolerance;
  if (const auto* given = arguments.find<double>("tolerance")) tolerance = *given;
  compare(snapshot->second, source.server.world().entities().bats(), tolerance);
}

// ---- the tree

[[nodiscard]] Node fieldNode(const char* quantifier, bool every) {
  Node targets = Node::argument("targets", selectorArgument());
  for (std::size_t i = 0; i < fieldNames().size(); ++i) {
    targets = std::move(targets).then(
        Node::literal(std::string(fieldNames()[i]))
            .then(Node::argument("comparison", comparisonArgument(true)).does(assertField(Field(i), every))));
  }
  return Node::literal(quantifier).then(std::move(targets));
}

[[nodiscard]] Node statisticNode() {
  Node node = Node::literal("stat");
  for (const std::string_view name : statisticNames()) {
    node = std::move(node).then(
        Node::literal(std::string(name))
            .then(Node::argument("comparison", comparisonArgument(true)).does(assertStatistic(name))));
  }
  return node;
}

[[nodiscard]] Node sameNode() {
  return Node::literal("same").then(
      Node::argument("name", wordArgument())
          .does(assertion(assertSame))
          .then(Node::literal("within").then(
              Node::argument("tolerance", doubleArgument(0)).does(assertion(assertSame)))));
}

}  // namespace

void addAssertionCommands(CommandTree& commands) {
  commands.add(
      Node::literal("assert")
          .inScripts()
          .then(Node::literal("count").then(
              Node::argument("targets", selectorArgument())
                  .then(Node::argument("comparison", comparisonArgument(false)).does(assertion(assertCount)))))
          .then(fieldNode("every", true))
          .then(fieldNode("some", false))
          .then(statisticNode())
          .then(Node::literal("output").then(Node::argument("text", restArgument()).does(assertion(assertOutput))))
          .then(sameNode()));
  commands.add(Node::literal("expect").inScripts().then(
      Node::literal("fail").then(Node::argument("command", restArgument()).does(expectFail))));
  commands.add(Node::literal("snapshot").inScripts().then(Node::argument("name", wordArgument()).does(takeSnapshot)));
}

}  // namespace better_bats::stub
