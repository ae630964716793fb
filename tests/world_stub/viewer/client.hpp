// A client of the viewer's port that can do what a browser would not: say nonsense, hang up, and not listen.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "world_stub/server/descriptor.hpp"

namespace better_bats::test {

/// An answer by HTTP.
struct HttpAnswer {
  int status = 0;  ///< 0: the connection was closed without one
  std::map<std::string, std::string> headers;
  std::string body;
};

/// A message of a WebSocket, or its end.
struct SocketMessage {
  enum class Kind : std::uint8_t { Text = 1, Binary = 2, Close = 8 };
  Kind kind = Kind::Close;
  std::string body;    ///< of an end: the reason
  int closedWith = 0;  ///< the end's number; 0: without one
};

/// One connection. Waits for a minute at most, and throws std::runtime_error after it.
class Client {
 public:
  explicit Client(std::uint16_t port);

  // ---- HTTP
  void send(std::string_view bytes) const;
  /// The next answer; of one to HEAD the body is left out.
  [[nodiscard]] HttpAnswer answer(bool hasBody = true);
  /// Sends a request with a good Host header and returns its answer.
  [[nodiscard]] HttpAnswer request(const std::string& method, const std::string& target,
                                   const std::string& headers = "", const std::string& body = "");
  /// Whether the server closes, with nothing more said.
  [[nodiscard]] bool isClosed();

  // ---- WebSocket
  /// Asks for the socket; returns the status, 101 where it is open.
  [[nodiscard]] int upgrade(const std::string& target = "/live", const std::string& headers = "");
  void say(std::string_view text) const { sendFrame(1, text); }
  void sayBinary(std::string_view bytes) const { sendFrame(2, bytes); }
  /// The next message, pings answered on the way.
  [[nodiscard]] SocketMessage next();
  /// The next message that is a text which contains this; others are passed over. Throws at the end of the socket.
  [[nodiscard]] std::string nextWith(std::string_view text);

  /// Ends with a reset, as a program that was killed.
  void hangUp();

 private:
  void sendFrame(unsigned kind, std::string_view body) const;
  [[nodiscard]] bool receive();
  [[nodiscard]] std::string take(std::size_t size);

  stub::Descriptor socket_;
  std::string received_;
};

}  // namespace better_bats::test
