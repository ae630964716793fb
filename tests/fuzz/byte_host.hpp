// A host whose tables, answers and calls are what some bytes say: functions that are not there, statuses without
// meaning, numbers of any bits, null where a pointer is due. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <better_bats/abi.h>

#include "tests/fuzz/bytes.hpp"

namespace better_bats::test {

class ByteHost {
 public:
  ByteHost() = default;
  ByteHost(const ByteHost&) = delete;
  ByteHost& operator=(const ByteHost&) = delete;

  /// Creates a session if the tables allow it and calls it until the bytes end. Throws BrokenPromise.
  void run(Bytes bytes);

 private:
  static constexpr std::size_t mostCalls = 400;

  void makeTables();
  void create();
  void call();
  void callFlight();
  void callRulesAndCommands();
  void callInspect();
  void callState();
  void checkBats(const std::vector<better_bats_entity>& before, better_bats_status answered) const;

  [[nodiscard]] better_bats_status status() noexcept;
  [[nodiscard]] double number() noexcept;
  [[nodiscard]] better_bats_vec3 vector() noexcept;
  [[nodiscard]] better_bats_entity entity() noexcept;
  [[nodiscard]] const char* text() noexcept;
  [[nodiscard]] better_bats_session* sessionOrNull() noexcept;
  [[nodiscard]] const better_bats_text_sink* sink() noexcept;

  static ByteHost& of(void* context) noexcept { return *static_cast<ByteHost*>(context); }
  static better_bats_status parallelFor(void* context, std::uint64_t count, std::uint64_t grain,
                                        better_bats_loop_body body, void* loop);
  static better_bats_status scan(void* context, const better_bats_box* box, const std::uint32_t* kinds,
                                 std::uint32_t count, better_bats_entity_visitor visit, void* visitor);
  static better_bats_status probe(void* context, const better_bats_probe* probes, std::uint64_t count,
                                  better_bats_probe_result* results);

  Bytes bytes_{{}};
  better_bats_world world_{};
  better_bats_host host_{};
  better_bats_session* session_ = nullptr;
  std::vector<better_bats_entity> bats_;
  std::string text_, written_;
  better_bats_text_sink sink_{};
  bool honest_ = false;  ///< statuses are OK mostly, so that calls get further
  std::int64_t clock_ = 0;
};

}  // namespace better_bats::test
