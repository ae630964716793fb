// A whole world driven by bytes: blocks, entities, clocks, rules, parameters, borders, deaths between and during ticks,
// and two sessions that must fly it alike. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "tests/fuzz/bytes.hpp"
#include "tests/support/fake_world.hpp"

namespace better_bats::test {

/// A promise that did not hold.
struct BrokenPromise : std::logic_error {
  using std::logic_error::logic_error;
};

/// A session of the plugin that is linked into the program.
class LinkedSession {
 public:
  LinkedSession(const World& world, Host host);
  LinkedSession(const LinkedSession&) = delete;
  LinkedSession& operator=(const LinkedSession&) = delete;
  ~LinkedSession();

  [[nodiscard]] better_bats_session* get() const noexcept { return session_; }
  [[nodiscard]] Status fly(std::span<Bat> bats) const;
  [[nodiscard]] Status fly(Bat& bat) const;
  [[nodiscard]] Status execute(const std::string& line) const;
  [[nodiscard]] std::string save() const;
  [[nodiscard]] Status load(const std::string& state) const;
  void reset() const;
  void startle(const better_bats_startle& startle) const;
  [[nodiscard]] FlockMembership flockOf(std::uint64_t id) const;
  [[nodiscard]] std::int64_t rule(const char* id) const;
  /// All rules with their values.
  [[nodiscard]] std::string rules() const;
  void complete(const std::string& line) const;
  /// Every function with null pointers and sizes that cannot be: each must refuse.
  void callNonsense() const;

 private:
  Host host_;
  better_bats_world worldTable_;
  better_bats_host hostTable_;
  better_bats_session* session_ = nullptr;
};

class WildWorld final : public FakeWorld {
 public:
  WildWorld();

  /// Does what the bytes say until they end, at most so many ticks, and looks at every promise after every tick. Throws
  /// BrokenPromise. Returns the number of ticks.
  int run(Bytes bytes, int mostTicks);

  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override;
  [[nodiscard]] Block block(BlockPos position) const override;
  Status probe(std::span<const Probe> probes, std::span<ProbeResult> results) const override;
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override;

 private:
  void change();
  void changeEntities();
  void changeWorld();
  void changeSettings();
  void tick();
  void expect();
  void flyTogether();
  void flyAmongChanges();
  void interfere() const;
  void checkWritten(const std::vector<Bat>& before, Status status) const;
  void checkFlocks() const;
  [[nodiscard]] double number();
  [[nodiscard]] Vec3 place();
  [[nodiscard]] Vec3 speed();

  mutable Bytes bytes_{{}};
  mutable std::vector<Bat> expected_;  ///< the bats as they must be but for velocities, while the plugin flies them
  mutable std::vector<bool> wasActive_;
  mutable bool interferes_ = false;
  std::uint64_t nextId_ = 1;
  std::string saved_ = "{}";
  LinkedSession first_, second_;
};

}  // namespace better_bats::test
