// Tables, answers and calls. SPDX-License-Identifier: MIT
#include "tests/fuzz/byte_host.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#include "tests/fuzz/wild_world.hpp"

extern "C" const better_bats_entry_table better_bats_entry;

namespace better_bats::test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::array<double, 14> oddNumbers{
    0,   -0.0, 1,    1e-9,     5e-324,    -1e300, 1e300,
    1e9, -1e9, 2e31, infinity, -infinity, 0.5,    std::numeric_limits<double>::quiet_NaN()};
constexpr std::array lines{"gamerule better-bats:bat_swarm_size 12",
                           "gamerule",
                           "better-bats set steering reynolds",
                           "better-bats set max_speed 0",
                           "bb set min_speed 64",
                           "bb startle 0 8 0 16 1 5",
                           "bb spawn 5",
                           "bb stats",
                           "bb reset",
                           "bb status",
                           "better-bats:bat_swarm_size",
                           "better-bats:bat_flight",
                           "{\"format\": 1}",
                           "\xff\xfe",
                           ""};

template <typename Table>
const Table& extension(const char* id) {
  return *static_cast<const Table*>(better_bats_entry.extension(id));
}

void require(bool holds, const char* promise) {
  if (!holds) throw BrokenPromise(promise);
}

void requireKnown(better_bats_status status) {
  require(status >= BETTER_BATS_OK && status <= BETTER_BATS_UNSUPPORTED, "a status that says something, not INTERNAL");
}

template <typename Record>
bool sameBits(const Record& a, const Record& b) {
  using Bits = std::array<std::uint64_t, sizeof(Record) / 8>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

}  // namespace

void ByteHost::run(Bytes bytes) {
  bytes_ = bytes;
  makeTables();
  create();
  for (std::size_t calls = 0; calls < mostCalls && !bytes_.atEnd(); ++calls) call();
  better_bats_entry.destroy(session_);
  session_ = nullptr;
}

// ---- choices

better_bats_status ByteHost::status() noexcept {
  if (honest_ && !bytes_.chance(6)) return BETTER_BATS_OK;
  const std::uint8_t choice = bytes_.byte();
  return choice < 160 ? BETTER_BATS_OK : choice < 250 ? choice % 12 : bytes_.take<better_bats_status>();
}

double ByteHost::number() noexcept {
  const std::uint8_t choice = bytes_.byte();
  if (choice < 30) return oddNumbers[bytes_.below(oddNumbers.size())];
  return choice < 34 ? bytes_.take<double>() : bytes_.take<std::int16_t>() / 1024.0;
}

better_bats_vec3 ByteHost::vector() noexcept {
  const double x = number();
  const double y = number();
  return {x, y, number()};
}

better_bats_entity ByteHost::entity() noexcept {
  better_bats_entity bat{};
  bat.id = bytes_.chance(250) ? bytes_.byte() : bytes_.take<std::uint64_t>();
  bat.kind = bytes_.chance(240) ? 0 : bytes_.below(4);
  bat.flags = bytes_.chance(230) ? 3 : bytes_.take<std::uint32_t>();
  bat.position = vector();
  bat.velocity = vector();
  return bat;
}

const char* ByteHost::text() noexcept {
  if (bytes_.chance(10)) return nullptr;
  return lines[bytes_.below(lines.size())];
}

better_bats_session* ByteHost::sessionOrNull() noexcept {
  return bytes_.chance(6) ? nullptr : session_;
}

const better_bats_text_sink* ByteHost::sink() noexcept {
  written_.clear();
  sink_.context = &written_;
  sink_.write = [](void* to, const char* piece, std::uint64_t size) {
    if (size > 0 && piece != nullptr) static_cast<std::string*>(to)->append(piece, size);
  };
  if (bytes_.chance(6)) sink_.write = nullptr;
  return bytes_.chance(6) ? nullptr : &sink_;
}

// ---- what the host is asked

