// `render`: pictures of the world. SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "rules/file_io.hpp"
#include "rules/number_text.hpp"
#include "world_stub/render/map_picture.hpp"
#include "world_stub/render/png.hpp"
#include "world_stub/render/trail_picture.hpp"
#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandError;
using Node = CommandNode;

constexpr std::int32_t defaultWidth = 800;
constexpr double defaultAlpha = 0.05;

/// The flocks of all bats as they are now, for a picture that is drawn while they change.
class FlocksNow {
 public:
  explicit FlocksNow(CommandSource& source) {
    const Plugin* const plugin = source.server.pilot();
    if (plugin == nullptr) return;
    for (const Entity& bat : std::as_const(source.server.world().entities()).bats()) {
      flocks_.emplace(bat.id, plugin->flockOf(bat.id).flock);
    }
  }

  [[nodiscard]] std::uint64_t of(std::uint64_t id) const {
    const auto found = flocks_.find(id);
    return found != flocks_.end() ? found->second : 0;
  }

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> flocks_;
};

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
  try {
    rules::writeFileAtomically(file, encodePng(picture));
  } catch (const rules::FileError& error) {
    throw CommandError(std::string("Unable to write the picture: ") + error.what());
  }
  return "Rendered " + what + " to " + file + " (" + std::to_string(picture.width()) + " x " +
         std::to_string(picture.height()) + ")";
}

/// Where the name or the folder is wrong that is told at once, not after a minute of drawing.
[[nodiscard]] std::string writableFile(const Arguments& arguments) {
  const auto& file = arguments.get<std::string>("file");
  if (!file.ends_with(".png"))
    throw CommandError("Unable to write the picture: " + file + ": Not a name of a .png file");
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0) return file;
  throw CommandError("Unable to write the picture: " + file + ": " + std::strerror(errno));
}

[[nodiscard]] std::string begun(const std::string& what, const View& view, const std::string& file) {
  return "Rendering " + what + " of " + std::to_string(view.width()) + " x " + std::to_string(view.height()) + " to " +
         file;
}

/// A view that cannot be drawn is a command that failed.
template <typename Find>
[[nodiscard]] View viewBy(const Find& find) {
  try {
    return find();
  } catch (const PictureError& error) {
    throw CommandError(error.what());
  }
}

[[nodiscard]] int widthIn(const Arguments& arguments) {
  return arguments.get<std::int32_t>("width", defaultWidth);
}

std::string renderMap(CommandSource& source, const Arguments& arguments) {
  const std::string file = writableFile(arguments);
  const auto world = source.server.world().snapshot();
  const View view = viewBy([&] { return mapView(*world, widthIn(arguments)); });
  const auto draw = [file, world, view, flocks = FlocksNow(source)](const LongWork::StepsDone& done) {
    const auto flockOf = [&flocks](std::uint64_t id) { return flocks.of(id); };
    return write(drawMap(*world, view, flockOf, done), file,
                 "a map with " + std::to_string(world->entities().bats().size()) + " bat(s)");
  };
  return source.ticks.carryOut({begun("a map", view, file), "rows of the map", view.height(), draw});
}

std::string renderTrails(CommandSource& source, const Arguments& arguments) {
  const std::string file = writableFile(arguments);
  const auto world = source.server.world().snapshot();
  const auto history = std::make_shared<const TrailHistory>(source.server.trails());
  const View view = viewBy([&] { return trailView(*world, *history, widthIn(arguments)); });
  const double alpha = trailAlpha(source);
  const std::size_t ticks = visibleTicks(alpha, history->isEmpty() ? 0 : history->frames().size() - 1);
  const auto draw = [file, world, history, view, alpha, ticks,
                     flocks = FlocksNow(source)](const LongWork::StepsDone& done) {
    const auto flockOf = [&flocks](std::uint64_t id) { return flocks.of(id); };
    return write(drawTrails(*world, view, *history, alpha, flockOf, done), file,
                 "the trails of " + std::to_string(ticks) + " tick(s) at trail_alpha " + rules::toText(alpha));
  };
  std::string reply = source.ticks.carryOut(
      {begun("trails", view, file), "steps of the picture", view.height() + static_cast<std::int64_t>(ticks), draw});
  source.server.trails().beginAnew();
  return reply;
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
