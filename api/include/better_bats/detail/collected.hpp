// What a visitor of the boundary puts together. SPDX-License-Identifier: MIT
#pragma once

#include <new>
#include <string>
#include <utility>

#include <better_bats/abi.h>

namespace better_bats::detail {

/// Nothing may be thrown through the plugin: where memory ends inside a visitor, take() says so after the call.
template <typename Result>
class Collected {
 public:
  /// add(result); what it throws is kept back.
  template <typename Add>
  void add(Add&& add) noexcept {
    try {
      add(result_);
    } catch (...) {
      complete_ = false;
    }
  }

  /// @throws std::bad_alloc where something is missing
  [[nodiscard]] Result take() {
    if (!complete_) throw std::bad_alloc();
    return std::move(result_);
  }

 private:
  Result result_{};
  bool complete_ = true;
};

/// A sink of the boundary that appends to `text`, which it borrows.
[[nodiscard]] inline better_bats_text_sink textSink(Collected<std::string>& text) noexcept {
  return {&text, [](void* to, const char* piece, std::uint64_t size) noexcept {
            static_cast<Collected<std::string>*>(to)->add([&](std::string& all) { all.append(piece, size); });
          }};
}

}  // namespace better_bats::detail
