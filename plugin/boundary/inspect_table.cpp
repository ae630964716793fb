// better_bats.inspect/1 and better_bats.state/1. SPDX-License-Identifier: MIT
#include "plugin/boundary/guard.hpp"

namespace better_bats {
namespace {

better_bats_status flockOf(better_bats_session* session, std::uint64_t id, std::uint64_t* flock,
                           std::uint32_t* size) noexcept {
  return guarded(session, [&](Session& self) {
    if (flock == nullptr || size == nullptr) return Status::InvalidArgument;
    const FlockOfBat membership = self.flockOf(id);
    *flock = membership.id;
    *size = membership.size;
    return Status::Ok;
  });
}

better_bats_status forces(better_bats_session* session, std::uint64_t id, better_bats_force_visitor visit,
                          void* visitor) noexcept {
  return guarded(session, [&](Session& self) {
    if (visit == nullptr) return Status::InvalidArgument;
    return self.explain(id, [&](const char* name, Vec3 force) { visit(visitor, name, force); });
  });
}

better_bats_status statistics(better_bats_session* session, better_bats_figure_visitor visit, void* visitor) noexcept {
  return guarded(session, [&](Session& self) {
    if (visit == nullptr) return Status::InvalidArgument;
    return self.measure([&](std::string_view name, double value) { visit(visitor, name.data(), value); });
  });
}

better_bats_status health(better_bats_session* session, better_bats_figure_visitor visit, void* visitor) noexcept {
  return guarded(session, [&](Session& self) {
    if (visit == nullptr) return Status::InvalidArgument;
    self.health([&](std::string_view name, double value) { visit(visitor, name.data(), value); });
    return Status::Ok;
  });
}

better_bats_status dump(better_bats_session* session, const better_bats_text_sink* json) noexcept {
  return guarded(session, [&](Session& self) {
    if (!isUsable(json)) return Status::InvalidArgument;
    std::string text;
    const Status status = self.dump(text);
    if (status == Status::Ok) write(*json, text);
    return status;
  });
}

better_bats_status save(better_bats_session* session, const better_bats_text_sink* json) noexcept {
  return guarded(session, [&](Session& self) {
    if (!isUsable(json)) return Status::InvalidArgument;
    write(*json, self.saveState());
    return Status::Ok;
  });
}

better_bats_status load(better_bats_session* session, const char* json, std::uint64_t size) noexcept {
  return guarded(session, [&](Session& self) {
    if (json == nullptr && size > 0) return Status::InvalidArgument;
    return self.loadState(std::string_view(json, size));
  });
}

}  // namespace

constexpr better_bats_inspect_1 kInspectTable{&flockOf, &forces, &statistics, &health, &dump};
constexpr better_bats_state_1 kStateTable{&save, &load};

}  // namespace better_bats
