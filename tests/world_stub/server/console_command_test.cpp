// Console lines that fail: the reply says so, and the server goes on. SPDX-License-Identifier: MIT
#include "world_stub/server/console_command.hpp"

#include <new>
#include <stdexcept>

#include "tests/support/catch.hpp"
#include "world_stub/script/command_tree.hpp"
#include "world_stub/script/immediate_clock.hpp"
#include "world_stub/server/server.hpp"

namespace {

using better_bats::stub::Arguments;
using better_bats::stub::CommandNode;
using better_bats::stub::CommandSource;
using better_bats::stub::CommandTree;
using better_bats::stub::ImmediateClock;
using better_bats::stub::Server;
using better_bats::stub::ServerSettings;
using better_bats::stub::tryConsoleLine;

}  // namespace

TEST_CASE("A command that fails unexpectedly is answered with the reason, as a line that was not done") {
  Server server{ServerSettings{}};
  CommandTree commands;
  commands.add(CommandNode::literal("break").does(
      [](CommandSource&, const Arguments&) -> std::string { throw std::runtime_error("the disk is gone"); }));
  commands.add(CommandNode::literal("swell").does(
      [](CommandSource&, const Arguments&) -> std::string { throw std::bad_alloc(); }));
  ImmediateClock clock{server, ImmediateClock::Steps::WhenFrozen};
  CommandSource source{server, clock, commands, {}, nullptr};
  const auto broken = tryConsoleLine(" /break ", source);
  CHECK_FALSE(broken.done);
  CHECK(broken.reply == "An unexpected error occurred trying to execute that command\nthe disk is gone");
  CHECK_FALSE(tryConsoleLine("swell", source).done);
  CHECK(tryConsoleLine(" ", source).done);
}
