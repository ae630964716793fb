// The plugin as tests drive it. SPDX-License-Identifier: MIT
#include "tests/support/plugin_under_test.hpp"

#include <cstdlib>
#include <utility>

namespace better_bats::test {

namespace {

constexpr std::uint32_t consoleLevel = 4;

class Loaded final : public PluginUnderTest {
 public:
  Loaded(const std::string& path, const World& world, Host host)
      : plugin_(Plugin::load(path, world, std::move(host))) {}

  [[nodiscard]] const BatFlightHelper& flight() const override { return plugin_.flight(); }
  [[nodiscard]] GameRules& gameRules() override { return plugin_.gameRules(); }
  [[nodiscard]] CommandResult execute(const std::string& line) const override {
    return plugin_.execute(line, consoleLevel);
  }
  [[nodiscard]] FlockMembership flockOf(std::uint64_t bat) const override { return plugin_.flockOf(bat); }

 private:
  Plugin plugin_;
};

class Linked final : public PluginUnderTest {
 public:
  Linked(const better_bats_entry_table& entry, const World& world, Host host)
      : entry_(entry),
        host_(std::move(host)),
        worldTable_(detail::makeWorldTable(world)),
        hostTable_(detail::makeHostTable(host_, worldTable_, path_)),
        session_(create()),
        flight_(session_, extension<better_bats_flight_1>(BETTER_BATS_FLIGHT_1)),
        rules_(session_, extension<better_bats_rules_1>(BETTER_BATS_RULES_1)) {}
  Linked(const Linked&) = delete;
  Linked& operator=(const Linked&) = delete;
  ~Linked() override { entry_.destroy(session_); }

  [[nodiscard]] const BatFlightHelper& flight() const override { return flight_; }
  [[nodiscard]] GameRules& gameRules() override { return rules_; }
  [[nodiscard]] CommandResult execute(const std::string& line) const override {
    CommandResult result;
    const auto sink = sinkOf(result.reply);
    const auto* commands = extension<better_bats_commands_1>(BETTER_BATS_COMMANDS_1);
    result.status = Status{commands->execute(session_, line.c_str(), consoleLevel, &sink)};
    return result;
  }
  [[nodiscard]] FlockMembership flockOf(std::uint64_t bat) const override {
    FlockMembership membership;
    const auto* inspect = extension<better_bats_inspect_1>(BETTER_BATS_INSPECT_1);
    static_cast<void>(inspect->flock_of(session_, bat, &membership.flock, &membership.size));
    return membership;
  }

 private:
  template <typename Table>
  [[nodiscard]] const Table* extension(const char* id) const {
    return static_cast<const Table*>(entry_.extension(id));
  }

  [[nodiscard]] static better_bats_text_sink sinkOf(std::string& to) {
    return {&to, [](void* string, const char* text, std::uint64_t size) {
              static_cast<std::string*>(string)->append(text, size);
            }};
  }

  [[nodiscard]] better_bats_session* create() const {
    better_bats_session* session = nullptr;
    std::string reason;
    const auto sink = sinkOf(reason);
    if (entry_.create(&hostTable_, &sink, &session) != BETTER_BATS_OK) throw PluginError("linked plugin: " + reason);
    return session;
  }

  const better_bats_entry_table& entry_;
  Host host_;
  std::string path_ = "linked into the test";
  better_bats_world worldTable_;
  better_bats_host hostTable_;
  better_bats_session* session_;
  BatFlightHelper flight_;
  GameRules rules_;
};

}  // namespace

std::unique_ptr<PluginUnderTest> loadedPlugin(const std::string& path, const World& world, Host host) {
  return std::make_unique<Loaded>(path, world, std::move(host));
}

std::unique_ptr<PluginUnderTest> linkedPlugin(const better_bats_entry_table& entry, const World& world, Host host) {
  return std::make_unique<Linked>(entry, world, std::move(host));
}

std::string pluginPath() {
  const char* const path = std::getenv("BETTER_BATS_PLUGIN");
  return path != nullptr ? path : BETTER_BATS_PLUGIN_FILE;
}

}  // namespace better_bats::test
