// libFuzzer: script files and the command language of the stub server, parsed and completed. SPDX-License-Identifier:
// MIT
#include "tests/fuzz/bytes.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/immediate_clock.hpp"
#include "world_stub/script/script.hpp"
#include "world_stub/server/server.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace better_bats::stub;
  static const CommandTree commands = makeCommands();
  static Server server({});
  static ImmediateClock clock(server, ImmediateClock::Steps::Always);
  static CommandSource source{server, clock, commands, {}, nullptr};
  const std::string_view text = better_bats::test::textOf(data, size);
  try {
    for (const FunctionLine& line : splitFunction(text, "fuzz")) {
      static_cast<void>(commands.complete(line.text, source));
    }
    static_cast<void>(Script::parse(text, "fuzz", commands));
  } catch (const ScriptError&) {
    return 0;
  }
  return 0;
}
