// The plugin's gamerules as a server sees them. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <better_bats/detail/collected.hpp>
#include <better_bats/status.hpp>

namespace better_bats {

/// A rule, by value: it stays true as of the moment it was asked for.
struct GameRule {
  std::string id;  ///< "better-bats:bat_alignment"
  std::string description;
  bool isBoolean = false;
  std::int64_t value = 0;  ///< booleans: 0 and 1
  std::int64_t defaultValue = 0, minimum = 0, maximum = 0;
};

/// Obtained from Plugin::gameRules(); lives as long as the plugin. [tick-thread]
class GameRules {
 public:
  GameRules(better_bats_session* session, const better_bats_rules_1* table) noexcept
      : session_(session), table_(table) {}
  GameRules(const GameRules&) = delete;  // the plugin keeps a pointer to the one that listens
  GameRules& operator=(const GameRules&) = delete;
  ~GameRules() = default;

  [[nodiscard]] std::vector<GameRule> all() const {
    using Rules = detail::Collected<std::vector<GameRule>>;
    Rules rules;
    const auto collect = [](void* to, const better_bats_rule* rule) noexcept {
      static_cast<Rules*>(to)->add([&](auto& list) { list.push_back(copy(*rule)); });
    };
    static_cast<void>(table_->enumerate(session_, collect, &rules));
    return rules.take();
  }

  [[nodiscard]] std::optional<std::int64_t> get(const std::string& id) const noexcept {
    std::int64_t value = 0;
    if (table_->get(session_, id.c_str(), &value) != BETTER_BATS_OK) return std::nullopt;
    return value;
  }

  /// OutOfRange and NotFound change nothing. With a rules file, Ok means that the file is durable.
  Status set(const std::string& id, std::int64_t value) const noexcept {
    return Status{table_->set(session_, id.c_str(), value)};
  }

  /// Calls `listener` after every change, whoever made it. One listener; an empty function ends it. What it throws is
  /// lost.
  Status onChanged(std::function<void(const GameRule&)> listener) {
    listener_ = std::move(listener);
    if (!listener_) return Status{table_->changed(session_, nullptr, nullptr)};
    const auto call = [](void* self, const better_bats_rule* rule) noexcept {
      try {
        static_cast<GameRules*>(self)->listener_(copy(*rule));
      } catch (...) {
        return;  // the rule is set, whatever its listener makes of it
      }
    };
    return Status{table_->changed(session_, call, this)};
  }

 private:
  [[nodiscard]] static GameRule copy(const better_bats_rule& rule) {
    return {rule.id,      rule.description, rule.type == BETTER_BATS_RULE_BOOLEAN, rule.value, rule.default_value,
            rule.minimum, rule.maximum};
  }

  better_bats_session* session_;
  const better_bats_rules_1* table_;
  std::function<void(const GameRule&)> listener_;
};

}  // namespace better_bats
