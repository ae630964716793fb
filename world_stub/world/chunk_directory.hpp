// Finds a chunk by its coordinates: a small open hash table whose order nobody sees. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "world_stub/world/chunk.hpp"

namespace better_bats::stub {

/// [tick-thread] for insert; find from any thread while nobody inserts. Chunks stay where they are for life.
class ChunkDirectory {
 public:
  struct Entry {
    std::int32_t x, z;  ///< chunk coordinates: those of a block, divided by 16 and rounded down
    std::unique_ptr<Chunk> chunk;
  };

  ChunkDirectory() = default;
  /// The chunks too.
  ChunkDirectory(const ChunkDirectory& other);
  ChunkDirectory& operator=(const ChunkDirectory&) = delete;
  ~ChunkDirectory() = default;

  [[nodiscard]] Chunk* find(std::int32_t chunkX, std::int32_t chunkZ) const noexcept {
    if (slots_.empty()) return nullptr;
    for (std::size_t slot = firstSlot(chunkX, chunkZ);; slot = (slot + 1) & (slots_.size() - 1)) {
      const Slot& at = slots_[slot];
      if (at.chunk == nullptr || (at.x == chunkX && at.z == chunkZ)) return at.chunk;
    }
  }

  /// [Limit: there is none yet at these coordinates]
  Chunk& insert(std::int32_t chunkX, std::int32_t chunkZ, std::unique_ptr<Chunk> chunk);

  /// In the order in which they came.
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }

 private:
  struct Slot {
    std::int32_t x = 0, z = 0;
    Chunk* chunk = nullptr;
  };

  [[nodiscard]] std::size_t firstSlot(std::int32_t chunkX, std::int32_t chunkZ) const noexcept {
    const std::uint64_t key =
        std::uint64_t{static_cast<std::uint32_t>(chunkX)} << 32U | static_cast<std::uint32_t>(chunkZ);
    return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15U >> 32U) & (slots_.size() - 1);
  }
  void place(std::int32_t chunkX, std::int32_t chunkZ, Chunk* chunk) noexcept;

  std::vector<Entry> entries_;
  std::vector<Slot> slots_;  // a power of two, at most half full
};

}  // namespace better_bats::stub
