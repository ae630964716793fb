// better_bats.rules/1. SPDX-License-Identifier: MIT
#include "plugin/boundary/guard.hpp"

namespace better_bats {
namespace {

better_bats_status enumerate(better_bats_session* session, better_bats_rule_visitor visit, void* visitor) noexcept {
  return guarded(session, [&](Session& self) {
    if (visit == nullptr) return Status::InvalidArgument;
    for (const rules::GameRule& rule : self.settings().rules().rules()) {
      const better_bats_rule told = self.describeRule(rule);
      visit(visitor, &told);
    }
    return Status::Ok;
  });
}

better_bats_status get(better_bats_session* session, const char* id, std::int64_t* value) noexcept {
  return guarded(session, [&](Session& self) {
    if (id == nullptr || value == nullptr) return Status::InvalidArgument;
    const rules::GameRuleRegistry& registry = self.settings().rules();
    const rules::GameRule* rule = registry.find(id);
    if (rule == nullptr) return Status::NotFound;
    *value = registry.value(*rule);
    return Status::Ok;
  });
}

better_bats_status set(better_bats_session* session, const char* id, std::int64_t value) noexcept {
  return guarded(session,
                 [&](Session& self) { return id == nullptr ? Status::InvalidArgument : self.setRule(id, value); });
}

better_bats_status changed(better_bats_session* session, better_bats_rule_visitor changed, void* visitor) noexcept {
  return guarded(session, [&](Session& self) { return self.listenToRules(changed, visitor), Status::Ok; });
}

}  // namespace

constexpr better_bats_rules_1 kRulesTable{&enumerate, &get, &set, &changed};

}  // namespace better_bats
