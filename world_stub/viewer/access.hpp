// Who may ask the viewer for what. SPDX-License-Identifier: MIT
//
// Reading is open to whoever reaches the port; writing needs the token. A page of another site reaches the port too, by
// the visitor's browser: Host and Origin tell it apart. Immutable, so from any thread.
#pragma once

#include <string>
#include <string_view>

namespace better_bats::stub {

class Access {
 public:
  /// `bind` is the address or name that the viewer listens on: it is also one that may be asked for.
  Access(std::string token, std::string bind) : token_(std::move(token)), bind_(std::move(bind)) {}

  /// A Host header: localhost, an address in numbers, or the bound name, with or without a port. Any other name could
  /// be one that a stranger's name server points to this machine.
  [[nodiscard]] bool isHostAllowed(std::string_view host) const;

  /// An Origin header beside its Host: the viewer's own page, or none (then it is no browser).
  [[nodiscard]] static bool isOriginAllowed(std::string_view origin, std::string_view host);

  /// Takes the same time wherever the difference is.
  [[nodiscard]] bool mayWrite(std::string_view token) const;

 private:
  std::string token_;
  std::string bind_;
};

/// The token of this file: 32 digits of base 16. Made where there is none or none of that form, readable for the owner
/// only; it stays, so that an open page may write again after a restart. Throws std::system_error.
[[nodiscard]] std::string tokenOf(const std::string& file);

}  // namespace better_bats::stub
