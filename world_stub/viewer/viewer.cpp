// The tick thread's side of the viewer. SPDX-License-Identifier: MIT
#include "world_stub/viewer/viewer.hpp"

#include <set>
#include <system_error>
#include <utility>

namespace better_bats::stub {
namespace {

constexpr auto frameInterval = std::chrono::milliseconds(45);        // up to 20 a second
constexpr auto stillFrameInterval = std::chrono::milliseconds(200);  // while no tick passes
constexpr auto figuresInterval = std::chrono::milliseconds(500);
constexpr auto settingsInterval = std::chrono::seconds(3);  // for changes that no command made
constexpr auto tileBudget = std::chrono::milliseconds(1);
constexpr std::size_t mostFollowed = 16;
constexpr std::uint32_t consoleLevel = 4;

[[nodiscard]] SharedBytes shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

/// What stands between two words of a text; empty where they do not.
[[nodiscard]] std::string between(const std::string& text, std::string_view before, std::string_view after) {
  const std::size_t start = text.find(before);
  if (start == std::string::npos) return {};
  const std::size_t begin = start + before.size();
  return text.substr(begin, text.find(after, begin) - begin);
}

/// From the reply of `better-bats get NAME`: value, default, range, sentence.
[[nodiscard]] ParameterText detailsOf(const std::string& name, const std::string& reply) {
  ParameterText details;
  details.name = name;
  details.defaultValue = between(reply, "\nDefault ", ", range ");
  details.range = between(reply, ", range ", ", set by ");
  details.description = reply.substr(reply.rfind('\n') + 1);
  return details;
}

[[nodiscard]] bool isSame(const Bounds& a, const Bounds& b) {
  return a.min == b.min && a.max == b.max && a.period == b.period;
}

}  // namespace

Viewer::Viewer(const ViewerSettings& settings, ViewerServices services)
    : services_(std::move(services)),
      bind_(settings.bind),
      page_(settings.pageFolder),
      token_(page_.fault().empty() ? tokenOf(settings.tokenFile) : std::string()),
      access_(token_, settings.bind) {
  if (!page_.fault().empty()) throw NetworkError(page_.fault());
  network_ = listen(settings);
}

std::unique_ptr<Network> Viewer::listen(const ViewerSettings& settings) {
  const NetworkServices services{exchange_, page_, access_,
                                 [this](std::string line, std::function<void(LineOutcome)> answer) {
                                   services_.post([this, line = std::move(line), answer = std::move(answer)] {
                                     answer(services_.runLine(line));
                                     commanded();
                                   });
                                 },
                                 [this](std::function<void()> done) {
                                   services_.post([this, done = std::move(done)] {
                                     refresh();
                                     done();
                                   });
                                 }};
  try {
    return std::make_unique<Network>(settings.bind, settings.port.value_or(usualPort), services);
  } catch (const NetworkError&) {
    if (settings.port) throw;
    return std::make_unique<Network>(settings.bind, 0, services);  // another server has the usual one
  }
}

std::string Viewer::address() const {
  const bool isV6 = bind_.find(':') != std::string::npos;
  return "http://" + (isV6 ? "[" + bind_ + "]" : bind_) + ":" + std::to_string(network_->port()) + "/";
}

void Viewer::beat() {
  if (exchange_.clients() == 0) return;
  const auto now = Clock::now();
  const bool ticked = services_.server.world().gameTime() != lastGameTime_;
  if (now - lastFrame_ >= (ticked ? frameInterval : stillFrameInterval)) {
    lastFrame_ = now;
    publishFrame();
  }
  if (now - lastFigures_ >= figuresInterval) {
    lastFigures_ = now;
    publishFigures();
    publishFollowed();
  }
  if (now - lastSettingsLook_ >= settingsInterval) {
    lastSettingsLook_ = now;
    publishSettings();
  }
  makeTiles();
}

void Viewer::refresh() {
  const auto now = Clock::now();
  // Anybody may ask, so asking often costs no more.
  if (now - lastRefresh_ < figuresInterval) return;
  lastRefresh_ = now;
  publishFrame();
  publishSettings();
  publishFigures();
}

void Viewer::publishFrame() {
  Server& server = services_.server;
  lastGameTime_ = server.world().gameTime();
  Plugin* plugin = server.pilot();
  exchange_.publish(Topic::Frame, frames_.write(server.world(), services_.clock().frozen, [plugin](std::uint64_t bat) {
    return plugin == nullptr ? std::uint64_t{0} : plugin->flockOf(bat).flock;
  }));
}

void Viewer::publishFigures() {
  const StubWorld& world = services_.server.world();
  const auto clock = services_.clock();
  FiguresSource source;
  source.gameTime = world.gameTime();
  source.dayTime = world.dayTime();
  source.rate = clock.rate;
  source.frozen = clock.frozen;
  source.clients = exchange_.clients();
  source.times = services_.server.tickTimes().summary();
  exchange_.publish(Topic::Figures, shared(figuresDocument(source)));
}

void Viewer::publishSettings() {
  const StubWorld& world = services_.server.world();
  const WorldKind kind = world.map().spec().kind;
  SettingsSource source;
  source.spec = world.map().spec();
  source.bounds = world.bounds();
  source.loaded = world.map().loadedArea();
  source.revision = world.revision();
  source.hasBlocks = kind == WorldKind::Flat || kind == WorldKind::Hills || world.map().chunksMade() > 0;
  if (Plugin* plugin = services_.server.pilot()) {
    // To look costs a small part of what it costs to tell.
    const CommandResult all = plugin->execute("better-bats get", consoleLevel);
    if (all.reply == lastValues_ && source.revision == lastRevision_ && isSame(source.bounds, lastBounds_)) return;
    lastValues_ = all.reply;
    readParameters(*plugin, all.reply, source.parameters);
    source.rules = plugin->gameRules().all();
  }
  lastRevision_ = source.revision;
  lastBounds_ = source.bounds;
  std::string document = settingsDocument(source);
  if (document == lastSettings_) return;
  lastSettings_ = document;
  exchange_.publish(Topic::Settings, shared(std::move(document)));
}

// The boundary has no table of flight parameters: they are asked for as an operator would, by the plugin's command.
void Viewer::readParameters(Plugin& plugin, const std::string& all, std::vector<ParameterText>& parameters) {
  constexpr std::string_view separator = " = ";
  for (std::size_t start = 0; start < all.size();) {
    const std::size_t end = std::min(all.find('\n', start), all.size());
    const std::string line = all.substr(start, end - start);
    start = end + 1;
    const std::size_t middle = line.find(separator);
    const std::string name = line.substr(0, middle);
    if (middle == std::string::npos || name.find(':') != std::string::npos) continue;  // a rule: known better
    auto known = parameterDetails_.find(name);
    if (known == parameterDetails_.end()) {
      const CommandResult one = plugin.execute("better-bats get " + name, consoleLevel);
      known = parameterDetails_.emplace(name, detailsOf(name, one.reply)).first;
    }
    parameters.push_back(known->second);
    parameters.back().value = line.substr(middle + separator.size());
  }
}

void Viewer::publishFollowed() {
  std::map<std::uint64_t, SharedBytes> documents;
  for (const std::uint64_t id : exchange_.followed()) {
    if (documents.size() == mostFollowed) break;
    documents[id] = shared(followedDocument(id, look(id)));
  }
  exchange_.storeFollowed(std::move(documents));
}

std::optional<FollowedBat> Viewer::look(std::uint64_t id) {
  const StubWorld& world = services_.server.world();
  const Entity* entity = world.entities().find(id);
  if (entity == nullptr || entity->kind != batKind) return std::nullopt;
  FollowedBat bat;
  bat.id = id;
  bat.position = entity->position;
  bat.velocity = entity->velocity;
  bat.height = world.height(entity->position);
  if (Plugin* plugin = services_.server.pilot()) {
    const FlockMembership membership = plugin->flockOf(id);
    bat.flock = membership.flock;
    bat.flockSize = membership.size;
    bat.forces = plugin->forces(id);
  }
  return bat;
}

void Viewer::makeTiles() {
  const StubWorld& world = services_.server.world();
  if (tilesRevision_ != world.revision()) {
    tilesRevision_ = world.revision();
    exchange_.forgetTiles();
  }
  const auto end = Clock::now() + tileBudget;
  while (const auto key = exchange_.nextWantedTile()) {
    exchange_.storeTile(*key, shared(encodeTile(world, *key)));
    if (Clock::now() >= end) break;
  }
}

}  // namespace better_bats::stub
