// The stub voxel server. SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <filesystem>

#include "world_stub/script/csv_file.hpp"
#include "world_stub/server/demo.hpp"
#include "world_stub/server/fault_text.hpp"
#include "world_stub/server/live_server.hpp"
#include "world_stub/server/options.hpp"
#include "world_stub/server/preset_scene.hpp"
#include "world_stub/server/script_mode.hpp"

namespace {

using better_bats::stub::Options;

/// The plugin that came with the server: in ../lib of a build, in ../lib/better-bats of an installation.
[[nodiscard]] std::string defaultPlugin() {
  const auto root = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  const auto installed = root / "lib" / "better-bats" / "libbetter_bats.so";
  const auto built = root / "lib" / "libbetter_bats.so";
  if (std::filesystem::exists(installed)) return installed.string();
  // Where neither is, the message names the one that belongs there.
  const bool isBuild = std::filesystem::exists(built) || std::filesystem::exists(root / "CMakeCache.txt");
  return (isBuild ? built : installed).string();
}

/// Where a standard descriptor is closed, the next file or signal descriptor would take its number, and be read and
/// written as the console's.
void openStandardDescriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    static_cast<void>(::open("/dev/null", O_RDWR));  // takes the lowest free number, which is this one
  }
}

int run(const Options& options) {
  const std::string plugin = options.plugin.empty() ? defaultPlugin() : options.plugin;
  if (!options.scripts.empty()) return better_bats::stub::runScripts(options, plugin);
  const bool live = options.live || (!options.demo && ::isatty(STDIN_FILENO) != 0);
  return live ? better_bats::stub::runLiveServer(options, plugin) : better_bats::stub::runDemo(options, plugin);
}

}  // namespace

int main(int count, char** arguments) {
  openStandardDescriptors();
  try {
    const auto parsed = better_bats::stub::parseOptions(count, arguments);
    return parsed.exitStatus ? *parsed.exitStatus : run(parsed.options);
  } catch (const better_bats::stub::PresetError& error) {
    std::fprintf(stderr, "world_stub: --preset: %s\n", error.what());
    return 2;
  } catch (const better_bats::stub::CsvError& error) {
    std::fprintf(stderr, "world_stub: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "world_stub: %s\n", better_bats::stub::faultText(error).c_str());
    return 1;
  }
}
