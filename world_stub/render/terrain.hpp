// The terrain from above, as colours. SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "world_stub/render/picture.hpp"
#include "world_stub/render/view.hpp"

namespace better_bats::stub {

/// Told how many rows of a picture are done.
using RowsDone = std::function<void(int rows)>;

/// Land is lighter the higher it lies, and shaded as if the sun stood in the north-west; water is darker the deeper it
/// is. Columns without any block, and such as are not loaded, have colours of their own.
class Terrain {
 public:
  static constexpr Rgb nothing{0.05F, 0.067F, 0.106F};
  static constexpr Rgb notLoaded{0.17F, 0.17F, 0.19F};

  /// What counts as low and high is measured over the view.
  Terrain(const VoxelMap& map, const View& view);

  /// [Limit: within 1e9]
  [[nodiscard]] Rgb colourAt(double x, double z) const;

  /// Fills the picture, which is one of the view.
  void draw(const View& view, Picture& picture, const RowsDone& rowsDone) const;

 private:
  [[nodiscard]] double heightNear(std::int32_t x, std::int32_t z, double otherwise) const;
  [[nodiscard]] Rgb landColour(std::int32_t x, std::int32_t z, std::int32_t surface, BlockType top) const;
  [[nodiscard]] static Rgb waterColour(const ColumnView& column, std::int32_t surface, Rgb shallow);

  const VoxelMap& map_;
  double low_ = 0, high_ = 1;
};

}  // namespace better_bats::stub
