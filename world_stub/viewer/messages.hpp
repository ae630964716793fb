// The viewer's JSON: what clients may say, and what they are told. See docs/viewer-protocol.md.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <better_bats/game_rules.hpp>
#include <better_bats/vec3.hpp>

#include "world_stub/server/console_command.hpp"
#include "world_stub/server/tick_times.hpp"
#include "world_stub/viewer/frame_statistics.hpp"
#include "world_stub/viewer/terrain_tile.hpp"
#include "world_stub/world/world_spec.hpp"

namespace better_bats::stub {

// ---- from clients

inline constexpr std::size_t longestMessage = 4096;
inline constexpr std::size_t longestLine = 1024;

/// The first message of a socket.
struct HelloMessage {
  std::string token;       ///< empty: to read only
  std::size_t window = 0;  ///< how many frames may be on their way without a ReadyMessage; 0: any number
};
/// One more frame was dealt with.
struct ReadyMessage {};
struct CommandMessage {
  std::int64_t number = 0;  ///< the client's own, for the reply
  std::string line;
};
/// 0: nobody.
struct FollowMessage {
  std::uint64_t bat = 0;
};
using ClientMessage = std::variant<HelloMessage, ReadyMessage, CommandMessage, TileKey, FollowMessage>;

struct ParsedMessage {
  std::optional<ClientMessage> message;
  std::string fault;  ///< why there is none: for closing the socket
};
[[nodiscard]] ParsedMessage parseMessage(std::string_view text);

// ---- to clients

/// A flight parameter as the plugin's own command tells of it.
struct ParameterText {
  std::string name, value, defaultValue, range, description;
};

struct SettingsSource {
  WorldSpec spec;
  Bounds bounds{};
  ColumnArea loaded{};
  std::uint32_t revision = 0;
  bool hasBlocks = false;  ///< whether there is terrain to ask for
  std::vector<GameRule> rules;
  std::vector<ParameterText> parameters;
};
/// World, rules and parameters; the same text for the same state.
[[nodiscard]] std::string settingsDocument(const SettingsSource& source);

struct FiguresSource {
  std::int64_t gameTime = 0, dayTime = 0;
  double rate = 20;
  bool frozen = false;
  std::size_t clients = 0;
  TickTimes::Summary times;
};
[[nodiscard]] std::string figuresDocument(const FiguresSource& source);

[[nodiscard]] std::string statisticsDocument(const FrameStatistics& statistics);

struct FollowedBat {
  std::uint64_t id = 0, flock = 0;
  std::uint32_t flockSize = 1;
  Vec3 position{0, 0, 0}, velocity{0, 0, 0};
  std::optional<double> height;
  std::vector<std::pair<std::string, Vec3>> forces;
};
/// `bat` is nothing where the bat is gone.
[[nodiscard]] std::string followedDocument(std::uint64_t id, const std::optional<FollowedBat>& bat);

[[nodiscard]] std::string welcomeDocument(bool mayWrite, std::string_view reason);
[[nodiscard]] std::string replyDocument(std::int64_t number, const LineOutcome& outcome);

/// The newest documents as one, for /state.json; those that are empty are left out.
[[nodiscard]] std::string stateDocument(std::string_view settings, std::string_view figures,
                                        std::string_view statistics);

}  // namespace better_bats::stub
