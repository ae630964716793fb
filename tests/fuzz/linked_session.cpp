// The session of the linked plugin. SPDX-License-Identifier: MIT
#include "tests/fuzz/wild_world.hpp"

extern "C" const better_bats_entry_table better_bats_entry;

namespace better_bats::test {

namespace {

template <typename Table>
[[nodiscard]] const Table& extension(const char* id) {
  return *static_cast<const Table*>(better_bats_entry.extension(id));
}

const better_bats_flight_1& flight() {
  return extension<better_bats_flight_1>(BETTER_BATS_FLIGHT_1);
}
const better_bats_rules_1& rulesTable() {
  return extension<better_bats_rules_1>(BETTER_BATS_RULES_1);
}
const better_bats_commands_1& commands() {
  return extension<better_bats_commands_1>(BETTER_BATS_COMMANDS_1);
}
const better_bats_inspect_1& inspect() {
  return extension<better_bats_inspect_1>(BETTER_BATS_INSPECT_1);
}
const better_bats_state_1& state() {
  return extension<better_bats_state_1>(BETTER_BATS_STATE_1);
}

better_bats_text_sink sinkOf(std::string& to) {
  return {&to, [](void* text, const char* piece, std::uint64_t size) {
            static_cast<std::string*>(text)->append(piece, size);
          }};
}

void refuses(better_bats_status status, const char* what) {
  if (status != BETTER_BATS_INVALID_ARGUMENT) throw BrokenPromise(std::string(what) + " took nonsense");
}

}  // namespace

LinkedSession::LinkedSession(const World& world, Host host)
    : host_(std::move(host)), worldTable_(detail::makeWorldTable(world)), hostTable_{} {
  hostTable_ = detail::makeHostTable(host_, worldTable_, {});
  if (better_bats_entry.create(&hostTable_, nullptr, &session_) != BETTER_BATS_OK) {
    throw BrokenPromise("no session");
  }
}

LinkedSession::~LinkedSession() {
  better_bats_entry.destroy(session_);
}

Status LinkedSession::fly(std::span<Bat> bats) const {
  return Status{flight().apply_flight_forces_all(session_, bats.data(), bats.size())};
}

Status LinkedSession::fly(Bat& bat) const {
  return Status{flight().apply_flight_forces(session_, &bat)};
}

Status LinkedSession::execute(const std::string& line) const {
  std::string reply;
  const auto sink = sinkOf(reply);
  return Status{commands().execute(session_, line.c_str(), 4, &sink)};
}

std::string LinkedSession::save() const {
  std::string text;
  const auto sink = sinkOf(text);
  if (state().save(session_, &sink) != BETTER_BATS_OK) throw BrokenPromise("the state could not be saved");
  return text;
}

Status LinkedSession::load(const std::string& text) const {
  return Status{state().load(session_, text.data(), text.size())};
}

void LinkedSession::reset() const {
  static_cast<void>(flight().reset(session_));
}

void LinkedSession::startle(const better_bats_startle& startle) const {
  static_cast<void>(flight().startle(session_, &startle));
}

FlockMembership LinkedSession::flockOf(std::uint64_t id) const {
  FlockMembership membership;
  static_cast<void>(inspect().flock_of(session_, id, &membership.flock, &membership.size));
  return membership;
}

std::int64_t LinkedSession::rule(const char* id) const {
  std::int64_t value = -1;
  static_cast<void>(rulesTable().get(session_, id, &value));
  return value;
}

std::map<std::string, std::string> LinkedSession::parameters() const {
  std::string text;
  const auto sink = sinkOf(text);
  static_cast<void>(commands().execute(session_, "better-bats get", 4, &sink));
  std::map<std::string, std::string> parameters;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::size_t equals = text.find(" = ", begin);
    if (equals < end) parameters[text.substr(begin, equals - begin)] = text.substr(equals + 3, end - equals - 3);
  }
  return parameters;
}

std::string LinkedSession::rules() const {
  std::string text;
  const auto collect = [](void* to, const better_bats_rule* rule) {
    *static_cast<std::string*>(to) += std::string(rule->id) + "=" + std::to_string(rule->value) + "\n";
  };
  static_cast<void>(rulesTable().enumerate(session_, collect, &text));
  return text;
}

void LinkedSession::complete(const std::string& line) const {
  std::string candidates;
  const auto sink = sinkOf(candidates);
  static_cast<void>(commands().complete(session_, line.c_str(), std::char_traits<char>::length(line.c_str()), &sink));
}

void LinkedSession::callNonsense() const {
  std::uint64_t flock = 0;
  std::uint32_t size = 0;
  std::int64_t value = 0;
  Bat bat{};
  const better_bats_text_sink silent{nullptr, nullptr};
  refuses(flight().apply_flight_forces(session_, nullptr), "apply_flight_forces");
  refuses(flight().apply_flight_forces(nullptr, &bat), "apply_flight_forces");
  refuses(flight().apply_flight_forces_all(session_, nullptr, 1), "apply_flight_forces_all");
  refuses(flight().apply_flight_forces_all(session_, &bat, ~std::uint64_t{0}), "apply_flight_forces_all");
  refuses(flight().startle(session_, nullptr), "startle");
  refuses(flight().reset(nullptr), "reset");
  refuses(rulesTable().enumerate(session_, nullptr, nullptr), "enumerate");
  refuses(rulesTable().get(session_, nullptr, &value), "get");
  refuses(rulesTable().get(session_, "x", nullptr), "get");
  refuses(rulesTable().set(session_, nullptr, 1), "set");
  refuses(rulesTable().changed(nullptr, nullptr, nullptr), "changed");
  refuses(commands().execute(session_, nullptr, 4, &silent), "execute");
  refuses(commands().execute(session_, "help", 4, nullptr), "execute");
  refuses(commands().execute(session_, "help", 4, &silent), "execute");
  refuses(commands().complete(session_, "bb ", 4, &silent), "complete");
  refuses(inspect().flock_of(session_, 1, nullptr, &size), "flock_of");
  refuses(inspect().flock_of(session_, 1, &flock, nullptr), "flock_of");
  refuses(inspect().forces(session_, 1, nullptr, nullptr), "forces");
  refuses(inspect().statistics(session_, nullptr, nullptr), "statistics");
  refuses(inspect().health(session_, nullptr, nullptr), "health");
  refuses(inspect().dump(session_, &silent), "dump");
  refuses(state().save(session_, nullptr), "save");
  refuses(state().load(session_, nullptr, 5), "load");
}

}  // namespace better_bats::test
