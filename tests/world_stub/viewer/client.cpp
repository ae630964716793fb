// The client, by the system's sockets. SPDX-License-Identifier: MIT
#include "tests/world_stub/viewer/client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace better_bats::test {
namespace {

constexpr int patience = 60;  // seconds

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

[[nodiscard]] std::uint64_t bigEndian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

[[nodiscard]] HttpAnswer headOf(const std::string& head) {
  HttpAnswer answer;
  answer.status = std::stoi(head.substr(head.find(' ') + 1, 3));
  for (std::size_t line = head.find("\r\n") + 2; line < head.size();) {
    const std::size_t end = head.find("\r\n", line);
    const std::size_t colon = head.find(": ", line);
    if (colon < end) answer.headers[head.substr(line, colon - line)] = head.substr(colon + 2, end - colon - 2);
    line = end + 2;
  }
  return answer;
}

}  // namespace

Client::Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval limit{patience, 0};
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr general{};
  std::memcpy(&general, &address, sizeof general);
  if (::connect(socket_.get(), &general, sizeof address) != 0) fail("connect");
}

void Client::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) fail("send");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool Client::receive() {
  std::array<char, 65536> buffer;
  const ssize_t size = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
  if (size < 0 && errno != ECONNRESET) fail("recv");
  if (size <= 0) return false;
  received_.append(buffer.data(), static_cast<std::size_t>(size));
  return true;
}

std::string Client::take(std::size_t size) {
  while (received_.size() < size) {
    if (!receive()) throw std::runtime_error("the server closed in the middle of a message");
  }
  std::string bytes = received_.substr(0, size);
  received_.erase(0, size);
  return bytes;
}

HttpAnswer Client::answer(bool hasBody) {
  constexpr std::string_view end = "\r\n\r\n";
  while (received_.find(end) == std::string::npos) {
    if (!receive()) return {};
  }
  HttpAnswer answer = headOf(take(received_.find(end) + end.size()));
  const auto length = answer.headers.find("Content-Length");
  if (hasBody && length != answer.headers.end()) answer.body = take(std::stoul(length->second));
  return answer;
}

HttpAnswer Client::request(const std::string& method, const std::string& target, const std::string& headers,
                           const std::string& body) {
  const std::string length = body.empty() ? "" : "Content-Length: " + std::to_string(body.size()) + "\r\n";
  send(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + length + "\r\n" + body);
  return answer(method != "HEAD");
}

bool Client::isClosed() {
  return received_.empty() && !receive();
}

int Client::upgrade(const std::string& target, const std::string& headers) {
  return request("GET", target,
                 "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                     headers)
      .status;
}

void Client::sendFrame(unsigned kind, std::string_view body) const {
  std::string frame(1, static_cast<char>(0x80U | kind));
  const bool isLong = body.size() > 65535;
  frame += static_cast<char>(0x80U | (isLong ? 127U : body.size() > 125 ? 126U : body.size()));
  const int bytes = isLong ? 8 : body.size() > 125 ? 2 : 0;
  for (int byte = bytes - 1; byte >= 0; --byte) frame += static_cast<char>(body.size() >> (8U * unsigned(byte)) & 255U);
  frame.append(4, '\0');  // a mask that changes nothing
  send(frame.append(body));
}

SocketMessage Client::next() {
  for (;;) {
    if (received_.empty() && !receive()) return {};
    const std::string head = take(2);
    const unsigned kind = static_cast<unsigned char>(head[0]) & 15U;
    std::size_t size = static_cast<unsigned char>(head[1]) & 127U;
    if (size == 126) size = bigEndian(take(2));
    if (size == 127) size = bigEndian(take(8));
    std::string body = take(size);
    if (kind == 9) sendFrame(10, body);
    if (kind >= 9) continue;
    if (kind != 8) return {SocketMessage::Kind(kind), std::move(body), 0};
    if (body.size() < 2) return {};
    return {SocketMessage::Kind::Close, body.substr(2), static_cast<int>(bigEndian(body.substr(0, 2)))};
  }
}

std::string Client::nextWith(std::string_view text) {
  for (;;) {
    SocketMessage message = next();
    if (message.kind == SocketMessage::Kind::Close) throw std::runtime_error("closed: " + message.body);
    if (message.kind == SocketMessage::Kind::Text && message.body.find(text) != std::string::npos) return message.body;
  }
}

void Client::hangUp() {
  const linger atOnce{1, 0};
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
  socket_ = stub::Descriptor();
}

}  // namespace better_bats::test
