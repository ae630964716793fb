// Every function of the boundary runs inside a guard: nothing is thrown out, and nobody re-enters a session.
// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <new>
#include <utility>

#include <better_bats/abi.h>

#include "plugin/session/session.hpp"

struct better_bats_session final : better_bats::Session {
  using Session::Session;
};

namespace better_bats {

/// Ends a session: at once, or where a call into it is under way, when that call returns.
inline void destroySession(better_bats_session* session) noexcept {
  if (session == nullptr) return;
  session->doomed = true;
  if (!session->entered.exchange(true)) delete session;
}

/// Runs body(session), which returns a Status. BUSY: a call into this session is under way, further up the stack (a
/// host's callback calls back) or, by a host's mistake, on another thread.
template <typename Body>
[[nodiscard]] better_bats_status guarded(better_bats_session* session, Body&& body) noexcept {
  if (session == nullptr) return BETTER_BATS_INVALID_ARGUMENT;
  if (session->entered.exchange(true)) return BETTER_BATS_BUSY;
  better_bats_status status = BETTER_BATS_INTERNAL;
  try {
    status = static_cast<better_bats_status>(body(*session));
  } catch (const std::bad_alloc&) {
    status = BETTER_BATS_NO_MEMORY;
  } catch (const std::exception& fault) {
    session->reportFault(fault.what());
  } catch (...) {
    session->reportFault("of an unknown kind");
  }
  if (session->doomed) {
    delete session;  // by destroy() from inside a callback
  } else {
    session->entered = false;
  }
  return status;
}

/// Writes a whole text into a sink of the host.
inline void write(const better_bats_text_sink& sink, std::string_view text) noexcept {
  sink.write(sink.context, text.data(), text.size());
}

[[nodiscard]] inline bool isUsable(const better_bats_text_sink* sink) noexcept {
  return sink != nullptr && sink->write != nullptr;
}

extern const better_bats_flight_1 kFlightTable;
extern const better_bats_rules_1 kRulesTable;
extern const better_bats_commands_1 kCommandsTable;
extern const better_bats_inspect_1 kInspectTable;
extern const better_bats_state_1 kStateTable;

}  // namespace better_bats
