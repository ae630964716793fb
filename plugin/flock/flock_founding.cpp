// From a list a flock to the table of flocks. SPDX-License-Identifier: MIT
#include "plugin/flock/flock_founding.hpp"

#include <algorithm>

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
  constexpr Slot chunkSize = 4096;
  first_.assign((bats + chunkSize - 1) / chunkSize + 1, 0);
  const auto visitFounders = [&](std::uint64_t chunk, auto&& visit) {
    const auto begin = static_cast<Slot>(chunk * chunkSize);
    const Slot end = std::min(begin + chunkSize, bats);
    for (Slot slot = begin; slot < end; ++slot) {
      if (isFounder(slot)) visit(slot);
    }
  };
  loop.run(first_.size() - 1, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t chunk = begin; chunk < end; ++chunk) {
      FlockIndex count = 0;
      visitFounders(chunk, [&](Slot) { ++count; });
      first_[chunk + 1] = count;
    }
  });
  for (std::size_t chunk = 1; chunk < first_.size(); ++chunk) first_[chunk] += first_[chunk - 1];
  const auto writeThose = [&](std::uint64_t chunk, auto&& isWanted) {
    FlockIndex index = first_[chunk];
    visitFounders(chunk, [&](Slot founder) {
      if (isWanted(bats_[founder].size)) write(founder, index, firstId, table);
      ++index;
    });
  };
  loop.run(first_.size() - 1, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t chunk = begin; chunk < end; ++chunk) {
      writeThose(chunk, [](std::uint32_t size) { return size <= FlockTable::kSmall; });
    }
  });
  for (std::uint64_t chunk = 0; largest_ > FlockTable::kSmall && chunk + 1 < first_.size(); ++chunk) {
    writeThose(chunk, [](std::uint32_t size) { return size > FlockTable::kSmall; });
  }
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
