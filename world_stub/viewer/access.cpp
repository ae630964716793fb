// Host, Origin and token. SPDX-License-Identifier: MIT
#include "world_stub/viewer/access.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "rules/file_io.hpp"
#include "world_stub/server/descriptor.hpp"

namespace better_bats::stub {
namespace {

constexpr std::size_t tokenBytes = 16;
constexpr std::string_view digits = "0123456789abcdef";

[[nodiscard]] std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// The name of "name:port", "[address]:port" or either alone.
[[nodiscard]] std::string nameOfHost(std::string_view host) {
  if (!host.empty() && host.front() == '[') {
    const std::size_t end = host.find(']');
    return end == std::string_view::npos ? std::string() : lower(host.substr(1, end - 1));
  }
  return lower(host.substr(0, host.find(':')));
}

[[nodiscard]] bool isAddress(const std::string& name) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return ::inet_pton(AF_INET, name.c_str(), address.data()) == 1 ||
         ::inet_pton(AF_INET6, name.c_str(), address.data()) == 1;
}

[[nodiscard]] bool isToken(std::string_view text) {
  return text.size() == 2 * tokenBytes && text.find_first_not_of(digits) == std::string_view::npos;
}

[[nodiscard]] std::string makeToken() {
  std::array<unsigned char, tokenBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  std::string token;
  for (const unsigned char byte : bytes) token.append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
  return token;
}

void store(const std::string& file, const std::string& token) {
  ::unlink(file.c_str());
  const Descriptor descriptor(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  const std::string line = token + "\n";
  if (descriptor.get() < 0 ||
      ::write(descriptor.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    throw std::system_error(errno, std::generic_category(), file);
  }
}

}  // namespace

bool Access::isHostAllowed(std::string_view host) const {
  const std::string name = nameOfHost(host);
  return name == "localhost" || isAddress(name) || (!name.empty() && name == lower(bind_));
}

bool Access::isOriginAllowed(std::string_view origin, std::string_view host) {
  if (origin.empty()) return true;
  const std::string own = lower(host);
  const std::string asked = lower(origin);
  return asked == "http://" + own || asked == "https://" + own;  // https: behind a proxy
}

bool Access::mayWrite(std::string_view token) const {
  if (token.size() != token_.size() || token_.empty()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(token[i]) ^ static_cast<unsigned char>(token_[i]));
  }
  return difference == 0;
}

std::string tokenOf(const std::string& file) {
  try {
    std::string text = rules::readFile(file, 256).value_or("");
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    if (isToken(text)) return text;
  } catch (const rules::FileError&) {
    // Something else of that name: made anew, or the error is the one of making it.
  }
  std::string token = makeToken();
  store(file, token);
  return token;
}

}  // namespace better_bats::stub
