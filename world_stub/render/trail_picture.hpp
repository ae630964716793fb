// `render trails`: where the bats have been, fading. SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "world_stub/render/bat_colours.hpp"
#include "world_stub/render/picture.hpp"
#include "world_stub/render/terrain.hpp"
#include "world_stub/render/trail_history.hpp"
#include "world_stub/render/view.hpp"

namespace better_bats::stub {

/// The whole of a torus, a box or a border; else what lies round the trails.
[[nodiscard]] View trailView(const StubWorld& world, const TrailHistory& history, int width);

/// How many ticks back a trail can be seen at all, at most `ticks`.
[[nodiscard]] std::size_t visibleTicks(double alpha, std::size_t ticks) noexcept;

/// Each tick the canvas becomes (1 - alpha) * canvas + alpha * ink, where the tick's ink is a stroke of every bat from
/// where it was to where it is, the short way round on a torus. The canvas is shown at an exposure of 1 / alpha over
/// the dimmed terrain: a stroke of k ticks ago shows with (1 - alpha)^k of its colour. Strokes over each other add up
/// to full ink at most, in the mean of their colours. [Limit: alpha 0..1] `done` is told the steps that are over: the
/// picture's rows, then visible ticks.
[[nodiscard]] Picture drawTrails(const StubWorld& world, const View& view, const TrailHistory& history, double alpha,
                                 const FlockOf& flockOf, const std::function<void(int)>& done);

}  // namespace better_bats::stub
