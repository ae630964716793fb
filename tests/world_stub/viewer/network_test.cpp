// The viewer's port by HTTP, as strangers use it. SPDX-License-Identifier: MIT
#include "world_stub/viewer/network.hpp"

#include <vector>

#include "tests/support/catch.hpp"
#include "tests/world_stub/viewer/client.hpp"
#include "tests/world_stub/viewer/open_port.hpp"
#include "world_stub/viewer/frame.hpp"
#include "world_stub/world/stub_world.hpp"

namespace better_bats::test {
namespace {

using stub::Network;
using stub::Topic;

const std::string bearer = std::string("Authorization: Bearer ") + OpenPort::token + "\r\n";

stub::SharedBytes shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

stub::SharedBytes frameOfTwo() {
  stub::StubWorld world(stub::WorldSpec::makeFlat(64));
  for (const double x : {0.0, 1.0}) REQUIRE(world.entities().add(stub::batKind, {x, 70, 0}, {0.25, 0, 0}));
  stub::FrameWriter writer;
  return writer.write(world, false, [](std::uint64_t) { return std::uint64_t{3}; });
}

}  // namespace

TEST_CASE("The page is served, with its kind and without a way for other scripts", "[network]") {
  OpenPort port;
  Client client(port.network.port());
  for (int time = 0; time < 2; ++time) {  // over one connection
    const HttpAnswer page = client.request("GET", "/");
    CHECK(page.status == 200);
    CHECK(page.body == "the page");
    CHECK(page.headers.at("Content-Type") == "text/html; charset=utf-8");
    CHECK(page.headers.at("Content-Security-Policy").find("script-src 'self'") != std::string::npos);
    CHECK(page.headers.at("X-Content-Type-Options") == "nosniff");
  }
  const HttpAnswer script = client.request("GET", "/viewer.js?v=1");
  CHECK(script.body == "the script");
  CHECK(script.headers.at("Content-Type") == "text/javascript; charset=utf-8");
  const HttpAnswer head = client.request("HEAD", "/");
  CHECK(head.status == 200);
  CHECK(head.headers.at("Content-Length") == "8");
  CHECK(client.request("GET", "/../viewer-token").status == 404);
  CHECK(client.request("POST", "/").status == 405);
  CHECK(client.request("GET", "/", "Connection: close\r\n").status == 200);
  CHECK(client.isClosed());
}

TEST_CASE("Other names and other sites are turned away before anything else", "[network]") {
  OpenPort port;
  Client client(port.network.port());
  client.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  CHECK(client.answer().status == 403);
  client.send("GET / HTTP/1.1\r\n\r\n");
  CHECK(client.answer().status == 403);
  CHECK(client.request("POST", "/command", bearer + "Origin: http://evil.example\r\n", "stop").status == 403);
  CHECK(port.lines.count() == 0);
  CHECK(client.upgrade("/live", "Origin: http://evil.example\r\n") == 403);
  CHECK(client.upgrade("/elsewhere") == 404);
  CHECK(client.upgrade("/live", "Origin: http://127.0.0.1\r\n") == 101);
}

TEST_CASE("A command needs POST, the token and one line of bounded length", "[network]") {
  OpenPort port;
  Client client(port.network.port());
  CHECK(client.request("GET", "/command", bearer).status == 405);
  CHECK(client.request("POST", "/command", "", "stop").status == 401);
  CHECK(client.request("POST", "/command", "Authorization: Bearer 0123\r\n", "stop").status == 401);
  CHECK(client.request("POST", "/command", std::string("Authorization: ") + OpenPort::token + "\r\n", "stop").status ==
        401);
  CHECK(client.request("POST", "/command", bearer, "list\nstop").status == 400);
  CHECK(client.request("POST", "/command", bearer, std::string("list\0stop", 9)).status == 400);
  CHECK(client.request("POST", "/command", bearer, std::string(1025, 'x')).status == 400);
  CHECK(port.lines.count() == 0);

  const std::string longest(1024, 'x');
  client.send("POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\n" + bearer + "Content-Length: 1026\r\n\r\n" + longest +
              "\r\n");
  REQUIRE(comes([&] { return port.lines.count() == 1; }));
  auto [line, done] = port.lines.take();
  CHECK(line == longest);
  done({true, "Carried out"});
  const HttpAnswer carriedOut = client.answer();
  CHECK(carriedOut.status == 200);
  CHECK(carriedOut.body == "Carried out\n");

  client.send("POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\n" + bearer + "Content-Length: 5\r\n\r\ndance");
  REQUIRE(comes([&] { return port.lines.count() == 1; }));
  port.lines.take().second({false, "Unknown or incomplete command"});
  const HttpAnswer refused = client.answer();
  CHECK(refused.status == 422);
  CHECK(refused.body == "Unknown or incomplete command\n");
}

TEST_CASE("A client that is gone before its command was carried out is no trouble", "[network]") {
  OpenPort port;
  {
    Client client(port.network.port());
    client.send("POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\n" + bearer + "Content-Length: 4\r\n\r\nlist");
    REQUIRE(comes([&] { return port.lines.count() == 1; }));
    client.hangUp();
  }
  port.lines.take().second({true, "Nobody hears it"});
  CHECK(Client(port.network.port()).request("GET", "/").status == 200);
}

TEST_CASE("What is too long, or no HTTP, is answered in a word and closed", "[network]") {
  OpenPort port;
  Client large(port.network.port());
  CHECK(large.request("POST", "/command", bearer, std::string(5000, 'x')).status == 413);
  CHECK(large.isClosed());
  Client wordy(port.network.port());
  CHECK(wordy.request("GET", "/", "X-Long: " + std::string(9000, 'x') + "\r\n").status == 431);
  CHECK(wordy.isClosed());
  Client nonsense(port.network.port());
  nonsense.send("\x16\x03\x01 hello\r\n\r\n");
  CHECK(nonsense.answer().status == 0);
  CHECK(Client(port.network.port()).request("GET", "/").status == 200);
}

TEST_CASE("The state is the newest of each document, as one", "[network]") {
  OpenPort port;
  Client client(port.network.port());
  CHECK(client.request("GET", "/state.json").body == "{}");
  port.exchange.publish(Topic::Settings, shared(R"({"type":"settings"})"));
  port.exchange.publish(Topic::Figures, shared(R"({"type":"figures"})"));
  port.exchange.publish(Topic::Frame, frameOfTwo());
  const HttpAnswer state = client.request("GET", "/state.json");
  CHECK(state.status == 200);
  CHECK(state.headers.at("Content-Type") == "application/json");
  CHECK(state.body.find(R"("settings":{"type":"settings"})") != std::string::npos);
  CHECK(state.body.find(R"("figures":{"type":"figures"})") != std::string::npos);
  CHECK(state.body.find(R"("bats":2,"flocks":1)") != std::string::npos);
}

TEST_CASE("Connections and sockets are counted, and given back", "[network]") {
  OpenPort port;
  std::vector<Client> sockets;
  for (std::size_t i = 0; i < Network::mostSockets; ++i) {
    sockets.emplace_back(port.network.port());
    REQUIRE(sockets.back().upgrade() == 101);
  }
  REQUIRE(comes([&] { return port.exchange.clients() == Network::mostSockets; }));
  CHECK(Client(port.network.port()).upgrade() == 503);
  std::vector<Client> others;
  while (sockets.size() + others.size() < Network::mostConnections) {
    others.emplace_back(port.network.port());
    REQUIRE(others.back().request("GET", "/").status == 200);
  }
  Client oneTooMany(port.network.port());
  CHECK(oneTooMany.isClosed());

  others.clear();
  sockets.clear();
  CHECK(comes([&] { return port.exchange.clients() == 0; }));
  CHECK(Client(port.network.port()).request("GET", "/").status == 200);
}

TEST_CASE("Where nobody can listen is said in one line", "[network]") {
  OpenPort port;
  const auto listenAt = [&](const std::string& bind, std::uint16_t number) {
    Network(bind, number, {port.exchange, port.page, port.access, {}, {}});
  };
  const std::string taken = std::to_string(port.network.port());
  CHECK_THROWS_WITH(listenAt("127.0.0.1", port.network.port()),
                    "cannot listen on 127.0.0.1 port " + taken + ": Address already in use");
  CHECK_THROWS_WITH(listenAt("192.0.2.1", 0), Catch::StartsWith("192.0.2.1 is no address of this machine: "));
  CHECK_THROWS_WITH(listenAt("no address", 0), Catch::StartsWith("no address is no address of this machine: "));
}

}  // namespace better_bats::test
