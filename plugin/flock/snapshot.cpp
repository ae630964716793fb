// Following the same bats from tick to tick, and taking stock where they are not the same. SPDX-License-Identifier: MIT
#include "plugin/flock/snapshot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plugin/flight/vector_math.hpp"
#include "plugin/flock/flight_kernels.hpp"

namespace better_bats {
namespace {

bool sameState(const Entity& a, const Entity& b) noexcept {
  return a.position == b.position && a.velocity == b.velocity;
}

}  // namespace

bool Snapshot::refresh(std::span<const Entity> entities, EntityKind batKind, const FlightKernels& kernels,
                       const ParallelLoop& loop, const FilledRange& filled) {
  // Twins and defects are rare, and have to be looked at and reported each time.
  if (entities.size() != inputs_ || !twins_.empty() || !rejected_.empty()) return false;
  if (std::any_of(others_.begin(), others_.end(), [&](std::uint32_t input) { return isActive(entities[input]); })) {
    return false;
  }
  chunks_.assign(slotChunks(size()), {});
  std::atomic<bool> same{true};
  loop.run(chunks_.size(), 4, [&](std::uint64_t firstChunk, std::uint64_t endChunk) {
    forEachSlotChunk(firstChunk, endChunk, size(), [&](Slot begin, Slot end) {
      if (!same) return;
      ChunkSummary& summary = chunks_[begin / kSlotChunk];
      const double farthestSquared = summary.farthestSquared;
      kernels.refresh(std::span(bats_).subspan(begin, end - begin), entities.data(), batKind, summary);
      // A piece that is run once more finds its bats where they are by now.
      summary.farthestSquared = std::max(summary.farthestSquared, farthestSquared);
      if (!summary.same) {
        same = false;  // perhaps by a bat that is at no place at all
      } else {
        filled(begin, end);
      }
    });
  });
  if (!same) return false;
  box_ = {};
  double farthestSquared = 0;
  for (const ChunkSummary& chunk : chunks_) {
    box_.include(chunk.box);
    farthestSquared = std::max(farthestSquared, chunk.farthestSquared);
  }
  travelled_ += std::min(2 * std::sqrt(farthestSquared) + 1e-6, kFar);
  ++age_;
  return true;
}

Snapshot::Renumbering Snapshot::renew(std::span<const Entity> entities, EntityKind batKind, const DefectReport& report,
                                      const ParallelLoop& loop) {
  inputs_ = entities.size();
  age_ = 0;
  travelled_ += kFar;
  collect(entities, batKind, report);
  takeCandidates(entities, report);
  // Both lists ascend: where an old id went is found in one pass over both.
  renumbering_.resize(bats_.size());
  std::size_t now = 0;
  for (const Slot before : slotOfRank_) {
    const std::uint64_t id = bats_[before].id;
    while (now < candidates_.size() && candidates_[now].id < id) ++now;
    const bool isThere = now < candidates_.size() && candidates_[now].id == id;
    renumbering_[before] = isThere ? static_cast<Slot>(now) : kNoSlot;
  }
  numberById(entities, loop);
  return renumbering_;
}

void Snapshot::collect(std::span<const Entity> entities, EntityKind batKind, const DefectReport& report) {
  candidates_.clear();
  candidates_.reserve(entities.size());
  others_.clear();
  rejected_.clear();
  bool ascending = true;
  for (std::uint32_t i = 0; i < entities.size(); ++i) {
    const Entity& entity = entities[i];
    if (!isActive(entity)) {
      others_.push_back(i);
    } else if (entity.kind != batKind) {
      rejected_.push_back(entity.id);
      report(entity.id, Defect::NotABat);
    } else {
      ascending = ascending && (candidates_.empty() || candidates_.back().id <= entity.id);
      candidates_.push_back({entity.id, i});
    }
  }
  if (ascending) return;
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.id != b.id ? a.id < b.id : a.input < b.input; });
}

