// A whole world driven by bytes: blocks, entities, clocks, rules, parameters, borders, births and deaths between and
// during ticks, and two sessions that must fly it alike. SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
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
  [[nodiscard]] Status load(const std::string& text) const;
  void reset() const;
  void startle(const better_bats_startle& startle) const;
  [[nodiscard]] FlockMembership flockOf(std::uint64_t id) const;
  [[nodiscard]] std::int64_t rule(const char* id) const;
  /// The flight parameters by their names, as `better-bats get` tells them.
  [[nodiscard]] std::map<std::string, std::string> parameters() const;
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

inline constexpr std::uint32_t activeFlags = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;

/// A clock goes on after its last tick, too.
[[nodiscard]] std::int64_t later(std::int64_t clock, std::uint64_t by) noexcept;
[[nodiscard]] bool isUsable(Vec3 v) noexcept;
[[nodiscard]] bool isActiveBat(const Bat& bat) noexcept;

class WildWorld final : public FakeWorld {
 public:
  WildWorld();

  /// Does what the bytes say until they end, at most so many ticks, and looks at every promise after every tick. Throws
  /// BrokenPromise. Returns the number of ticks.
  int run(Bytes bytes, int mostTicks);

  [[nodiscard]] std::int64_t dayTime() const override;
  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override;
  [[nodiscard]] Block block(BlockPos position) const override;
  Status probe(std::span<const Probe> probes, std::span<ProbeResult> results) const override;
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override;

 private:
  static constexpr std::size_t mostBats = 120;

  /// What flight must keep to in one tick.
  struct Law {
    double minSpeed, maxSpeed;
    bool additive;
  };

  // Between ticks.
  void change();
  void changeEntities();
  void changeWorld();
  void changeBlocks();
  void changeLoaded();
  void changeSettings();
  [[nodiscard]] std::int32_t small();
  [[nodiscard]] double number();
  [[nodiscard]] Vec3 place();
  [[nodiscard]] Vec3 speed();

  // During ticks.
  void readRun(const Probe& probe, ProbeResult& answer) const;
  void requireSaidLoaded(std::int32_t x, std::int32_t z) const;
  void interfere() const;
  void interfereWithBats();
  void interfereWithWorld();

  void tick();
  void expect();
  void flyTogether();
  void flyAmongChanges();
  void beginAlike();
  void moveAll();
  void moveAmongBlocks(Bat& bat) const;

  // Promises.
  void checkWritten(const std::vector<Bat>& before, Status status) const;
  void checkSameFlight(const std::vector<Bat>& shuffled) const;
  void checkSpeeds(const std::vector<Bat>& before, const Law& law) const;
  void checkWalls(const std::vector<Bat>& before, const Law& law) const;
  void checkFlocks() const;
  void checkMembers() const;
  void checkSaved() const;
  [[nodiscard]] Law readLaw() const;
  [[nodiscard]] bool isUnloadedWithin(Vec3 position, double reach) const;
  [[nodiscard]] bool isSolidAt(Vec3 point) const;
  /// Where a bat at this position meets walls: the middle of its body.
  [[nodiscard]] static Vec3 wallPoint(Vec3 position);

  // While the plugin flies, everything may change from within its questions.
  mutable Bytes bytes_{{}};
  std::vector<Bat> expected_;  ///< the bats as they must be but for velocities, while the plugin flies them
  std::vector<std::optional<Vec3>> keeps_;  ///< the velocity of a bat that may not be written as it is
  std::vector<bool> unlisted_;              ///< bats that scans do not find in this tick
  std::vector<Bat> newborn_;                ///< bats that only scans find in this tick
  mutable std::map<std::pair<std::int32_t, std::int32_t>, bool> saidLoaded_;  ///< what was answered about columns
  mutable std::string broken_;  ///< found out in a callback, out of which nothing can be thrown
  std::set<std::int64_t> flownAt_;
  bool interferes_ = false;
  bool collides_ = false;  ///< whether blocks stop bats
  std::uint64_t nextId_ = 1;
  std::string saved_ = "{}";
  LinkedSession first_, second_;
};

}  // namespace better_bats::test
