// The hash table of chunks. SPDX-License-Identifier: MIT
#include "world_stub/world/chunk_directory.hpp"

#include <utility>

namespace better_bats::stub {

ChunkDirectory::ChunkDirectory(const ChunkDirectory& other) {
  entries_.reserve(other.entries_.size());
  for (const Entry& entry : other.entries_) insert(entry.x, entry.z, std::make_unique<Chunk>(*entry.chunk));
}

Chunk& ChunkDirectory::insert(std::int32_t chunkX, std::int32_t chunkZ, std::unique_ptr<Chunk> chunk) {
  entries_.push_back({chunkX, chunkZ, std::move(chunk)});
  Chunk& inserted = *entries_.back().chunk;
  if (entries_.size() * 2 > slots_.size()) {
    slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, Slot{});
    for (const Entry& entry : entries_) place(entry.x, entry.z, entry.chunk.get());
  } else {
    place(chunkX, chunkZ, &inserted);
  }
  return inserted;
}

void ChunkDirectory::place(std::int32_t chunkX, std::int32_t chunkZ, Chunk* chunk) noexcept {
  std::size_t slot = firstSlot(chunkX, chunkZ);
  while (slots_[slot].chunk != nullptr) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = {chunkX, chunkZ, chunk};
}

}  // namespace better_bats::stub
