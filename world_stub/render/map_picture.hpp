// `render map`: the terrain from above with the bats on it. SPDX-License-Identifier: MIT
#pragma once

#include "world_stub/render/bat_colours.hpp"
#include "world_stub/render/picture.hpp"
#include "world_stub/render/terrain.hpp"
#include "world_stub/render/view.hpp"

namespace better_bats::stub {

/// The whole of a world that has ends, else what lies round the bats.
[[nodiscard]] View mapView(const StubWorld& world, int width);

/// Bats are darts along their headings, the highest on top; one below the surface is faint. Where darts of up to 200
/// bats lie on one another, a number beside them says how many they are. [Limit: view is one of this world]
[[nodiscard]] Picture drawMap(const StubWorld& world, const View& view, const FlockOf& flockOf,
                              const RowsDone& rowsDone);

}  // namespace better_bats::stub
