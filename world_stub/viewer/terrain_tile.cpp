// Encoding terrain: each column as runs of one block, from its surface down. SPDX-License-Identifier: MIT
#include "world_stub/viewer/terrain_tile.hpp"

#include <algorithm>

#include "world_stub/viewer/bytes.hpp"

namespace better_bats::stub {
namespace {

constexpr std::uint8_t tileKind = 2;
constexpr std::uint8_t version = 1;
constexpr std::int32_t depth = 48;  // how far below the surface a cave is still shown
constexpr std::size_t mostRuns = 24;

class ColumnWriter {
 public:
  ColumnWriter(std::string& bytes, const ColumnView& column, bool surfaceOnly)
      : bytes_(bytes), column_(column), surfaceOnly_(surfaceOnly), count_(bytes.size()) {
    put(bytes_, std::uint8_t{0});
  }

  void write() {
    const Surface surface = column_.surface();
    if (surface.loaded == 0 || surface.has_surface == 0) return;
    const std::int32_t bottom = surface.height - depth;
    const BlockRun masks = column_.run(bottom, depth);
    BlockType last = BlockType::Air;
    for (std::int32_t y = surface.height - 1; y >= bottom; --y) {
      const BlockType type = column_.type(y);
      if (y == surface.height - 1 || type != last) {
        if (runs_ == mostRuns) break;
        add(type, y + 1);
      }
      last = type;
      if (isDone(type, masks.solid, y - bottom)) break;
    }
  }

 private:
  /// Stone all the way down, or all that was asked for: water is shown with its bed.
  [[nodiscard]] bool isDone(BlockType type, std::uint64_t solid, std::int32_t left) const {
    if (surfaceOnly_) return traitsOf(type).solid;
    const std::uint64_t below = (std::uint64_t{1} << left) - 1;
    return type == BlockType::Stone && (solid & below) == below;
  }

  void add(BlockType type, std::int32_t top) {
    put(bytes_, static_cast<std::uint8_t>(type));
    put(bytes_, static_cast<std::int16_t>(top));
    putAt(bytes_, count_, static_cast<std::uint8_t>(++runs_));
  }

  std::string& bytes_;
  const ColumnView& column_;
  bool surfaceOnly_;
  std::size_t count_;  // where the number of runs stands
  std::size_t runs_ = 0;
};

}  // namespace

std::string encodeTile(const StubWorld& world, const TileKey& key) {
  const std::int32_t side = TileKey::width / key.step + 2;
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(side * side) * (key.step == 1 ? 10 : 5));
  put(bytes, tileKind);
  put(bytes, version);
  put(bytes, static_cast<std::uint8_t>(key.step));
  put(bytes, std::uint8_t{0});
  put(bytes, key.x);
  put(bytes, key.z);
  put(bytes, world.revision());
  for (std::int32_t row = -1; row < side - 1; ++row) {
    for (std::int32_t cell = -1; cell < side - 1; ++cell) {
      const ColumnView column =
          world.map().column(key.x * TileKey::width + cell * key.step, key.z * TileKey::width + row * key.step);
      ColumnWriter(bytes, column, key.step != 1).write();
    }
  }
  return bytes;
}

}  // namespace better_bats::stub