/// Leaves one candidate for each bat.
void Snapshot::takeCandidates(std::span<const Entity> entities, const DefectReport& report) {
  twins_.clear();
  std::size_t taken = 0;
  for (std::size_t begin = 0, end = 0; begin < candidates_.size(); begin = end) {
    const Candidate first = candidates_[begin];
    bool agree = true;
    bool usable = true;
    // One twin that is not usable speaks against the others too: they are told apart by nothing but the id they share.
    for (end = begin; end < candidates_.size() && candidates_[end].id == first.id; ++end) {
      const Entity& twin = entities[candidates_[end].input];
      usable = usable && isUsable(twin.position) && isUsable(twin.velocity);
      agree = agree && sameState(twin, entities[first.input]);
    }
    if (!usable || !agree) {
      rejected_.push_back(first.id);
      report(first.id, usable ? Defect::ConflictingTwin : Defect::NotUsable);
      continue;
    }
    for (std::size_t i = begin + 1; i < end; ++i) twins_.push_back({candidates_[i].input, first.input});
    candidates_[taken++] = first;
  }
  candidates_.resize(taken);
  std::sort(rejected_.begin(), rejected_.end());
}

void Snapshot::numberById(std::span<const Entity> entities, const ParallelLoop& loop) {
  const std::size_t count = candidates_.size();
  slotOfRank_.resize(count);
  bats_.resize(count);
  chunks_.resize(slotChunks(size()));
  loop.run(chunks_.size(), 16, [&](std::uint64_t firstChunk, std::uint64_t endChunk) {
    forEachSlotChunk(firstChunk, endChunk, size(), [&](Slot begin, Slot end) {
      BoundingBox& box = chunks_[begin / kSlotChunk].box = {};
      for (Slot slot = begin; slot < end; ++slot) {
        const Entity& entity = entities[candidates_[slot].input];
        bats_[slot] = {entity.position, entity.velocity, entity.id, slot, candidates_[slot].input};
        slotOfRank_[slot] = slot;
        box.include({entity.position, entity.position});
      }
    });
  });
  box_ = {};
  for (const ChunkSummary& chunk : chunks_) box_.include(chunk.box);
}

Snapshot::Renumbering Snapshot::reorder(std::span<const Slot> order, std::span<const Entity> entities,
                                        const ParallelLoop& loop) {
  age_ = 0;
  renumbering_.resize(order.size());
  loop.run(order.size(), 4096, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto now = static_cast<Slot>(begin); now < end; ++now) {
      const Slot before = order[now];
      renumbering_[before] = now;
      slotOfRank_[bats_[before].rank] = now;
    }
  });
  loop.run(order.size(), 4096, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto rank = static_cast<std::uint32_t>(begin); rank < end; ++rank) {
      const Entity& entity = entities[candidates_[rank].input];
      bats_[slotOfRank_[rank]] = {entity.position, entity.velocity, entity.id, rank, candidates_[rank].input};
    }
  });
  return renumbering_;
}

void Snapshot::adopt(std::span<const std::uint64_t> ids) {
  inputs_ = std::numeric_limits<std::size_t>::max();  // nobody hands in so many: renew() is next
  travelled_ += kFar;
  slotOfRank_.resize(ids.size());
  bats_.resize(ids.size());
  candidates_.resize(ids.size());
  twins_.clear();
  rejected_.clear();
  for (Slot slot = 0; slot < ids.size(); ++slot) {
    candidates_[slot] = {ids[slot], 0};
    bats_[slot] = {{}, {}, ids[slot], slot, 0};
    slotOfRank_[slot] = slot;
  }
}

Slot Snapshot::find(std::uint64_t id, std::uint32_t& hint) const noexcept {
  for (std::uint32_t guess = hint; guess < candidates_.size() && guess < hint + 2; ++guess) {
    if (candidates_[guess].id == id) return slotOfRank_[hint = guess];
  }
  const auto isBefore = [](const Candidate& candidate, std::uint64_t wanted) { return candidate.id < wanted; };
  const auto found = std::lower_bound(candidates_.begin(), candidates_.end(), id, isBefore);
  if (found == candidates_.end() || found->id != id) return kNoSlot;
  hint = static_cast<std::uint32_t>(found - candidates_.begin());
  return slotOfRank_[hint];
}

bool Snapshot::isRejected(std::uint64_t id) const noexcept {
  return std::binary_search(rejected_.begin(), rejected_.end(), id);
}

}  // namespace better_bats
