// The live viewer: the bats in a browser. SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "world_stub/server/console_command.hpp"
#include "world_stub/server/server.hpp"
#include "world_stub/viewer/access.hpp"
#include "world_stub/viewer/exchange.hpp"
#include "world_stub/viewer/frame.hpp"
#include "world_stub/viewer/messages.hpp"
#include "world_stub/viewer/network.hpp"
#include "world_stub/viewer/page_files.hpp"

namespace better_bats::stub {

struct ViewerSettings {
  std::string bind = "127.0.0.1";
  std::optional<std::uint16_t> port;  ///< nothing: the usual one, or any where that is taken; 0: any
  std::string pageFolder;             ///< as the build made it
  std::string tokenFile;
};

/// What the live loop lends to it.
struct ViewerServices {
  struct ClockState {
    double rate = 20;
    bool frozen = false;
  };

  Server& server;
  std::function<ClockState()> clock;                       ///< [tick-thread]
  std::function<LineOutcome(const std::string&)> runLine;  ///< as a console's; called on the tick thread
  std::function<void(std::function<void()>)> post;         ///< has it done by the tick thread [any-thread]
};

/// [tick-thread] The network has a thread of its own, see network.hpp.
class Viewer {
 public:
  static constexpr std::uint16_t usualPort = 8127;

  /// Begins to listen. Throws NetworkError, with one line that says why there is no viewer.
  Viewer(const ViewerSettings& settings, ViewerServices services);

  [[nodiscard]] std::string address() const;
  [[nodiscard]] const std::string& token() const noexcept { return token_; }

  /// To be called whenever the loop comes by: publishes what is due, in at most about 2 ms. Costs nothing with no
  /// client.
  void beat();

  /// A command was carried out: what it may have changed is told at the next beat.
  void commanded() noexcept { lastFigures_ = lastSettingsLook_ = {}; }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::unique_ptr<Network> listen(const ViewerSettings& settings);
  void publishFrame();
  void publishFigures();
  void publishSettings();
  void publishFollowed();
  void refresh();
  void makeTiles();
  void readParameters(Plugin& plugin, const std::string& all, std::vector<ParameterText>& parameters);
  [[nodiscard]] std::optional<FollowedBat> look(std::uint64_t id);

  ViewerServices services_;
  std::string bind_;
  PageFiles page_;
  std::string token_;
  Access access_;
  Exchange exchange_;
  FrameWriter frames_;
  Clock::time_point lastFrame_, lastFigures_, lastSettingsLook_, lastRefresh_;
  std::int64_t lastGameTime_ = -1;
  std::uint32_t tilesRevision_ = 0;
  std::string lastSettings_, lastValues_;
  std::uint32_t lastRevision_ = 0;
  Bounds lastBounds_{};
  std::map<std::string, ParameterText> parameterDetails_;
  std::unique_ptr<Network> network_;  // last: its thread uses the rest
};

}  // namespace better_bats::stub
