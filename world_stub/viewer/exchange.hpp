// What the tick thread and the network thread of the viewer hand to each other. SPDX-License-Identifier: MIT
//
// Neither ever waits for the other: each side leaves its newest in a place and takes what it finds. The tick thread
// makes no system call for it. Every function from any thread unless it says otherwise.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "world_stub/viewer/bytes.hpp"
#include "world_stub/viewer/terrain_tile.hpp"

namespace better_bats::stub {

/// What is told to every client, newest only.
enum class Topic : std::uint8_t { Settings, Figures, Statistics, Frame };
inline constexpr std::size_t topicCount = 4;

struct Published {
  SharedBytes bytes;         ///< null: nothing yet
  std::uint64_t number = 0;  ///< counts up with every publication of the topic
};

class Exchange {
 public:
  // ---- newest wins
  void publish(Topic topic, SharedBytes bytes) {
    const std::lock_guard lock(mutex_);
    Published& place = published_[static_cast<std::size_t>(topic)];
    place = {std::move(bytes), place.number + 1};
  }
  [[nodiscard]] Published newest(Topic topic) const {
    const std::lock_guard lock(mutex_);
    return published_[static_cast<std::size_t>(topic)];
  }

  // ---- how many listen: with nobody, the tick thread does nothing
  void setClients(std::size_t count) noexcept { clients_.store(count, std::memory_order_relaxed); }
  [[nodiscard]] std::size_t clients() const noexcept { return clients_.load(std::memory_order_relaxed); }

  // ---- terrain: asked for once, kept for all until the world changes
  /// The tile, or null and it is asked for. [Limit: the caller bounds how many it waits for]
  [[nodiscard]] SharedBytes tile(const TileKey& key);
  [[nodiscard]] std::optional<TileKey> nextWantedTile();
  void storeTile(const TileKey& key, SharedBytes bytes);
  void forgetTiles();

  // ---- bats that somebody follows
  void setFollowed(std::set<std::uint64_t> bats);
  [[nodiscard]] std::set<std::uint64_t> followed() const;
  void storeFollowed(std::map<std::uint64_t, SharedBytes> documents);
  [[nodiscard]] SharedBytes followed(std::uint64_t bat) const;

 private:
  static constexpr std::size_t mostTiles = 1024;  // about 40 MB
  static constexpr std::size_t mostWanted = 4096;

  mutable std::mutex mutex_;
  std::array<Published, topicCount> published_;
  std::atomic<std::size_t> clients_{0};
  std::map<TileKey, SharedBytes> tiles_;
  std::set<TileKey> wanted_;
  std::set<std::uint64_t> followed_;
  std::map<std::uint64_t, SharedBytes> followedDocuments_;
};

}  // namespace better_bats::stub
