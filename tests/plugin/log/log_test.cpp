// Log lines on their way to the host. SPDX-License-Identifier: MIT
#include "plugin/log/log.hpp"

#include <limits>
#include <string>
#include <vector>

#include <better_bats/abi.h>

#include "tests/support/catch.hpp"

using better_bats::Log;

namespace {

struct Host {
  std::vector<std::string> lines;
  static void receive(void* self, std::int32_t level, const char* line) {
    static_cast<Host*>(self)->lines.push_back(std::to_string(level) + " " + line);
  }
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("lines reach the host with their level, braces and all") {
  Host host;
  Log log(&Host::receive, &host);
  log.debug("a {} b");
  log.info("");
  log.warning("one\ntwo");
  log.error(std::string(5000, 'x'));
  CHECK(host.lines == Lines{"0 a {} b", "1 ", "2 one", "2 two", "3 " + std::string(5000, 'x')});
  CHECK(BETTER_BATS_LOG_WARNING == 2);
}

TEST_CASE("without a callback nothing happens") {
  Log log(nullptr, nullptr);
  log.error("x");
  log.limited("kind", 0, "x");
}

TEST_CASE("a limited warning comes once, and again after a while with what was left out") {
  Host host;
  Log log(&Host::receive, &host);
  for (std::int64_t tick = 5; tick < 5 + Log::quietTicks; ++tick) log.limited("a", tick, "bad {}");
  log.limited("b", 6, "other");
  CHECK(host.lines == Lines{"2 bad {}", "2 other"});
  log.limited("a", 5 + Log::quietTicks, "bad {}");
  CHECK(host.lines.back() == "2 bad {} (1199 more like it were left out)");
  log.limited("b", 6 + Log::quietTicks, "other");
  CHECK(host.lines.back() == "2 other");
}

TEST_CASE("a game time that went back ends the quiet, and extreme times are no trouble") {
  Host host;
  Log log(&Host::receive, &host);
  log.limited("a", 100, "x");
  log.limited("a", 0, "x");
  CHECK(host.lines.size() == 2);
  log.limited("b", std::numeric_limits<std::int64_t>::min(), "x");
  log.limited("b", std::numeric_limits<std::int64_t>::max(), "x");
  CHECK(host.lines.size() == 4);
}

TEST_CASE("what a host's log throws ends there, and costs that line") {
  // What is no std::exception goes through spdlog.
  struct Thrower {
    std::vector<std::string> lines;
    int toThrow = 0;
    static void receive(void* self, std::int32_t, const char* line) {
      auto& host = *static_cast<Thrower*>(self);
      if (host.toThrow > 0 && --host.toThrow == 0) throw 5;
      host.lines.emplace_back(line);
    }
  };
  Thrower host;
  Log log(&Thrower::receive, &host);
  host.toThrow = 1;
  log.error("lost");
  log.error("told");
  CHECK(host.lines == Lines{"told"});
  log.limited("a", 0, "x");
  log.limited("a", 1, "x");
  host.toThrow = 1;
  log.limited("a", Log::quietTicks, "x");  // with what was left out
  log.limited("a", Log::quietTicks + 1, "x");
  CHECK(host.lines.back() == "x (1 more like it were left out)");
}
