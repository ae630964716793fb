// Terrain and followed bats between the threads. SPDX-License-Identifier: MIT
#include "world_stub/viewer/exchange.hpp"

#include <utility>

namespace better_bats::stub {

SharedBytes Exchange::tile(const TileKey& key) {
  const std::lock_guard lock(mutex_);
  if (const auto found = tiles_.find(key); found != tiles_.end()) return found->second;
  if (wanted_.size() < mostWanted) wanted_.insert(key);
  return nullptr;
}

std::optional<TileKey> Exchange::nextWantedTile() {
  const std::lock_guard lock(mutex_);
  if (wanted_.empty()) return std::nullopt;
  return wanted_.extract(wanted_.begin()).value();
}

void Exchange::storeTile(const TileKey& key, SharedBytes bytes) {
  const std::lock_guard lock(mutex_);
  if (tiles_.size() >= mostTiles) tiles_.clear();
  tiles_[key] = std::move(bytes);
}

void Exchange::forgetTiles() {
  const std::lock_guard lock(mutex_);
  tiles_.clear();
}

void Exchange::setFollowed(std::set<std::uint64_t> bats) {
  const std::lock_guard lock(mutex_);
  followed_ = std::move(bats);
}

std::set<std::uint64_t> Exchange::followed() const {
  const std::lock_guard lock(mutex_);
  return followed_;
}

void Exchange::storeFollowed(std::map<std::uint64_t, SharedBytes> documents) {
  const std::lock_guard lock(mutex_);
  followedDocuments_ = std::move(documents);
}

SharedBytes Exchange::followed(std::uint64_t bat) const {
  const std::lock_guard lock(mutex_);
  const auto found = followedDocuments_.find(bat);
  return found == followedDocuments_.end() ? nullptr : found->second;
}

}  // namespace better_bats::stub
