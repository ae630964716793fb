// libFuzzer: the JSON files that people edit (rules, config, preset) and the saved state. A rule that was set is what
// the text says afterwards; a state that was taken is one that can be saved and taken again. SPDX-License-Identifier:
// MIT
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "plugin/settings/config.hpp"
#include "plugin/settings/presets.hpp"
#include "rules/bat_rules.hpp"
#include "rules/json_file.hpp"
#include "rules/rules_file.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/wild_world.hpp"

namespace better_bats::test {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

/// A file in memory with these bytes, by a path that it can be opened by.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    require(::write(descriptor_, content.data(), content.size()) == static_cast<ssize_t>(content.size()), "a file");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

template <typename Read>
void readAll(const Read& read) {
  try {
    read();
  } catch (const rules::FileError&) {
    return;  // with the place of what is wrong
  }
}

void editRule(const std::string& text) {
  const rules::GameRule& rule = rules::batRule(rules::BatRule::SwarmSize);
  const rules::JsonDocument document = rules::parseJsonFile("fuzz", text);
  const rules::JsonMember* rulesMember = document.root().find("rules");
  if (rulesMember == nullptr || rulesMember->value.type != rules::JsonValue::Type::Object) return;
  const rules::JsonDocument edited = rules::parseJsonFile("fuzz", document.with(rulesMember->value, rule.id, "77"));
  const rules::JsonMember* member = edited.root().find("rules")->value.find(rule.id);
  require(member != nullptr && member->value.integer == 77, "a rule that was set is what the file says");
  require(edited.root().members.size() == document.root().members.size(), "the rest of the file stays");
}

void takeState(const std::string& text) {
  FakeWorld world;
  world.ground = 0;
  world.bats = {makeBat(1, {0, 8, 0}, {0.2, 0, 0}), makeBat(2, {1, 8, 0}, {0.2, 0, 0})};
  const LinkedSession session(world, {});
  const std::string before = session.save();
  if (session.load(text) != Status::Ok) {
    require(session.save() == before, "a state that is refused changes nothing");
    return;
  }
  require(session.load(session.save()) == Status::Ok, "a state that was taken is saved as one that can be taken");
  for (int tick = 0; tick < 2; ++tick) {
    require(session.fly(world.bats) == Status::Ok, "bats fly after any state");
    const FlockMembership flock = session.flockOf(1);
    require(flock.size <= 5 && (flock.flock != 0) == (flock.size > 1), "flocks after any state are flocks");
    world.advance();
  }
}

}  // namespace
}  // namespace better_bats::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace better_bats;
  using namespace better_bats::test;
  const std::string text(textOf(data, size));
  const MemoryFile file(text);
  readAll([&] { static_cast<void>(rules::RulesFile(file.path()).read(rules::batRules())); });
  readAll([&] { static_cast<void>(loadConfig(file.path(), rules::batRules())); });
  readAll([&] { static_cast<void>(loadPreset(file.path())); });
  readAll([&] { editRule(text); });
  takeState(text);
  return 0;
}