better_bats_status ByteHost::parallelFor(void* context, std::uint64_t count, std::uint64_t grain,
                                         better_bats_loop_body body, void* loop) {
  ByteHost& self = of(context);
  const std::uint8_t choice = self.bytes_.byte();
  if (choice < 40) return self.status();  // does nothing and says anything
  const std::uint64_t step = choice < 128 ? std::max<std::uint64_t>(grain, 1) : 1 + choice % 7;
  for (std::uint64_t begin = 0; begin < count; begin += step) {
    if (self.bytes_.chance(3)) continue;                                          // forgets a piece
    body(loop, begin, self.bytes_.chance(3) ? ~std::uint64_t{0} : begin + step);  // or goes beyond its end
    if (self.bytes_.chance(3)) body(loop, begin, begin);
  }
  return self.status();
}

better_bats_status ByteHost::scan(void* context, const better_bats_box*, const std::uint32_t*, std::uint32_t,
                                  better_bats_entity_visitor visit, void* visitor) {
  ByteHost& self = of(context);
  if (self.bytes_.chance(8)) visit(visitor, nullptr, self.bytes_.byte());
  if (!self.bats_.empty()) visit(visitor, self.bats_.data(), self.bats_.size());
  if (self.bytes_.chance(40)) {
    const better_bats_entity extra = self.entity();
    visit(visitor, &extra, 1);
  }
  if (self.bytes_.chance(3)) visit(visitor, self.bats_.data(), ~std::uint64_t{0} >> self.bytes_.below(3));
  return self.status();
}

better_bats_status ByteHost::probe(void* context, const better_bats_probe* probes, std::uint64_t count,
                                   better_bats_probe_result* results) {
  ByteHost& self = of(context);
  const std::uint8_t choice = self.bytes_.byte();
  for (std::uint64_t i = 0; i < count; ++i) {
    require(probes[i].down + probes[i].up <= 63, "a run of more than 64 blocks was asked for");
    if (choice < 60) continue;  // writes nothing
    results[i] = {1, 0, 4, 1, 1, 1, 0};
    if (choice > 160) results[i] = self.bytes_.take<better_bats_probe_result>();
  }
  return choice % 9 == 0 ? BETTER_BATS_UNSUPPORTED : self.status();
}

// ---- tables

void ByteHost::makeTables() {
  honest_ = bytes_.chance(128);
  world_.struct_size = bytes_.chance(8) ? bytes_.take<std::uint32_t>() : static_cast<std::uint32_t>(sizeof world_);
  world_.context = this;
  world_.game_time = [](void* self, std::int64_t* ticks) {
    *ticks = of(self).clock_;
    return of(self).status();
  };
  world_.day_time = [](void* self, std::int64_t* ticks) {
    *ticks = of(self).bytes_.take<std::int64_t>();
    return of(self).status();
  };
  world_.seed = world_.day_time;
  world_.bounds = [](void* self, better_bats_bounds* bounds) {
    *bounds = {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}, {0, 0, 0}};
    if (of(self).bytes_.chance(60)) *bounds = {of(self).vector(), of(self).vector(), of(self).vector()};
    return of(self).status();
  };
  world_.is_night = [](void* self, std::uint8_t* night) {
    *night = of(self).bytes_.byte();
    return of(self).status();
  };
  world_.entity_kind = [](void* self, const char* id, std::uint32_t* kind) {
    *kind = std::strcmp(id, "minecraft:bat") == 0 ? 0 : 1;
    if (of(self).bytes_.chance(8)) *kind = of(self).bytes_.take<std::uint32_t>();
    return of(self).status();
  };
  world_.surface = [](void* self, std::int32_t, std::int32_t, better_bats_surface* surface) {
    *surface = {1, 1, 0, 0};
    if (of(self).bytes_.chance(60)) *surface = of(self).bytes_.take<better_bats_surface>();
    return of(self).status();
  };
  world_.blocks = [](void* self, better_bats_block_pos, std::uint32_t count, better_bats_block_run* run) {
    require(count >= 1 && count <= 64, "a run of 1 to 64 blocks");
    *run = {of(self).bytes_.byte(), of(self).bytes_.byte()};
    return of(self).status();
  };
  world_.sees_sky = [](void* self, better_bats_block_pos, std::uint8_t* sees) {
    *sees = of(self).bytes_.byte();
    return of(self).status();
  };
  world_.probe = &probe;
  world_.scan_entities = &scan;
  const std::uint8_t hole = bytes_.byte();
  if (hole < 12)
    std::memset(reinterpret_cast<char*>(&world_) + 16 + std::size_t{8} * (hole % 11U), 0,
                8);  // one function is missing
  if (bytes_.chance(80)) world_.probe = nullptr;
  if (bytes_.chance(80)) world_.is_night = nullptr;
  if (bytes_.chance(80)) world_.sees_sky = nullptr;

  host_.struct_size = bytes_.chance(8) ? bytes_.take<std::uint32_t>() : static_cast<std::uint32_t>(sizeof host_);
  host_.flags = bytes_.take<std::uint32_t>();
  host_.context = this;
  host_.world = bytes_.chance(4) ? nullptr : &world_;
  host_.log = [](void*, std::int32_t level, const char* line) {
    require(line != nullptr, "a line to log");
    if (level == BETTER_BATS_LOG_ERROR) std::fprintf(stderr, "%s\n", line);
  };
  host_.parallel_for = bytes_.chance(128) ? &parallelFor : nullptr;
  host_.spawn_bats = [](void* self, const better_bats_spawn*, std::uint64_t* spawned) {
    *spawned = of(self).bytes_.byte();
    return of(self).status();
  };
  if (bytes_.chance(80)) host_.log = nullptr;
  if (bytes_.chance(80)) host_.spawn_bats = nullptr;
  if (bytes_.chance(40)) host_.config_path = "/nowhere/config.json";
  if (bytes_.chance(20)) host_.rules_path = "/proc/version/rules.json";  // a folder that cannot be
}

