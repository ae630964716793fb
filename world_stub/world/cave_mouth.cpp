// Follows the air under the ground. SPDX-License-Identifier: MIT
#include "world_stub/world/cave_mouth.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace better_bats::stub {
namespace {

constexpr std::int32_t searchLow = -64;
constexpr std::int32_t searchHigh = 192;

constexpr std::array<BlockPos, 6> neighbours{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};

constexpr BlockPos moved(BlockPos from, BlockPos by) noexcept {
  return {from.x + by.x, from.y + by.y, from.z + by.z};
}

// A tree is no roof.
bool isGround(BlockType type) noexcept {
  return traitsOf(type).solid && type != BlockType::OakLeaves && type != BlockType::OakLog;
}

/// The box that is searched, and what each of its blocks is.
class Search {
 public:
  Search(const VoxelMap& map, std::int32_t radius) : radius_(radius), width_(2 * radius + 1) {
    cells_.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(width_) * (searchHigh - searchLow),
                  Cell::Closed);
    for (std::int32_t z = -radius; z <= radius; ++z) {
      for (std::int32_t x = -radius; x <= radius; ++x) readColumn(map.column(x, z), x, z);
    }
  }

  [[nodiscard]] std::optional<CaveMouth> best(std::int64_t atLeast) {
    std::optional<CaveMouth> found;
    std::size_t widest = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (cells_[i] != Cell::Roofed) continue;
      const Cave cave = follow(positionOf(i));
      if (static_cast<std::int64_t>(cave.blocks.size()) < atLeast || cave.openings.size() <= widest) continue;
      widest = cave.openings.size();
      const BlockPos mouth = middleOf(cave.openings);
      found = CaveMouth{mouth, widePlaceFrom(mouth), static_cast<std::int64_t>(cave.blocks.size())};
    }
    return found;
  }

 private:
  enum class Cell : std::uint8_t { Closed, Roofed, RoofedSeen, Open };
  struct Cave {
    std::vector<BlockPos> blocks;
    std::vector<BlockPos> openings;  // those next to open air
  };

  void readColumn(const ColumnView& column, std::int32_t x, std::int32_t z) {
    bool roofed = false;
    for (std::int32_t y = searchHigh - 1; y >= searchLow; --y) {
      const BlockType type = column.type(y);
      roofed = roofed || isGround(type);
      if (!traitsOf(type).solid && !traitsOf(type).fluid)
        cells_[indexOf({x, y, z})] = roofed ? Cell::Roofed : Cell::Open;
    }
  }

  [[nodiscard]] Cell at(BlockPos p) const noexcept {
    const bool inside =
        p.x >= -radius_ && p.x <= radius_ && p.z >= -radius_ && p.z <= radius_ && p.y >= searchLow && p.y < searchHigh;
    return inside ? cells_[indexOf(p)] : Cell::Closed;
  }

  [[nodiscard]] std::size_t indexOf(BlockPos p) const noexcept {
    const auto width = static_cast<std::size_t>(width_);
    return (static_cast<std::size_t>(p.y - searchLow) * width + static_cast<std::size_t>(p.z + radius_)) * width +
           static_cast<std::size_t>(p.x + radius_);
  }
  [[nodiscard]] BlockPos positionOf(std::size_t index) const noexcept {
    const auto width = static_cast<std::size_t>(width_);
    return {static_cast<std::int32_t>(index % width) - radius_,
            static_cast<std::int32_t>(index / width / width) + searchLow,
            static_cast<std::int32_t>(index / width % width) - radius_};
  }

  Cave follow(BlockPos from) {
    Cave cave;
    cave.blocks.push_back(from);
    cells_[indexOf(from)] = Cell::RoofedSeen;
    for (std::size_t next = 0; next < cave.blocks.size(); ++next) {
      const BlockPos here = cave.blocks[next];
      bool opening = false;
      for (const BlockPos by : neighbours) {
        const BlockPos there = moved(here, by);
        opening = opening || at(there) == Cell::Open;
        if (at(there) != Cell::Roofed) continue;
        cells_[indexOf(there)] = Cell::RoofedSeen;
        cave.blocks.push_back(there);
      }
      if (opening) cave.openings.push_back(here);
    }
    return cave;
  }

  // The opening with the most others round it.
  static BlockPos middleOf(const std::vector<BlockPos>& openings) {
    constexpr std::int32_t round = 6;
    BlockPos middle = openings.front();
    std::ptrdiff_t most = 0;
    for (const BlockPos here : openings) {
      const auto near = std::count_if(openings.begin(), openings.end(), [&](BlockPos other) {
        return std::abs(other.x - here.x) <= round && std::abs(other.y - here.y) <= round &&
               std::abs(other.z - here.z) <= round;
      });
      if (near > most) {
        most = near;
        middle = here;
      }
    }
    return middle;
  }

  // How far rock is from a block of the cave, up to a limit: the half width of the largest free cube round it.
  [[nodiscard]] std::int32_t clearance(BlockPos middle) const noexcept {
    constexpr std::int32_t most = 6;
    for (std::int32_t reach = 1; reach <= most; ++reach) {
      for (std::int32_t y = -reach; y <= reach; ++y) {
        for (std::int32_t z = -reach; z <= reach; ++z) {
          for (std::int32_t x = -reach; x <= reach; ++x) {
            if (at(moved(middle, {x, y, z})) == Cell::Closed) return reach - 1;
          }
        }
      }
    }
    return most;
  }

  // Steps in from the mouth through the cave; of the places between 8 and 28 steps away the one with most room, and
  // among equals the furthest.
  [[nodiscard]] BlockPos widePlaceFrom(BlockPos mouth) const {
    struct Step {
      BlockPos at;
      std::int32_t steps;
    };
    std::vector<Step> steps{{mouth, 0}};
    std::vector<bool> seen(cells_.size());
    seen[indexOf(mouth)] = true;
    BlockPos widest = mouth;
    std::int32_t most = -1;
    for (std::size_t next = 0; next < steps.size(); ++next) {
      const Step here = steps[next];
      if (here.steps >= 8 && clearance(here.at) >= most) {
        most = clearance(here.at);
        widest = here.at;
      }
      if (here.steps == 28) continue;
      for (const BlockPos by : neighbours) {
        const BlockPos there = moved(here.at, by);
        if (at(there) != Cell::RoofedSeen || seen[indexOf(there)]) continue;
        seen[indexOf(there)] = true;
        steps.push_back({there, here.steps + 1});
      }
    }
    return widest;
  }

  std::int32_t radius_;
  std::int32_t width_;
  std::vector<Cell> cells_;
};

}  // namespace

std::optional<CaveMouth> findCaveMouth(const VoxelMap& map, std::int32_t radius, std::int64_t atLeast) {
  return Search(map, radius).best(atLeast);
}

}  // namespace better_bats::stub
