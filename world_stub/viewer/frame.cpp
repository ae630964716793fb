// Writing frames. SPDX-License-Identifier: MIT
#include "world_stub/viewer/frame.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <mutex>
#include <utility>

namespace better_bats::stub {
namespace {

constexpr std::uint8_t frameKind = 1;
constexpr std::uint8_t version = 1;
constexpr std::size_t flockTurns = 20;
constexpr std::size_t floatTriple = 12;
constexpr std::int64_t dayLength = 24000;

// One by one: by way of an array they would be stored twice.
void putVec(char* to, Vec3 vector) noexcept {
  const auto x = static_cast<float>(vector.x);
  const auto y = static_cast<float>(vector.y);
  const auto z = static_cast<float>(vector.z);
  std::memcpy(to, &x, sizeof x);
  std::memcpy(to + sizeof x, &y, sizeof y);
  std::memcpy(to + sizeof x + sizeof y, &z, sizeof z);
}

[[nodiscard]] std::uint32_t shortId(std::uint64_t id, std::uint64_t base) noexcept {
  constexpr std::uint64_t most = 0xFFFFFFFF;
  return static_cast<std::uint32_t>(std::min(id - base, most));
}

[[nodiscard]] std::size_t roundedUp(std::size_t size) noexcept {
  return (size + 3) / 4 * 4;
}

[[nodiscard]] std::size_t sizeOf(std::size_t bats, std::size_t others) noexcept {
  return frameHeaderSize + bats * 32 + roundedUp(bats) + others * floatTriple + others;
}

[[nodiscard]] std::uint8_t stateOf(const Entity& bat) noexcept {
  return (bat.flags & BETTER_BATS_ENTITY_FLYING) != 0 ? 0 : 1;
}

void putOthers(std::string& bytes, std::size_t offset, std::span<const Entity> others, Vec3 origin) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    const bool finite = hasFiniteState(others[i]);
    putVec(bytes.data() + offset + i * floatTriple, finite ? others[i].position - origin : Vec3{0, -1e6, 0});
    putAt(bytes, offset + others.size() * floatTriple + i, static_cast<std::uint8_t>(others[i].kind));
  }
}

}  // namespace

/// Buffers come back to it from whichever thread lets go of them last.
struct FrameWriter::Pool {
  std::mutex mutex;
  std::vector<std::unique_ptr<std::string>> free;

  [[nodiscard]] static std::shared_ptr<std::string> take(const std::shared_ptr<Pool>& pool) {
    std::unique_ptr<std::string> buffer;
    {
      const std::lock_guard lock(pool->mutex);
      if (!pool->free.empty()) {
        buffer = std::move(pool->free.back());
        pool->free.pop_back();
      }
    }
    if (!buffer) buffer = std::make_unique<std::string>();
    return {buffer.release(), [pool](std::string* done) {
              std::unique_ptr<std::string> owned(done);
              constexpr std::size_t mostKept = 4;
              const std::lock_guard lock(pool->mutex);
              if (pool->free.size() < mostKept) pool->free.push_back(std::move(owned));
            }};
  }
};

FrameWriter::FrameWriter() : pool_(std::make_shared<Pool>()) {}

void FrameWriter::refreshFlocks(std::span<const Entity> bats, std::uint64_t idBase, const char* shortIds,
                                const FlockOf& flockOf) {
  const std::size_t size = bats.size() * sizeof(std::uint32_t);
  const bool same = idBase == idBase_ && bats.size() == shortIds_.size() &&
                    (size == 0 || std::memcmp(shortIds, shortIds_.data(), size) == 0);
  std::size_t begin = 0;
  std::size_t end = bats.size();
  if (same) {
    turn_ = (turn_ + 1) % flockTurns;
    begin = bats.size() * turn_ / flockTurns;
    end = bats.size() * (turn_ + 1) / flockTurns;
  } else {
    idBase_ = idBase;
    shortIds_.resize(bats.size());
    flocks_.resize(bats.size());
    if (size != 0) std::memcpy(shortIds_.data(), shortIds, size);
  }
  for (std::size_t i = begin; i < end; ++i) flocks_[i] = static_cast<std::uint32_t>(flockOf(bats[i].id));
}

