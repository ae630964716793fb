// The host's world behind its C table: defaults for what it does not answer, and no answer for what fails.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <better_bats/world.hpp>

namespace better_bats {

/// A question about terrain and what came of it.
struct ProbeRecord {
  Probe probe{};
  ProbeResult result{};
  bool answered = false;
};

class HostWorld {
 public:
  /// Borrows the table, which must be complete (see missingFunction).
  explicit HostWorld(const better_bats_world* table) noexcept : table_(table) {}

  /// The name of a function that a table must have and this one has not; null where it is complete.
  [[nodiscard]] static const char* missingFunction(const better_bats_world& table) noexcept;

  [[nodiscard]] std::optional<std::int64_t> gameTime() const noexcept { return ask<std::int64_t>(table_->game_time); }
  [[nodiscard]] std::optional<std::int64_t> dayTime() const noexcept { return ask<std::int64_t>(table_->day_time); }
  [[nodiscard]] std::optional<std::int64_t> seed() const noexcept { return ask<std::int64_t>(table_->seed); }
  [[nodiscard]] std::optional<Bounds> bounds() const noexcept { return ask<Bounds>(table_->bounds); }
  /// The number of a kind, nothing where the world has none of that id. @returns false when the host failed.
  [[nodiscard]] bool findKind(const std::string& id, std::optional<EntityKind>& kind) const noexcept;

  /// By the clock where the host has no answer of its own.
  [[nodiscard]] std::optional<bool> isNight(std::int64_t dayTime) const noexcept;

  /// Answers all probes: in one call, one by one where that fails, from the single functions where there is no bulk
  /// call. @returns whether all have an answer; hasAnswer() tells of which.
  [[nodiscard]] bool probe(std::span<const Probe> probes, std::span<ProbeResult> results) const;
  /// Whether there is an answer to one of the probes, of which all have one or not.
  [[nodiscard]] static bool hasAnswer(bool all, const ProbeResult& result) noexcept {
    return all || result.reserved != kNoAnswer;
  }

  /// From now on every question of probe() is written down there too. Not while several threads ask.
  void recordInto(std::vector<ProbeRecord>& records) noexcept { records_ = &records; }

  /// Appends every loaded entity of these kinds in the box, and none of another kind. @returns false when the host
  /// failed.
  [[nodiscard]] bool scanEntities(const Box& box, std::span<const EntityKind> kinds,
                                  std::vector<Entity>& entities) const;

 private:
  static constexpr std::uint8_t kNoAnswer = 1;

  template <typename Value, typename Function>
  [[nodiscard]] std::optional<Value> ask(Function function) const noexcept {
    Value value{};
    if (function(table_->context, &value) != BETTER_BATS_OK) return std::nullopt;
    return value;
  }
  [[nodiscard]] bool answer(std::span<const Probe> probes, std::span<ProbeResult> results) const noexcept;
  [[nodiscard]] bool probeByParts(const Probe& probe, ProbeResult& result) const noexcept;
  [[nodiscard]] bool skyByParts(const Probe& probe, ProbeResult& result) const noexcept;

  const better_bats_world* table_;
  std::vector<ProbeRecord>* records_ = nullptr;
};

}  // namespace better_bats
