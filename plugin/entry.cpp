// The library's one exported symbol. SPDX-License-Identifier: MIT
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include <better_bats/version.h>

#include "plugin/boundary/guard.hpp"

namespace better_bats {
namespace {

better_bats_status create(const better_bats_host* host, const better_bats_text_sink* error,
                          better_bats_session** session) noexcept {
  const auto refuse = [&](Status status, const char* reason) {
    if (isUsable(error)) write(*error, reason);
    return static_cast<better_bats_status>(status);
  };
  try {
    if (session == nullptr) return refuse(Status::InvalidArgument, "session is null");
    if (const std::string fault = Session::faultOf(host); !fault.empty()) {
      return refuse(Status::InvalidArgument, fault.c_str());
    }
    *session = std::make_unique<better_bats_session>(*host).release();
    return BETTER_BATS_OK;
  } catch (const std::bad_alloc&) {
    return refuse(Status::NoMemory, "out of memory");
  } catch (const std::exception& fault) {
    return refuse(Status::NotStored, fault.what());
  } catch (...) {
    return refuse(Status::Internal, "a fault of an unknown kind");
  }
}

void destroy(better_bats_session* session) noexcept {
  destroySession(session);
}

const void* extension(const char* id) noexcept {
  const std::string_view wanted = id == nullptr ? "" : id;
  if (wanted == BETTER_BATS_FLIGHT_1) return &kFlightTable;
  if (wanted == BETTER_BATS_RULES_1) return &kRulesTable;
  if (wanted == BETTER_BATS_COMMANDS_1) return &kCommandsTable;
  if (wanted == BETTER_BATS_INSPECT_1) return &kInspectTable;
  if (wanted == BETTER_BATS_STATE_1) return &kStateTable;
  return nullptr;
}

}  // namespace
}  // namespace better_bats

extern "C" {
extern __attribute__((visibility("default"))) const better_bats_entry_table better_bats_entry;

const better_bats_entry_table better_bats_entry{
    BETTER_BATS_ABI_VERSION, sizeof(better_bats_entry_table), BETTER_BATS_VERSION,
    &better_bats::create,    &better_bats::destroy,           &better_bats::extension,
};
}
