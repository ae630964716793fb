// A session's calls. SPDX-License-Identifier: MIT
#include "plugin/session/session.hpp"

#include <chrono>
#include <cmath>
#include <stdexcept>

#include "rules/bat_rules.hpp"
#include "rules/file_io.hpp"
#include "rules/number_text.hpp"

namespace better_bats {
namespace {

using Clock = std::chrono::steady_clock;

/// Entities named in the log; beyond, only their number is counted.
constexpr std::size_t kMostReported = 1024;
constexpr double kLargestStartleRadius = 1024;
constexpr double kLargestStartleForce = 64;

std::string textOf(const char* text) {
  return text == nullptr ? std::string() : std::string(text);
}

const char* describe(Defect defect) noexcept {
  switch (defect) {
    case Defect::NotUsable: return "has a position or velocity that is not finite or beyond 1e9";
    case Defect::ConflictingTwin: return "is there twice, in different states";
    case Defect::NotABat: return "is of another kind than minecraft:bat";
  }
  return "cannot be flown";
}

}  // namespace

/// Adds the time of a call to the tick's, which a host that calls bat by bat makes of many calls.
class Session::CallTimer {
 public:
  explicit CallTimer(Session& session) noexcept : session_(session), begin_(Clock::now()) {}
  CallTimer(const CallTimer&) = delete;
  CallTimer& operator=(const CallTimer&) = delete;
  ~CallTimer() { session_.tickNanoseconds_ += std::chrono::nanoseconds(Clock::now() - begin_).count(); }

