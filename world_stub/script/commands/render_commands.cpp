// `render`: pictures of the world. SPDX-License-Identifier: MIT
#include <optional>
#include <string>

#include "rules/file_io.hpp"
#include "rules/number_text.hpp"
#include "world_stub/render/map_picture.hpp"
#include "world_stub/render/png.hpp"
#include "world_stub/render/trail_picture.hpp"
#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/server/progress.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

using Node = CommandNode;

constexpr std::int32_t defaultWidth = 800;
constexpr double defaultAlpha = 0.05;

[[nodiscard]] FlockOf flockOf(CommandSource& source) {
  return [plugin = source.server.pilot()](std::uint64_t id) {
    return plugin != nullptr ? plugin->flockOf(id).flock : std::uint64_t{0};
  };
}

/// The plugin's parameter `trail_alpha`, as its own command tells it: "Parameter trail_alpha is currently set to:
/// 0.05".
[[nodiscard]] double trailAlpha(CommandSource& source) {
  const Plugin* const plugin = source.server.pilot();
  if (plugin == nullptr) return defaultAlpha;
  const std::string reply = plugin->execute("better-bats get trail_alpha", CommandAccess::consoleLevel).reply;
  const std::string line = reply.substr(0, reply.find('\n'));
  const std::size_t colon = line.rfind(": ");
  if (colon == std::string::npos) return defaultAlpha;
  return rules::fromText<double>(std::string_view(line).substr(colon + 2)).value_or(defaultAlpha);
}

std::string write(const Picture& picture, const std::string& file, const std::string& what) {
  rules::writeFileAtomically(file, encodePng(picture));
  return "Rendered " + what + " to " + file + " (" + std::to_string(picture.width()) + " x " +
         std::to_string(picture.height()) + ")";
}

/// What cannot be drawn or written is a command that failed.
template <typename Draw>
std::string guarded(const Draw& draw) {
  try {
    return draw();
  } catch (const PictureError& error) {
    throw rules::CommandError(error.what());
  } catch (const rules::FileError& error) {
    throw rules::CommandError(std::string("Unable to write the picture: ") + error.what());
  }
}

std::string renderMap(CommandSource& source, const Arguments& arguments) {
  return guarded([&] {
    const StubWorld& world = source.server.world();
    const View view = mapView(world, arguments.get<std::int32_t>("width", defaultWidth));
    Progress progress("rows of the map", view.height());
    const Picture picture = drawMap(world, view, flockOf(source), [&](int rows) { progress.show(rows); });
    return write(picture, arguments.get<std::string>("file"),
                 "a map with " + std::to_string(world.entities().bats().size()) + " bat(s)");
  });
}

std::string renderTrails(CommandSource& source, const Arguments& arguments) {
  return guarded([&] {
    const StubWorld& world = source.server.world();
    TrailHistory& history = source.server.trails();
    const View view = trailView(world, history, arguments.get<std::int32_t>("width", defaultWidth));
    const double alpha = trailAlpha(source);
    const std::size_t ticks = visibleTicks(alpha, history.isEmpty() ? 0 : history.frames().size() - 1);
    Progress progress("steps of the picture", view.height() + static_cast<std::int64_t>(ticks));
    const Picture picture =
        drawTrails(world, view, history, alpha, flockOf(source), [&](int steps) { progress.show(steps); });
    std::string reply =
        write(picture, arguments.get<std::string>("file"),
              "the trails of " + std::to_string(ticks) + " tick(s) at trail_alpha " + rules::toText(alpha));
    history.beginAnew();
    return reply;
  });
}

[[nodiscard]] Node pictureNode(const char* name, const Execute& render) {
  return Node::literal(name).then(
      Node::argument("file", stringArgument())
          .does(render)
          .then(Node::argument("width", integerArgument(View::smallestWidth, Picture::largestSide)).does(render)));
}

}  // namespace

void addRenderCommands(CommandTree& commands) {
  commands.add(Node::literal("render")
                   .needs(Node::operators)
                   .then(pictureNode("map", renderMap))
                   .then(pictureNode("trails", renderTrails)));
}

}  // namespace better_bats::stub
