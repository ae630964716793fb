// Loads the plugin from its file, checks the boundary and owns the session. SPDX-License-Identifier: MIT
//
//   auto plugin = better_bats::Plugin::load("libbetter_bats.so", world);
//   plugin.flight().applyFlightForces(bats);   // once a tick
//
// The world must outlive the plugin. One Plugin per world, many per process. Where a text or list that is asked for
// finds no memory, std::bad_alloc is thrown. [tick-thread]
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <better_bats/bat_flight_helper.hpp>
#include <better_bats/detail/collected.hpp>
#include <better_bats/detail/host_table.hpp>
#include <better_bats/detail/shared_library.hpp>
#include <better_bats/game_rules.hpp>

namespace better_bats {

struct CommandResult {
  Status status = Status::Ok;
  std::string reply;
};

struct FlockMembership {
  std::uint64_t flock = 0;  ///< 0: without a flock
  std::uint32_t size = 1;
};

class Plugin {
 public:
  /// Opens a private copy of the file, compares the boundary's numbers before anything of it is called, and creates the
  /// session. Throws PluginError with one line that names the file and the reason; the library is closed again.
  [[nodiscard]] static Plugin load(const std::string& path, const World& world, Host host = {}) {
    auto state = std::make_unique<State>(path, world, std::move(host));
    return Plugin(std::move(state));
  }

  [[nodiscard]] const BatFlightHelper& flight() const noexcept { return state_->flight; }
  [[nodiscard]] GameRules& gameRules() noexcept { return state_->rules; }
  [[nodiscard]] std::string version() const { return state_->entry->version; }
  [[nodiscard]] const std::string& path() const noexcept { return state_->path; }

  /// `gamerule ...`, `better-bats ...` or `bb ...`, without a leading slash. Level 2 is an operator, 4 the console.
  [[nodiscard]] CommandResult execute(const std::string& line, std::uint32_t permissionLevel) const {
    detail::Collected<std::string> reply;
    const auto sink = detail::textSink(reply);
    const Status status{state_->commands->execute(state_->session, line.c_str(), permissionLevel, &sink)};
    return {status, reply.take()};
  }

  /// Candidates for the word that ends at byte `cursor`.
  [[nodiscard]] std::vector<std::string> complete(const std::string& line, std::size_t cursor) const {
    using Candidates = detail::Collected<std::vector<std::string>>;
    Candidates candidates;
    const better_bats_text_sink sink{&candidates, [](void* to, const char* text, std::uint64_t size) noexcept {
                                       const auto add = [&](auto& list) { list.emplace_back(text, size); };
                                       static_cast<Candidates*>(to)->add(add);
                                     }};
    static_cast<void>(state_->commands->complete(state_->session, line.c_str(), cursor, &sink));
    return candidates.take();
  }

  [[nodiscard]] FlockMembership flockOf(std::uint64_t bat) const noexcept {
    FlockMembership membership;
    static_cast<void>(state_->inspect->flock_of(state_->session, bat, &membership.flock, &membership.size));
    return membership;
  }

  /// What each step added to the bat's velocity in the last tick, in the model's order.
  [[nodiscard]] std::vector<std::pair<std::string, Vec3>> forces(std::uint64_t bat) const {
    using Forces = detail::Collected<std::vector<std::pair<std::string, Vec3>>>;
    Forces forces;
    const auto collect = [](void* to, const char* name, Vec3 force) noexcept {
      static_cast<Forces*>(to)->add([&](auto& list) { list.emplace_back(name, force); });
    };
    static_cast<void>(state_->inspect->forces(state_->session, bat, collect, &forces));
    return forces.take();
  }

  /// Flock statistics of the bats as they stand now. NaN: nothing to measure.
  [[nodiscard]] std::map<std::string, double> statistics() const { return figures(state_->inspect->statistics); }

  /// The plugin's own figures.
  [[nodiscard]] std::map<std::string, double> health() const { return figures(state_->inspect->health); }

  [[nodiscard]] std::string dump() const { return text(state_->inspect->dump); }

  /// Flocks and startles as JSON, to be saved with the world; rules and parameters have files of their own.
  [[nodiscard]] std::string saveState() const { return text(state_->state->save); }
  Status loadState(std::string_view json) const noexcept {
    return Status{state_->state->load(state_->session, json.data(), json.size())};
  }

 private:
  // At a fixed address: the session points to the tables, and the tables to the host.
  struct State {
    State(const std::string& file, const World& world, Host hostServices)
        : path(file),
          host(std::move(hostServices)),
          worldTable(detail::makeWorldTable(world)),
          hostTable(detail::makeHostTable(host, worldTable, path)),
          library(file),
          entry(library.entry()),
          flightTable(extension<better_bats_flight_1>(BETTER_BATS_FLIGHT_1)),
          rulesTable(extension<better_bats_rules_1>(BETTER_BATS_RULES_1)),
          commands(extension<better_bats_commands_1>(BETTER_BATS_COMMANDS_1)),
          inspect(extension<better_bats_inspect_1>(BETTER_BATS_INSPECT_1)),
          state(extension<better_bats_state_1>(BETTER_BATS_STATE_1)),
          session(createSession()),
          flight(session, flightTable),
          rules(session, rulesTable) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { entry->destroy(session); }

    template <typename Table>
    const Table* extension(const char* id) const {
      const void* table = entry->extension(id);
      if (table == nullptr) throw PluginError(path + ": has no extension " + id);
      return static_cast<const Table*>(table);
    }

    [[nodiscard]] better_bats_session* createSession() const {
      better_bats_session* created = nullptr;
      detail::Collected<std::string> told;
      const auto sink = detail::textSink(told);
      const Status status{entry->create(&hostTable, &sink, &created)};
      if (status == Status::Ok) return created;
      const std::string reason = told.take();
      throw PluginError(path + ": " + (reason.empty() ? describe(status) : reason));
    }

    std::string path;
    Host host;
    better_bats_world worldTable;
    better_bats_host hostTable;
    detail::SharedLibrary library;
    const better_bats_entry_table* entry;
    const better_bats_flight_1* flightTable;
    const better_bats_rules_1* rulesTable;
    const better_bats_commands_1* commands;
    const better_bats_inspect_1* inspect;
    const better_bats_state_1* state;
    better_bats_session* session;
    BatFlightHelper flight;
    GameRules rules;
  };

  explicit Plugin(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}

  template <typename Function>
  [[nodiscard]] std::map<std::string, double> figures(Function function) const {
    using Figures = detail::Collected<std::map<std::string, double>>;
    Figures figures;
    const auto collect = [](void* to, const char* name, double value) noexcept {
      static_cast<Figures*>(to)->add([&](auto& byName) { byName.insert_or_assign(name, value); });
    };
    static_cast<void>(function(state_->session, collect, &figures));
    return figures.take();
  }

  template <typename Function>
  [[nodiscard]] std::string text(Function function) const {
    detail::Collected<std::string> document;
    const auto sink = detail::textSink(document);
    static_cast<void>(function(state_->session, &sink));
    return document.take();
  }

  std::unique_ptr<State> state_;
};

}  // namespace better_bats
