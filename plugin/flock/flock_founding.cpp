// From a list a flock to the table of flocks. SPDX-License-Identifier: MIT
#include "plugin/flock/flock_founding.hpp"

#include <algorithm>
#include <numeric>

namespace better_bats {

void FlockFounding::begin(Slot bats) {
  bats_.resize(bats);
  flocks_ = largest_ = 0;
}

void FlockFounding::clear(Slot begin, Slot end) noexcept {
  std::fill(bats_.begin() + begin, bats_.begin() + end, Bat{kNoSlot, kNoSlot, 0, 0});
}

void FlockFounding::joinOrFound(Slot seeker, Slot other) noexcept {
  if (!hasFlock(other)) {
    bats_[seeker] = {seeker, other, 2, flocks_++};
    bats_[other] = {seeker, kNoSlot, 0, 0};
    largest_ = std::max(largest_, 2U);
    return;
  }
  Bat& founder = bats_[bats_[other].founder];
  bats_[seeker] = {bats_[other].founder, founder.next, 0, 0};
  founder.next = seeker;
  largest_ = std::max(largest_, ++founder.size);
}

std::uint32_t FlockFounding::writeTo(FlockTable& table, std::uint64_t firstId, const ParallelLoop& loop) {
  if (flocks_ == 0) return 0;
  table.beginAnew(flocks_);
  const auto bats = static_cast<Slot>(bats_.size());
  const std::uint64_t chunks = slotChunks(bats);
  first_.assign(chunks + 1, 0);
  const auto visitFounders = [&](Slot begin, Slot end, auto&& visit) {
    for (Slot slot = begin; slot < end; ++slot) {
      if (isFounder(slot)) visit(slot);
    }
  };
  loop.run(chunks, 8, [&](std::uint64_t firstChunk, std::uint64_t endChunk) {
    forEachSlotChunk(firstChunk, endChunk, bats, [&](Slot begin, Slot end) {
      FlockIndex count = 0;
      visitFounders(begin, end, [&](Slot) { ++count; });
      first_[begin / kSlotChunk + 1] = count;
    });
  });
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  const auto writeThose = [&](std::uint64_t firstChunk, std::uint64_t endChunk, bool isSmall) {
    FlockIndex index = first_[firstChunk];
    forEachSlotChunk(firstChunk, endChunk, bats, [&](Slot begin, Slot end) {
      visitFounders(begin, end, [&](Slot founder) {
        if ((bats_[founder].size <= FlockTable::kSmall) == isSmall) write(founder, index, firstId, table);
        ++index;
      });
    });
  };
  loop.run(chunks, 8, [&](std::uint64_t begin, std::uint64_t end) { writeThose(begin, end, true); });
  if (largest_ > FlockTable::kSmall) writeThose(0, chunks, false);
  return flocks_;
}

/// The founder has the least id of all: had somebody with a lower one been near and without a flock, that bat would
/// have founded it.
void FlockFounding::write(Slot founder, FlockIndex index, std::uint64_t firstId, FlockTable& table) const {
  const std::uint32_t size = bats_[founder].size;
  std::array<Slot, FlockTable::kSmall> few;
  std::vector<Slot> many(size > few.size() ? size : 0);
  const std::span<Slot> joined = many.empty() ? std::span(few).first(size) : std::span(many);
  joined[0] = founder;
  Slot slot = bats_[founder].next;
  for (std::uint32_t i = size - 1; i > 0; --i, slot = bats_[slot].next) joined[i] = slot;
  table.put(index, firstId + bats_[founder].turn, joined,
            [&](Slot a, Slot b) { return a == founder || (b != founder && bats_[a].turn < bats_[b].turn); });
}

}  // namespace better_bats