bool FrameWriter::putBats(std::string& bytes, std::span<const Entity> bats, Vec3 origin, std::uint64_t idBase,
                          const FlockOf& flockOf) {
  char* const positions = bytes.data() + frameHeaderSize;
  char* const velocities = positions + bats.size() * floatTriple;
  char* const ids = velocities + bats.size() * floatTriple;
  char* const flockIds = ids + bats.size() * 4;
  char* const states = flockIds + bats.size() * 4;
  // One look at each bat, in which the tick's time goes: what is not finite times 0 is not 0.
  Vec3 faults{0, 0, 0};
  for (std::size_t i = 0; i < bats.size(); ++i) {
    const Entity& bat = bats[i];
    // The tick has left most of them outside the nearest cache.
    constexpr std::size_t ahead = 16;
    if (i + ahead < bats.size()) __builtin_prefetch(&bats[i + ahead]);
    faults += (bat.position + bat.velocity) * 0;
    putVec(positions + i * floatTriple, bat.position - origin);
    putVec(velocities + i * floatTriple, bat.velocity);
    const std::uint32_t id = shortId(bat.id, idBase);
    std::memcpy(ids + i * 4, &id, sizeof id);
    states[i] = static_cast<char>(stateOf(bat));
  }
  refreshFlocks(bats, idBase, ids, flockOf);
  if (!bats.empty()) std::memcpy(flockIds, flocks_.data(), bats.size() * 4);
  return faults == Vec3{0, 0, 0};
}

SharedBytes FrameWriter::write(const StubWorld& world, bool frozen, const FlockOf& flockOf) {
  auto buffer = Pool::take(pool_);
  if (put(*buffer, world, world.entities().bats(), frozen, flockOf)) return buffer;
  const std::span<const Entity> bats = world.entities().bats();
  finite_.clear();
  std::copy_if(bats.begin(), bats.end(), std::back_inserter(finite_), hasFiniteState);
  static_cast<void>(put(*buffer, world, finite_, frozen, flockOf));
  return buffer;
}

bool FrameWriter::put(std::string& bytes, const StubWorld& world, std::span<const Entity> bats, bool frozen,
                      const FlockOf& flockOf) {
  const std::span<const Entity> others = world.entities().others();
  // Floats are exact enough near the origin of a frame only, and worlds reach 30 million blocks.
  const Vec3 origin =
      bats.empty() ? Vec3{0, 0, 0} : Vec3{std::floor(bats[0].position.x), 0, std::floor(bats[0].position.z)};
  const std::uint64_t idBase = bats.empty() ? 0 : bats.front().id;

  bytes.resize(sizeOf(bats.size(), others.size()));
  putAt(bytes, 0, frameKind);
  putAt(bytes, 1, version);
  putAt(bytes, 2, static_cast<std::uint16_t>(frozen ? 1 : 0));
  putAt(bytes, 4, static_cast<std::uint32_t>(bats.size()));
  putAt(bytes, 8, static_cast<std::uint32_t>(others.size()));
  putAt(bytes, 12, world.revision());
  putAt(bytes, 16, world.gameTime());
  putAt(bytes, 24, static_cast<std::uint32_t>((world.dayTime() % dayLength + dayLength) % dayLength));
  putAt(bytes, 28, std::uint32_t{0});
  putAt(bytes, 32, origin.x);
  putAt(bytes, 40, origin.y);
  putAt(bytes, 48, origin.z);
  putAt(bytes, 56, idBase);
  putOthers(bytes, frameHeaderSize + bats.size() * 32 + roundedUp(bats.size()), others, origin);
  return putBats(bytes, bats, origin, idBase, flockOf);
}

FrameView viewOf(const std::string& frame) {
  FrameView view;
  std::memcpy(&view.bats, frame.data() + 4, sizeof view.bats);
  view.velocities = frame.data() + frameHeaderSize + view.bats * floatTriple;
  view.flocks = view.velocities + view.bats * (floatTriple + 4);
  return view;
}

}  // namespace better_bats::stub
