// libFuzzer: command lines of the plugin. A command that fails has changed nothing, a reply is text.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/wild_world.hpp"

namespace better_bats::test {
namespace {

/// Commands that read or write files the fuzzer would name.
bool touchesFiles(const std::string& line) {
  return line.find("dump") != std::string::npos || (line.find("preset") != std::string::npos);
}

void require(bool holds, const char* promise, const std::string& line) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s: %s\n", promise, line.c_str());
  std::abort();
}

}  // namespace
}  // namespace better_bats::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace better_bats;
  using namespace better_bats::test;
  static const FakeWorld world;
  static const LinkedSession session(world, {});
  const std::string line(textOf(data, size));
  if (touchesFiles(line)) return 0;
  const std::string before = session.rules();
  const Status status = session.execute(line);
  require(status == Status::Ok || status == Status::CommandFailed, "a reply or an error", line);
  if (status == Status::CommandFailed) require(session.rules() == before, "a failed command changes nothing", line);
  session.complete(line);
  return 0;
}
