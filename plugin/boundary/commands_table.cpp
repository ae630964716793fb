// better_bats.commands/1. SPDX-License-Identifier: MIT
#include <cstring>

#include "plugin/boundary/guard.hpp"
#include "plugin/command/commands.hpp"

namespace better_bats {
namespace {

better_bats_status executeLine(better_bats_session* session, const char* line, std::uint32_t permissionLevel,
                               const better_bats_text_sink* reply) noexcept {
  return guarded(session, [&](Session& self) {
    if (line == nullptr || !isUsable(reply)) return Status::InvalidArgument;
    std::string text;
    const Status status = execute(line, permissionLevel, self, text);
    write(*reply, text);
    return status;
  });
}

better_bats_status completeLine(better_bats_session* session, const char* line, std::uint64_t cursor,
                                const better_bats_text_sink* candidate) noexcept {
  return guarded(session, [&](Session& self) {
    if (line == nullptr || !isUsable(candidate) || cursor > std::strlen(line)) return Status::InvalidArgument;
    complete(line, cursor, self, [&](std::string_view text) { write(*candidate, text); });
    return Status::Ok;
  });
}

}  // namespace

constexpr better_bats_commands_1 kCommandsTable{&executeLine, &completeLine};

}  // namespace better_bats
