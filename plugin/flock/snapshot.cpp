// Which of a host's entities are active bats, and their order. SPDX-License-Identifier: MIT
#include "plugin/flock/snapshot.hpp"

#include <algorithm>

#include "plugin/flight/vector_math.hpp"

namespace better_bats {
namespace {

constexpr std::uint32_t kActive = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;

bool sameState(const Entity& a, const Entity& b) noexcept {
  return a.position == b.position && a.velocity == b.velocity;
}

}  // namespace

void Snapshot::clear() noexcept {
  ids_.clear();
  for (auto* component : {&x_, &y_, &z_, &vx_, &vy_, &vz_}) component->clear();
  slotOfInput_.clear();
  candidates_.clear();
  rejected_.clear();
  lastFound_ = 0;
}

void Snapshot::take(std::span<const Entity> entities, EntityKind batKind, const DefectReport& report) {
  clear();
  slotOfInput_.assign(entities.size(), kNoSlot);
  collect(entities, batKind, report);
  for (std::size_t begin = 0; begin < candidates_.size();) {
    std::size_t end = begin + 1;
    while (end < candidates_.size() && candidates_[end].id == candidates_[begin].id) ++end;
    addTwins(entities, std::span(candidates_).subspan(begin, end - begin), report);
    begin = end;
  }
  std::sort(rejected_.begin(), rejected_.end());
}

void Snapshot::collect(std::span<const Entity> entities, EntityKind batKind, const DefectReport& report) {
  bool ascending = true;
  for (std::uint32_t i = 0; i < entities.size(); ++i) {
    const Entity& entity = entities[i];
    if ((entity.flags & kActive) != kActive) continue;
    if (entity.kind != batKind) {
      rejected_.push_back(entity.id);
      report(entity.id, Defect::NotABat);
    } else {
      ascending = ascending && (candidates_.empty() || candidates_.back().id <= entity.id);
      candidates_.push_back({entity.id, i});
    }
  }
  if (ascending) return;
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) { return a.id < b.id; });
}

void Snapshot::addTwins(std::span<const Entity> entities, std::span<const Candidate> twins,
                        const DefectReport& report) {
  const Entity& first = entities[twins.front().input];
  const auto all = [&](const auto& holds) {
    return std::all_of(twins.begin(), twins.end(), [&](const Candidate& twin) { return holds(entities[twin.input]); });
  };
  // One twin that is not usable speaks against the other too: a call for either finds it by the id that they share.
  const bool usable = all([](const Entity& bat) { return isUsable(bat.position) && isUsable(bat.velocity); });
  if (!usable || !all([&](const Entity& bat) { return sameState(bat, first); })) {
    rejected_.push_back(first.id);
    report(first.id, usable ? Defect::ConflictingTwin : Defect::NotUsable);
    return;
  }
  for (const Candidate& twin : twins) slotOfInput_[twin.input] = size();
  append(first);
}

void Snapshot::append(const Entity& bat) {
  const Vec3 p = bat.position;
  const bool isFirst = ids_.empty();
  low_ = isFirst ? p : Vec3{std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
  high_ = isFirst ? p : Vec3{std::max(high_.x, p.x), std::max(high_.y, p.y), std::max(high_.z, p.z)};
  ids_.push_back(bat.id);
  x_.push_back(p.x);
  y_.push_back(p.y);
  z_.push_back(p.z);
  vx_.push_back(bat.velocity.x);
  vy_.push_back(bat.velocity.y);
  vz_.push_back(bat.velocity.z);
}

Slot Snapshot::find(std::uint64_t id) const noexcept {
  for (Slot guess = lastFound_; guess < size() && guess < lastFound_ + 2; ++guess) {
    if (ids_[guess] == id) return lastFound_ = guess;
  }
  const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
  if (found == ids_.end() || *found != id) return kNoSlot;
  return lastFound_ = static_cast<Slot>(found - ids_.begin());
}

bool Snapshot::isRejected(std::uint64_t id) const noexcept {
  return std::binary_search(rejected_.begin(), rejected_.end(), id);
}

}  // namespace better_bats
