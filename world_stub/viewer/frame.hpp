// All bats of one tick as one message; the layout stands in docs/viewer-protocol.md. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "world_stub/viewer/bytes.hpp"
#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

inline constexpr std::size_t frameHeaderSize = 64;
inline constexpr std::size_t frameBytesPerBat = 33;

/// [tick-thread]
class FrameWriter {
 public:
  using FlockOf = std::function<std::uint64_t(std::uint64_t bat)>;

  FrameWriter();

  /// The world as it stands. `flockOf` is asked for a twentieth of the bats in turn, since a flock changes rarely and
  /// the tick's time is dear; for all of them when bats have come or gone. Bats without a finite state are left out.
  [[nodiscard]] SharedBytes write(const StubWorld& world, bool frozen, const FlockOf& flockOf);

 private:
  struct Pool;

  /// Whether all of them have a finite state.
  [[nodiscard]] bool put(std::string& bytes, const StubWorld& world, std::span<const Entity> bats, bool frozen,
                         const FlockOf& flockOf);
  [[nodiscard]] bool putBats(std::string& bytes, std::span<const Entity> bats, Vec3 origin, std::uint64_t idBase,
                             const FlockOf& flockOf);
  void refreshFlocks(std::span<const Entity> bats, std::uint64_t idBase, const char* shortIds, const FlockOf& flockOf);

  std::shared_ptr<Pool> pool_;  // of the buffers: no memory is asked of the system for every tick
  std::uint64_t idBase_ = 0;
  std::vector<std::uint32_t> shortIds_, flocks_;  ///< of the last frame
  std::vector<Entity> finite_;
  std::size_t turn_ = 0;
};

/// A frame read back: what the network thread counts, and the tests.
struct FrameView {
  std::uint32_t bats = 0;
  const char* velocities = nullptr;  ///< three 32-bit floats a bat
  const char* flocks = nullptr;      ///< one 32-bit number a bat
};
[[nodiscard]] FrameView viewOf(const std::string& frame);

}  // namespace better_bats::stub