void ByteHost::create() {
  static_assert(sizeof(better_bats_world) == 16 + 8 * 11, "the holes in makeTables()");
  const better_bats_text_sink* const error = sink();
  const better_bats_host* const host = bytes_.chance(4) ? nullptr : &host_;
  const better_bats_status created = better_bats_entry.create(host, error, &session_);
  requireKnown(created);
  require((created == BETTER_BATS_OK) == (session_ != nullptr), "a session or a reason");
  if (created != BETTER_BATS_OK && error != nullptr && error->write != nullptr) {
    require(!written_.empty(), "a refusal says why");
  }
  require(better_bats_entry.create(&host_, nullptr, nullptr) != BETTER_BATS_OK, "nowhere to put a session");
  require(better_bats_entry.extension(nullptr) == nullptr, "no extension without a name");
  require(better_bats_entry.extension("better_bats.flight/2") == nullptr, "no extension that is not there");
  better_bats_entry.destroy(nullptr);
}

// ---- calls

void ByteHost::call() {
  switch (bytes_.below(8)) {
    case 0: return callRulesAndCommands();
    case 1: return callInspect();
    case 2: return callState();
    case 3:
      if (bats_.size() < 60) {
        for (std::size_t count = 1 + bytes_.below(16); count > 0; --count) bats_.push_back(entity());
      } else {
        bats_.clear();
      }
      return;
    default:
      if (!bytes_.chance(40)) clock_ = later(clock_, 1);
      if (bytes_.chance(4)) clock_ = bytes_.take<std::int64_t>();
      return callFlight();
  }
}

void ByteHost::callFlight() {
  const auto& flight = extension<better_bats_flight_1>(BETTER_BATS_FLIGHT_1);
  const std::vector<better_bats_entity> before = bats_;
  better_bats_session* const session = sessionOrNull();
  better_bats_status answered = BETTER_BATS_OK;
  switch (bytes_.below(5)) {
    case 0:
      answered = flight.apply_flight_forces(session, bats_.empty() ? nullptr : &bats_[bytes_.below(bats_.size())]);
      break;
    case 1: answered = flight.apply_flight_forces_all(session, bats_.data(), bats_.size() / 2); break;
    case 2: {
      const better_bats_startle startle{vector(), number(), number(), bytes_.take<std::uint16_t>()};
      answered = flight.startle(session, bytes_.chance(6) ? nullptr : &startle);
      break;
    }
    case 3:
      answered = bytes_.chance(40)    ? flight.reset(session)
                 : bytes_.chance(128) ? flight.apply_flight_forces_all(session, nullptr, bytes_.byte())
                                      : flight.apply_flight_forces_all(session, bats_.data(), ~std::uint64_t{0});
      break;
    default: answered = flight.apply_flight_forces_all(session, bats_.data(), bats_.size());
  }
  checkBats(before, answered);
}