 private:
  Session& session_;
  Clock::time_point begin_;
};

std::string Session::faultOf(const better_bats_host* host) {
  if (host == nullptr) return "the host table is null";
  const auto wrongSize = [](const char* table, std::uint32_t found, std::size_t expected) {
    return std::string(table) + ".struct_size is " + rules::toText(found) + ", this library needs " +
           rules::toText(expected);
  };
  if (host->struct_size != sizeof(better_bats_host)) {
    return wrongSize("host", host->struct_size, sizeof(better_bats_host));
  }
  if (host->world == nullptr) return "the host's world is null";
  if (host->world->struct_size != sizeof(better_bats_world)) {
    return wrongSize("world", host->world->struct_size, sizeof(better_bats_world));
  }
  const char* missing = HostWorld::missingFunction(*host->world);
  return missing == nullptr ? std::string() : std::string("the world has no function ") + missing;
}

Session::Session(const better_bats_host& host)
    : host_(host),
      log_(host.log, host.context),
      world_(host.world),
      loop_(&host_),
      settings_(textOf(host.config_path), textOf(host.rules_path)),
      pluginPath_(textOf(host.plugin_path)),
      engine_(world_, loop_, (host.flags & BETTER_BATS_CONCURRENT_READS) != 0) {
  for (const std::string& note : settings_.load()) log_.warning(note);
  engine_.configure(settings_.parameters());
  parametersTaken_ = settings_.parametersRevision();
}

Status Session::applyFlightForces(Entity& bat) {
  const Status status = fly(std::nullopt, {&bat, 1});
  // A scan by coordinates does not find a bat at NaN: it is first seen here.
  const bool usable = isUsable(bat.position) && isUsable(bat.velocity);
  if (!usable && !engine_.snapshot().isRejected(bat.id)) reportDefect(bat.id, Defect::NotUsable);
  return status;
}

Status Session::applyFlightForces(std::span<Entity> bats) {
  return fly(std::span<const Entity>(bats), bats);
}

Status Session::fly(std::optional<std::span<const Entity>> all, std::span<Entity> bats) {
  const auto gameTime = world_.gameTime();
  if (!gameTime) {
    noteFailure("the world did not answer: no game time, no flight");
    return Status::HostFailed;
  }
  if (!all && engine_.isTick(*gameTime) && engine_.takeFlightAhead(bats.front())) return Status::Ok;
  if (!engine_.isTick(*gameTime)) {
    lastTickNanoseconds_ = tickNanoseconds_;
    tickNanoseconds_ = 0;
  }
  const CallTimer timer(*this);
  if (!engine_.isTick(*gameTime)) {
    skipped_ = 0;
    if (parametersTaken_ != settings_.parametersRevision()) {
      engine_.configure(settings_.parameters());
      parametersTaken_ = settings_.parametersRevision();
    }
    const auto report = [this](std::uint64_t id, Defect defect) { reportDefect(id, defect); };
    if (!engine_.beginTick(*gameTime, flightRules(), all, report)) {
      noteFailure("the world did not answer: no snapshot, no flight this tick");
      return Status::HostFailed;
    }
    ++snapshots_;
    if constexpr (kChecksInvariants) checkFlocks();
  }
  if constexpr (kChecksInvariants) invariants_.remember(bats);
  const std::uint64_t failed = engine_.fly(bats);
  if constexpr (kChecksInvariants) checkVelocities(failed == 0 ? bats : std::span<const Entity>());
  if (failed == 0) return Status::Ok;
  failedQueries_ += failed;
  noteFailure("the world did not answer about " + rules::toText(failed) + " bats: they keep their velocity");
  return Status::HostFailed;
}

/// A promise that is broken is a fault of our own: the call is answered with INTERNAL and the log tells.
void Session::checkFlocks() {
  const std::string broken =
      invariants_.brokenFlock(engine_, settings_.rules().value(rules::batRule(rules::BatRule::SwarmSize)));
  if (!broken.empty()) throw std::logic_error(broken);
}

void Session::checkVelocities(std::span<const Entity> bats) const {
  if (!flightRules().enabled) return;
  const std::string broken = invariants_.brokenVelocity(engine_, bats);
  if (!broken.empty()) throw std::logic_error(broken);
}

FlightRules Session::flightRules() const noexcept {
  const rules::BatRuleValues values = rules::batRuleValues(settings_.rules());
  const auto weight = [](std::int64_t hundredths) { return static_cast<double>(hundredths) / 100; };
  return {{weight(values.alignment), weight(values.cohesion), weight(values.separation), weight(values.wander)},
          values.swarmSize,
          values.flight};
}

void Session::reportDefect(std::uint64_t id, Defect defect) {
  ++skipped_;
  if (reported_.size() >= kMostReported || !reported_.insert(id).second) return;
  lastError_ = "entity " + rules::toText(id) + " " + describe(defect) + "; it is left alone";
  log_.warning(lastError_);
}

void Session::noteFailure(std::string text) {
  lastError_ = std::move(text);
  log_.limited("world", static_cast<std::int64_t>(snapshots_), lastError_);
}

void Session::reportFault(const char* what) noexcept {
  try {
    lastError_ = std::string("internal fault: ") + what;
    log_.error(lastError_);
  } catch (...) {
    return;  // no memory for a message about something else that failed
  }
}

Status Session::checkStartle(const Startle& startle) noexcept {
  if (!isUsable(startle.position)) return Status::InvalidArgument;
  const auto within = [](double value, double most) { return value >= 0 && value <= most; };
  return within(startle.radius, kLargestStartleRadius) && within(startle.force, kLargestStartleForce)
             ? Status::Ok
             : Status::OutOfRange;
}

Status Session::startle(const Startle& startle, std::uint64_t ticks) {
  const Status usable = checkStartle(startle);
  if (usable != Status::Ok) return usable;
  if (engine_.startles().size() >= kMostStartles) return Status::OutOfRange;
  if (ticks > 0) engine_.startle(startle, ticks);
  return Status::Ok;
}

void Session::reset() {
  engine_.reset();
  reported_.clear();
  skipped_ = 0;
}

better_bats_rule Session::describeRule(const rules::GameRule& rule) const noexcept {
  better_bats_rule told{};
  told.id = rule.id.data();
  told.description = rule.description.data();
  told.type = rule.type == rules::RuleType::Boolean ? BETTER_BATS_RULE_BOOLEAN : BETTER_BATS_RULE_INTEGER;
  told.value = settings_.rules().value(rule);
  told.default_value = rule.defaultValue;
  told.minimum = rule.minimum;
  told.maximum = rule.maximum;
  return told;
}

void Session::listenToRules(better_bats_rule_visitor changed, void* visitor) {
  if (changed == nullptr) {
    settings_.onRuleChanged({});
    return;
  }
  settings_.onRuleChanged([this, changed, visitor](const rules::GameRule& rule, std::int64_t) {
    const better_bats_rule told = describeRule(rule);
    changed(visitor, &told);
  });
}

Status Session::setRule(std::string_view id, std::int64_t value) {
  const rules::GameRule* rule = settings_.rules().find(id);
  if (rule == nullptr) return Status::NotFound;
  try {
    return settings_.setRule(*rule, value, Origin::Host);
  } catch (const rules::FileError& failure) {
    lastError_ = failure.what();
    log_.error(lastError_);
    return Status::NotStored;
  }
}

}  // namespace better_bats
