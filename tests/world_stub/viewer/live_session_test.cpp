// The viewer's sockets: what they are told, and what closes them. SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/world_stub/viewer/client.hpp"
#include "tests/world_stub/viewer/open_port.hpp"
#include "world_stub/viewer/network.hpp"

namespace better_bats::test {
namespace {

using stub::TileKey;
using stub::Topic;
using Kind = SocketMessage::Kind;

constexpr int policyError = 1008;

stub::SharedBytes shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

/// A frame without bats, told from others by its last byte.
stub::SharedBytes frame(char mark) {
  return shared(std::string(63, '\0') + mark);
}

std::string hello(const std::string& more = "") {
  return R"({"type":"hello","version":1)" + more + "}";
}

/// A socket that was welcomed; with the token where it is to write.
Client welcomed(const OpenPort& port, bool writes = false, const std::string& more = "") {
  Client client(port.network.port());
  REQUIRE(client.upgrade() == 101);
  client.say(hello(more + (writes ? std::string(R"(,"token":")") + OpenPort::token + '"' : "")));
  REQUIRE(client.next().body.find(writes ? R"("mayWrite":true)" : R"("mayWrite":false)") != std::string::npos);
  return client;
}

/// How a socket ends that says this after its hello.
SocketMessage endAfter(const OpenPort& port, const std::string& message) {
  Client client = welcomed(port);
  client.say(message);
  return client.next();
}

std::string command(int number) {
  return R"({"type":"command","id":)" + std::to_string(number) + R"(,"line":"list"})";
}

std::string tile(int x) {
  return R"({"type":"terrain","x":)" + std::to_string(x) + R"(,"z":0,"step":1})";
}

}  // namespace

TEST_CASE("A wrong token is told, and lets one look", "[network]") {
  OpenPort port;
  Client client(port.network.port());
  REQUIRE(client.upgrade() == 101);
  client.say(hello(R"(,"token":"wrong")"));
  const std::string welcome = client.next().body;
  CHECK(welcome.find(R"("mayWrite":false)") != std::string::npos);
  CHECK(welcome.find("This is not the server's token") != std::string::npos);
  client.say(command(7));
  const std::string reply = client.next().body;
  CHECK(reply.find(R"("id":7,"ok":false)") != std::string::npos);
  CHECK(reply.find("needs the token") != std::string::npos);
  CHECK(port.lines.count() == 0);
}

TEST_CASE("What breaks a rule closes its socket with the reason", "[network]") {
  OpenPort port;
  const std::vector<std::pair<std::string, std::string>> faults{
      {"{", "not JSON"},
      {std::string(5000, ' '), "too long"},
      {R"({"type":"dance"})", "unknown type of message"},
      {hello(), "a second hello"},
      {R"({"type":"command","id":1})", "missing: line"},
      {R"({"type":"terrain","x":0,"z":0,"step":2})", "out of range: step"}};
  for (const auto& [message, reason] : faults) {
    const SocketMessage end = endAfter(port, message);
    CHECK(end.kind == Kind::Close);
    CHECK(end.closedWith == policyError);
    CHECK(end.body == reason);
  }
  Client binary = welcomed(port);
  binary.sayBinary("bytes");
  CHECK(binary.next().body == "binary");
  Client early(port.network.port());
  REQUIRE(early.upgrade() == 101);
  early.say(R"({"type":"follow","bat":1})");
  CHECK(early.next().body == "the first message must be hello");
  CHECK(comes([&] { return port.exchange.clients() == 0; }));
}

TEST_CASE("A message without end, and half an upgrade, cost nobody else anything", "[network]") {
  OpenPort port;
  Client endless = welcomed(port);
  endless.say(std::string(70000, ' '));
  CHECK(endless.next().kind == Kind::Close);
  Client half(port.network.port());
  CHECK(half.request("GET", "/live", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n")
            .status == 400);
  CHECK(half.isClosed());
  CHECK(comes([&] { return port.exchange.clients() == 0; }));
  static_cast<void>(welcomed(port));
}

TEST_CASE("Who does not say hello is closed after ten seconds", "[network]") {
  OpenPort port;
  Client client(port.network.port());
  REQUIRE(client.upgrade() == 101);
  const auto begin = std::chrono::steady_clock::now();
  const SocketMessage end = client.next();
  CHECK(end.body == "no hello");
  CHECK(std::chrono::steady_clock::now() - begin > std::chrono::seconds(9));
}

TEST_CASE("Commands are answered by their number, sixteen under way at once", "[network]") {
  OpenPort port;
  Client client = welcomed(port, true);
  constexpr std::size_t most = 16;
  for (int number = 0; number < 20; ++number) client.say(command(number));
  REQUIRE(comes([&] { return port.lines.count() == most; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(port.lines.count() == most);
  port.lines.take().second({true, "There are 0 bats"});
  CHECK(client.next().body == R"({"type":"reply","id":0,"ok":true,"text":"There are 0 bats"})");
  REQUIRE(comes([&] { return port.lines.count() == most; }));  // the next was read
  for (std::size_t i = 0; i < most; ++i) port.lines.take().second({false, "No"});
  CHECK(client.nextWith(R"("id":16)").find(R"("ok":false)") != std::string::npos);
}

TEST_CASE("A socket that is gone before its command was carried out hears nothing", "[network]") {
  OpenPort port;
  {
    Client client = welcomed(port, true);
    client.say(command(1));
    REQUIRE(comes([&] { return port.lines.count() == 1; }));
    client.hangUp();
  }
  REQUIRE(comes([&] { return port.exchange.clients() == 0; }));
  port.lines.take().second({true, "Nobody hears it"});
  static_cast<void>(welcomed(port));
}

TEST_CASE("The newest of each topic is told, and told once", "[network]") {
  OpenPort port;
  port.exchange.publish(Topic::Settings, shared("old settings"));
  port.exchange.publish(Topic::Settings, shared("settings"));
  port.exchange.publish(Topic::Figures, shared("figures"));
  Client client = welcomed(port);
  CHECK(client.next().body == "settings");
  CHECK(client.next().body == "figures");
  port.exchange.publish(Topic::Figures, shared("figures again"));
  CHECK(client.next().body == "figures again");
}

TEST_CASE("A client that has not dealt with its frames gets no more of them", "[network]") {
  OpenPort port;
  Client client = welcomed(port, false, R"(,"window":1)");
  port.exchange.publish(Topic::Frame, frame('a'));
  for (int message = 0; message < 2; ++message) {  // the frame and what was counted in it, in either order
    const SocketMessage told = client.next();
    if (told.kind == Kind::Binary) CHECK(told.body.back() == 'a');
    if (told.kind != Kind::Binary) CHECK(told.body.find(R"("type":"statistics","bats":0)") != std::string::npos);
  }
  port.exchange.publish(Topic::Frame, frame('b'));
  port.exchange.publish(Topic::Settings, shared("settings"));
  CHECK(client.nextWith("settings") == "settings");  // and no frame before it
  port.exchange.publish(Topic::Frame, frame('c'));
  client.say(R"({"type":"ready"})");
  SocketMessage next = client.next();
  if (next.kind == Kind::Text) next = client.next();  // statistics, twice a second
  CHECK(next.body.back() == 'c');
}

TEST_CASE("Terrain comes when it is made, in turn with frames", "[network]") {
  OpenPort port;
  Client client = welcomed(port);
  client.say(tile(5));
  client.say(tile(6));
  std::vector<TileKey> wanted;
  REQUIRE(comes([&] {
    if (const auto key = port.exchange.nextWantedTile()) wanted.push_back(*key);
    return std::count(wanted.begin(), wanted.end(), TileKey{6, 0, 1}) > 0;
  }));
  CHECK(wanted.front() == TileKey{5, 0, 1});
  port.exchange.storeTile({5, 0, 1}, shared("tile 5"));
  port.exchange.storeTile({6, 0, 1}, shared("tile 6"));
  port.exchange.publish(Topic::Frame, frame('a'));
  std::vector<std::string> binaries;
  while (binaries.size() < 3) {
    const SocketMessage message = client.next();
    REQUIRE(message.kind != Kind::Close);
    if (message.kind == Kind::Binary) binaries.push_back(message.body);
  }
  for (const char* one : {"tile 5", "tile 6"}) CHECK(std::count(binaries.begin(), binaries.end(), one) == 1);
}

TEST_CASE("Who asks for too much terrain at once is closed", "[network]") {
  OpenPort port;
  Client client = welcomed(port);
  for (int x = 0; x < 65; ++x) client.say(tile(x));
  const SocketMessage end = client.next();
  CHECK(end.closedWith == policyError);
  CHECK(end.body == "too many tiles at once");
}

TEST_CASE("A bat that is followed is asked for, and told of when something is known", "[network]") {
  OpenPort port;
  Client client = welcomed(port);
  client.say(R"({"type":"follow","bat":12})");
  REQUIRE(comes([&] { return port.exchange.followed() == std::set<std::uint64_t>{12}; }));
  const stub::SharedBytes document = shared("bat 12");
  port.exchange.storeFollowed({{12, document}});
  CHECK(client.next().body == "bat 12");
  port.exchange.storeFollowed({{12, document}});
  port.exchange.storeFollowed({{12, shared("bat 12, later")}});
  CHECK(client.next().body == "bat 12, later");
  client.hangUp();
  CHECK(comes([&] { return port.exchange.followed().empty(); }));
}

TEST_CASE("A client that hangs up while it is told of much is forgotten", "[network]") {
  OpenPort port;
  Client client = welcomed(port);
  port.exchange.publish(Topic::Settings, shared(std::string(std::size_t{16} << 20U, 's')));
  REQUIRE(client.next().body.size() == std::size_t{16} << 20U);
  port.exchange.publish(Topic::Settings, shared(std::string(std::size_t{16} << 20U, 't')));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  client.hangUp();
  CHECK(comes([&] { return port.exchange.clients() == 0; }));
}

}  // namespace better_bats::test