void ByteHost::checkBats(const std::vector<better_bats_entity>& before, better_bats_status answered) const {
  requireKnown(answered);
  for (std::size_t i = 0; i < bats_.size(); ++i) {
    better_bats_entity same = bats_[i];
    same.velocity = before[i].velocity;
    require(sameBits(same, before[i]), "nothing but a velocity is written");
    if (sameBits(bats_[i].velocity, before[i].velocity)) continue;
    require((bats_[i].flags & 3U) == 3U, "only an active bat is written");
    const better_bats_vec3 v = bats_[i].velocity;
    require(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z), "a velocity that is written is finite");
    require(std::fabs(v.x) <= 65 && std::fabs(v.y) <= 65 && std::fabs(v.z) <= 65, "and within any speed limit");
  }
}

void ByteHost::callRulesAndCommands() {
  const auto& rules = extension<better_bats_rules_1>(BETTER_BATS_RULES_1);
  const auto& commands = extension<better_bats_commands_1>(BETTER_BATS_COMMANDS_1);
  better_bats_session* const session = sessionOrNull();
  const char* const line = text();
  const auto seen = [](void*, const better_bats_rule* rule) { require(rule != nullptr, "a rule"); };
  std::int64_t value = 77;
  switch (bytes_.below(6)) {
    case 0: return requireKnown(rules.enumerate(session, bytes_.chance(8) ? nullptr : +seen, nullptr));
    case 1: {
      const better_bats_status answered = rules.get(session, line, bytes_.chance(8) ? nullptr : &value);
      require(answered == BETTER_BATS_OK || value == 77, "outputs are untouched on errors");
      return requireKnown(answered);
    }
    case 2: return requireKnown(rules.set(session, line, bytes_.take<std::int64_t>()));
    case 3: return requireKnown(rules.changed(session, bytes_.chance(128) ? nullptr : +seen, nullptr));
    case 4: return requireKnown(commands.complete(session, line, bytes_.take<std::uint64_t>() % 64, sink()));
    default: return requireKnown(commands.execute(session, line, bytes_.below(8), sink()));
  }
}

void ByteHost::callInspect() {
  const auto& inspect = extension<better_bats_inspect_1>(BETTER_BATS_INSPECT_1);
  better_bats_session* const session = sessionOrNull();
  const auto figure = [](void*, const char* name, double) { require(name != nullptr, "a figure has a name"); };
  const auto force = [](void*, const char* name, better_bats_vec3) { require(name != nullptr, "a force has a name"); };
  std::uint64_t flock = 77;
  std::uint32_t size = 77;
  switch (bytes_.below(5)) {
    case 0: {
      const better_bats_status answered =
          inspect.flock_of(session, bytes_.byte(), bytes_.chance(8) ? nullptr : &flock, &size);
      require(answered == BETTER_BATS_OK || (flock == 77 && size == 77), "outputs are untouched on errors");
      require(answered != BETTER_BATS_OK || size >= 1, "a bat is not less than one");
      return requireKnown(answered);
    }
    case 1: return requireKnown(inspect.forces(session, bytes_.byte(), bytes_.chance(8) ? nullptr : +force, nullptr));
    case 2: return requireKnown(inspect.statistics(session, bytes_.chance(8) ? nullptr : +figure, nullptr));
    case 3: return requireKnown(inspect.health(session, bytes_.chance(8) ? nullptr : +figure, nullptr));
    default: return requireKnown(inspect.dump(session, sink()));
  }
}

void ByteHost::callState() {
  const auto& state = extension<better_bats_state_1>(BETTER_BATS_STATE_1);
  better_bats_session* const session = sessionOrNull();
  if (bytes_.chance(128)) {
    const better_bats_status answered = state.save(session, sink());
    if (answered == BETTER_BATS_OK) text_ = written_;
    return requireKnown(answered);
  }
  if (!text_.empty() && bytes_.chance(128)) {
    const std::uint8_t change = bytes_.byte();
    char& letter = text_[bytes_.take<std::uint16_t>() % text_.size()];
    letter = static_cast<char>(static_cast<std::uint8_t>(letter) ^ change);
  }
  requireKnown(state.load(session, text_.data(), text_.size()));
}

}  // namespace better_bats::test
