// Status codes as C++ servers see them. SPDX-License-Identifier: MIT
#pragma once

#include <better_bats/abi.h>

namespace better_bats {

enum class [[nodiscard]] Status : better_bats_status{
    Ok = BETTER_BATS_OK,
    InvalidArgument = BETTER_BATS_INVALID_ARGUMENT,
    NotFound = BETTER_BATS_NOT_FOUND,
    OutOfRange = BETTER_BATS_OUT_OF_RANGE,
    HostFailed = BETTER_BATS_HOST_FAILED,
    NoMemory = BETTER_BATS_NO_MEMORY,
    Busy = BETTER_BATS_BUSY,
    NotStored = BETTER_BATS_NOT_STORED,
    CommandFailed = BETTER_BATS_COMMAND_FAILED,
    Unsupported = BETTER_BATS_UNSUPPORTED,
    Internal = BETTER_BATS_INTERNAL,
};

[[nodiscard]] constexpr const char* describe(Status status) noexcept {
  switch (status) {
    case Status::Ok: return "ok";
    case Status::InvalidArgument: return "invalid argument";
    case Status::NotFound: return "not found";
    case Status::OutOfRange: return "out of range";
    case Status::HostFailed: return "a callback of the host failed";
    case Status::NoMemory: return "out of memory";
    case Status::Busy: return "called from inside a callback";
    case Status::NotStored: return "could not be stored";
    case Status::CommandFailed: return "the command failed";
    case Status::Unsupported: return "unsupported";
    case Status::Internal: return "a fault of the plugin's own";
  }
  return "unknown status";
}

}  // namespace better_bats
