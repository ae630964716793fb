// A host with spdlog and fmt of its own, whose symbols it exports, is unharmed by a plugin that uses them inside.
// SPDX-License-Identifier: MIT
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {

namespace {

std::size_t registeredLoggers() {
  std::size_t count = 0;
  spdlog::apply_all([&](const std::shared_ptr<spdlog::logger>&) { ++count; });
  return count;
}

}  // namespace

TEST_CASE("the host's spdlog is the same before, during and after the plugin", "[loader]") {
  std::ostringstream text;
  const auto logger = std::make_shared<spdlog::logger>("host", std::make_shared<spdlog::sinks::ostream_sink_st>(text));
  logger->set_pattern("<%l> %v");
  spdlog::set_default_logger(logger);
  const std::size_t before = registeredLoggers();

  FakeWorld world;
  world.ground = 0;
  world.bats = {makeBat(1, {0.5, 12, 0.5}, {0.2, 0, 0}),
                makeBat(2, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, {})};
  std::vector<std::string> lines;
  Host host;
  host.log = [&](LogLevel, std::string_view line) { lines.emplace_back(line); };
  {
    const Plugin plugin = Plugin::load(pluginPath(), world, host);
    static_cast<void>(plugin.flight().applyFlightForces(world.bats));
    spdlog::info("in flight: {}", 1);
    CHECK(registeredLoggers() == before);
    CHECK(spdlog::default_logger() == logger);
  }
  CHECK_FALSE(lines.empty());  // the plugin did log, through its own spdlog and the host's callback
  spdlog::warn("landed: {:.2f}", 0.5);
  CHECK(text.str() == "<info> in flight: 1\n<warning> landed: 0.50\n");
  CHECK(registeredLoggers() == before);
}

}  // namespace better_bats::test
