// One world's plugin: settings, engine and log, behind the boundary's function tables. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "plugin/command/plugin_services.hpp"
#include "plugin/flock/flight_engine.hpp"
#include "plugin/inspect/flock_statistics.hpp"
#include "plugin/inspect/invariants.hpp"
#include "plugin/log/log.hpp"
#include "plugin/settings/settings.hpp"

namespace better_bats {

class Session : public PluginServices {
 public:
  /// What is wrong with a host's table, nothing where it can be used.
  [[nodiscard]] static std::string faultOf(const better_bats_host* host);

  /// Copies the host's table and reads its files. @throws std::exception where a file cannot be read.
  explicit Session(const better_bats_host& host);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() override = default;

  // See guarded().
  std::atomic<bool> entered{false};  ///< a call is under way
  std::atomic<bool> doomed{false};   ///< destroyed while it was

  Status applyFlightForces(Entity& bat);
  Status applyFlightForces(std::span<Entity> bats);
  Status startle(const Startle& startle, std::uint64_t ticks);
  void reset();

  [[nodiscard]] better_bats_rule describeRule(const rules::GameRule& rule) const noexcept;
  Status setRule(std::string_view id, std::int64_t value);
  void listenToRules(better_bats_rule_visitor changed, void* visitor);

  [[nodiscard]] FlockOfBat flockOf(std::uint64_t id) const noexcept;
  Status explain(std::uint64_t id, const std::function<void(const char*, Vec3)>& record);
  Status measure(const FigureVisitor& visit) const;
  Status dump(std::string& json) const;
  [[nodiscard]] std::string saveState() const;
  Status loadState(std::string_view json);

  // For commands.
  [[nodiscard]] Settings& settings() override { return settings_; }
  [[nodiscard]] Identity identity() const override;
  void startle(Vec3 position, double radius, double force, std::uint64_t ticks) override;
  std::uint64_t spawn(std::uint64_t count, std::int64_t seed) override;
  [[nodiscard]] bool knowsKind(const std::string& id) const override;
  void statistics(const FigureVisitor& visit) override;
  void health(const FigureVisitor& visit) override;
  [[nodiscard]] std::string dumpJson() override;

  void reportFault(const char* what) noexcept;

 private:
  static constexpr std::size_t kMostStartles = 4096;

  class CallTimer;

  Status fly(std::optional<std::span<const Entity>> all, std::span<Entity> bats);
  [[nodiscard]] FlightRules flightRules() const noexcept;
  [[nodiscard]] static Status checkStartle(const Startle& startle) noexcept;
  void reportDefect(std::uint64_t id, Defect defect);
  void noteFailure(std::string text);
  void checkFlocks();
  void checkVelocities(std::span<const Entity> bats) const;

  better_bats_host host_;
  Log log_;
  HostWorld world_;
  ParallelLoop loop_;
  Settings settings_;
  std::uint64_t parametersTaken_ = 0;  ///< the revision that the engine has
  std::string pluginPath_;
  FlightEngine engine_;
  Invariants invariants_;

  std::unordered_set<std::uint64_t> reported_;  ///< entities that were left out and named in the log
  std::uint64_t skipped_ = 0;                   ///< in the last snapshot
  std::uint64_t failedQueries_ = 0;             ///< bats that the world had no answer for, since creation
  std::uint64_t snapshots_ = 0;
  std::int64_t tickNanoseconds_ = 0, lastTickNanoseconds_ = 0;
  std::string lastError_;
};

}  // namespace better_bats
