// libFuzzer: what the viewer's clients send. A message is one within its bounds, or there is a reason why not; what the
// server would answer is text. SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/bytes.hpp"
#include "world_stub/viewer/access.hpp"
#include "world_stub/viewer/messages.hpp"

namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace better_bats::stub;
  static const Access access("0123456789abcdef0123456789abcdef", "127.0.0.1");
  const std::string_view text = better_bats::test::textOf(data, size);
  static_cast<void>(access.isHostAllowed(text));
  static_cast<void>(Access::isOriginAllowed(text, "127.0.0.1:8127"));
  const ParsedMessage parsed = parseMessage(text);
  require(parsed.message.has_value() == parsed.fault.empty(), "a message or a reason");
  if (!parsed.message) return 0;
  if (const auto* hello = std::get_if<HelloMessage>(&*parsed.message)) {
    require(hello->window <= 100 && hello->token.size() <= 128, "a hello within its bounds");
    require(access.mayWrite(hello->token) == (hello->token == "0123456789abcdef0123456789abcdef"), "only the token");
  } else if (const auto* command = std::get_if<CommandMessage>(&*parsed.message)) {
    require(command->line.size() <= longestLine && command->line.find('\n') == std::string::npos, "one bounded line");
    require(!replyDocument(command->number, {false, command->line}).empty(), "a reply to any line");
  } else if (const auto* tile = std::get_if<TileKey>(&*parsed.message)) {
    require(tile->isValid(), "a tile that there is");
  } else if (const auto* follow = std::get_if<FollowMessage>(&*parsed.message)) {
    require(!followedDocument(follow->bat, std::nullopt).empty(), "an answer about any bat");
  }
  return 0;
}
