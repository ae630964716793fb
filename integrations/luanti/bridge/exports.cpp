// better_bats_luanti.h over Bridge: nothing is thrown across. SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include "integrations/luanti/bridge/better_bats_luanti.h"
#include "integrations/luanti/bridge/bridge.hpp"

using better_bats::Status;
using better_bats::luanti::BlockId;
using better_bats::luanti::Bridge;
using better_bats::luanti::kBlockNodes;

#define BETTER_BATS_LUANTI_EXPORT __attribute__((visibility("default")))

struct better_bats_luanti {
  Bridge bridge;
};

namespace {

constexpr std::uint32_t kMostTicks = 10;
constexpr std::uint32_t kMostEntities = 1U << 20;

/// As much of the text as fits, with its 0.
void copyText(std::string_view text, char* to, std::uint32_t size) noexcept {
  if (to == nullptr || size == 0) return;
  const std::size_t length = std::min<std::size_t>(text.size(), size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

/// Luanti's seeds are unsigned 64-bit numbers; what is none counts as 0.
[[nodiscard]] std::int64_t seedOf(std::string_view text) noexcept {
  std::uint64_t seed = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), seed);
  return parsed.ec == std::errc() ? static_cast<std::int64_t>(seed) : 0;
}

template <typename Function>
[[nodiscard]] better_bats_luanti_status guarded(const Function& function) noexcept {
  try {
    return function() == Status::Ok ? BETTER_BATS_LUANTI_OK : BETTER_BATS_LUANTI_FAILED;
  } catch (...) {
    return BETTER_BATS_LUANTI_FAILED;
  }
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): parameters are named as in the C header.
extern "C" {

BETTER_BATS_LUANTI_EXPORT std::uint32_t better_bats_luanti_version(void) {
  return BETTER_BATS_LUANTI_VERSION;
}

BETTER_BATS_LUANTI_EXPORT better_bats_luanti* better_bats_luanti_create(const char* plugin, const char* config,
                                                                        const char* rules, const char* seed,
                                                                        double limit, char* error,
                                                                        std::uint32_t error_size) {
  if (plugin == nullptr || config == nullptr || rules == nullptr || seed == nullptr || !(limit > 0)) {
    copyText("better_bats_luanti_create: invalid argument", error, error_size);
    return nullptr;
  }
  try {
    return new better_bats_luanti{Bridge({plugin, config, rules, seedOf(seed), limit})};
  } catch (const std::exception& failure) {
    copyText(failure.what(), error, error_size);
  } catch (...) {
    copyText(std::string_view("an unknown failure"), error, error_size);
  }
  return nullptr;
}

BETTER_BATS_LUANTI_EXPORT void better_bats_luanti_destroy(better_bats_luanti* bridge) {
  delete bridge;
}

BETTER_BATS_LUANTI_EXPORT better_bats_luanti_status better_bats_luanti_put_block(better_bats_luanti* bridge,
                                                                                 std::int32_t x, std::int32_t y,
                                                                                 std::int32_t z,
                                                                                 const std::uint8_t* nodes,
                                                                                 std::uint32_t active) {
  if (bridge == nullptr || nodes == nullptr) return BETTER_BATS_LUANTI_INVALID_ARGUMENT;
  return guarded([&] {
    bridge->bridge.putBlock({x, y, z}, std::span<const std::uint8_t, kBlockNodes>(nodes, kBlockNodes), active != 0);
    return Status::Ok;
  });
}

BETTER_BATS_LUANTI_EXPORT better_bats_luanti_status better_bats_luanti_drop_block(better_bats_luanti* bridge,
                                                                                  std::int32_t x, std::int32_t y,
                                                                                  std::int32_t z) {
  if (bridge == nullptr) return BETTER_BATS_LUANTI_INVALID_ARGUMENT;
  return guarded([&] { return bridge->bridge.dropBlock({x, y, z}), Status::Ok; });
}

BETTER_BATS_LUANTI_EXPORT better_bats_luanti_status better_bats_luanti_changed(better_bats_luanti* bridge,
                                                                               std::int32_t x, std::int32_t y,
                                                                               std::int32_t z) {
  if (bridge == nullptr) return BETTER_BATS_LUANTI_INVALID_ARGUMENT;
  return guarded([&] { return bridge->bridge.changed({x, y, z}), Status::Ok; });
}

BETTER_BATS_LUANTI_EXPORT std::uint32_t better_bats_luanti_next_reads(better_bats_luanti* bridge,
                                                                      better_bats_luanti_read* reads,
                                                                      std::uint32_t capacity, std::uint32_t refresh) {
  constexpr std::uint32_t most = 256;
  if (bridge == nullptr || reads == nullptr) return 0;
  std::uint32_t count = 0;
  static_cast<void>(guarded([&] {
    std::array<BlockId, most> blocks;
    const std::size_t found = bridge->bridge.nextReads(std::span(blocks).first(std::min(capacity, most)), refresh);
    for (; count < found; ++count) {
      const BlockId id = blocks.at(count);
      reads[count] = {id.x, id.y, id.z, bridge->bridge.isHighestKnown(id) ? 1U : 0U};
    }
    return Status::Ok;
  }));
  return count;
}

BETTER_BATS_LUANTI_EXPORT std::uint32_t better_bats_luanti_known_blocks(const better_bats_luanti* bridge) {
  return bridge == nullptr ? 0 : static_cast<std::uint32_t>(bridge->bridge.knownBlocks());
}

BETTER_BATS_LUANTI_EXPORT better_bats_luanti_status better_bats_luanti_tick(
    better_bats_luanti* bridge, double time_of_day, std::uint32_t ticks, better_bats_luanti_entity* bats,
    std::uint32_t bat_count, const better_bats_luanti_entity* predators, std::uint32_t predator_count) {
  const bool usable = bridge != nullptr && ticks >= 1 && ticks <= kMostTicks && bat_count <= kMostEntities &&
                      predator_count <= kMostEntities && (bats != nullptr || bat_count == 0) &&
                      (predators != nullptr || predator_count == 0);
  if (!usable) return BETTER_BATS_LUANTI_INVALID_ARGUMENT;
  return guarded([&] {
    return bridge->bridge.tick(time_of_day, ticks, {bats, bat_count}, {predators, predator_count});
  });
}

BETTER_BATS_LUANTI_EXPORT std::uint32_t better_bats_luanti_flock(const better_bats_luanti* bridge, std::uint64_t id,
                                                                 std::uint32_t* size) {
  if (bridge == nullptr) return 0;
  const better_bats::FlockMembership membership = bridge->bridge.flockOf(id);
  if (size != nullptr) *size = membership.size;
  return static_cast<std::uint32_t>(membership.flock);
}

BETTER_BATS_LUANTI_EXPORT std::uint32_t better_bats_luanti_flies(better_bats_luanti* bridge) {
  return bridge != nullptr && bridge->bridge.flies() ? 1 : 0;
}

BETTER_BATS_LUANTI_EXPORT std::uint32_t better_bats_luanti_execute(better_bats_luanti* bridge, const char* line,
                                                                   std::uint32_t level, char* reply,
                                                                   std::uint32_t size) {
  if (bridge == nullptr || line == nullptr) return 0;
  const better_bats_luanti_status status = guarded([&] {
    const better_bats::CommandResult result = bridge->bridge.execute(line, level);
    copyText(result.reply, reply, size);
    return result.status;
  });
  return status == BETTER_BATS_LUANTI_OK ? 1 : 0;
}

BETTER_BATS_LUANTI_EXPORT std::uint32_t better_bats_luanti_next_log(better_bats_luanti* bridge, std::uint32_t* level,
                                                                    char* line, std::uint32_t size) {
  if (bridge == nullptr || level == nullptr) return 0;
  bool found = false;
  static_cast<void>(guarded([&] {
    const auto next = bridge->bridge.nextLog();
    if (!next) return Status::Ok;
    *level = static_cast<std::uint32_t>(next->first);
    copyText(next->second, line, size);
    found = true;
    return Status::Ok;
  }));
  return found ? 1 : 0;
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
