// The viewer as the tick thread has it, with a server, a plugin and clients of its port. SPDX-License-Identifier: MIT
#include "world_stub/viewer/viewer.hpp"

#include <atomic>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/world_stub/viewer/client.hpp"
#include "tests/world_stub/viewer/open_port.hpp"
#include "world_stub/server/task_queue.hpp"

namespace better_bats::test {
namespace {

using stub::Server;
using stub::ServerSettings;
using stub::TaskQueue;
using stub::Viewer;
using stub::ViewerServices;
using stub::ViewerSettings;
using Kind = SocketMessage::Kind;

/// A server whose loop is turned by hand.
struct Fixture {
  explicit Fixture(bool hasPlugin = true) {
    if (hasPlugin) REQUIRE(server.tryLoadPlugin(BETTER_BATS_PLUGIN_FILE));
    for (const double x : {0.5, 1.5}) REQUIRE(server.world().entities().add(stub::batKind, {x, 75, 0.5}, {0.25, 0, 0}));
    open({"127.0.0.1", std::uint16_t{0}, folder.path(), folder.file("token")});
  }

  void open(const ViewerSettings& settings) {
    viewer = std::make_unique<Viewer>(settings,
                                      ViewerServices{server,
                                                     [] {
                                                       return ViewerServices::ClockState{10, true};
                                                     },
                                                     [this](const std::string& line) {
                                                       ran.push_back(line);
                                                       return stub::LineOutcome{true, "Done"};
                                                     },
                                                     [this](TaskQueue::Task task) { tasks.post(std::move(task)); }});
  }
  [[nodiscard]] std::uint16_t port() const {
    const std::string address = viewer->address();
    return static_cast<std::uint16_t>(std::stoul(address.substr(address.rfind(':') + 1)));
  }
  void turn() {
    tasks.run();
    viewer->beat();
  }
  /// Turns the loop on a thread of its own until `client` has got what it waits for.
  template <typename Wait>
  auto turningWhile(Wait wait) {
    std::atomic<bool> done{false};
    std::thread loop([&] {
      while (!done) {
        turn();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    });
    struct End {
      std::atomic<bool>& done;
      std::thread& loop;
      ~End() {
        done = true;
        loop.join();
      }
    } const end{done, loop};
    return wait();
  }
  [[nodiscard]] std::unique_ptr<Client> welcomed() const {
    auto client = std::make_unique<Client>(port());
    REQUIRE(client->upgrade() == 101);
    client->say(R"({"type":"hello","version":1,"token":")" + viewer->token() + "\"}");
    REQUIRE(client->nextWith("welcome").find(R"("mayWrite":true)") != std::string::npos);
    return client;
  }

  PageFolder folder;
  TaskQueue tasks;
  Server server{ServerSettings{}};
  std::vector<std::string> ran;
  std::unique_ptr<Viewer> viewer;
};

[[nodiscard]] SocketMessage nextBinary(Client& client, char kind) {
  for (;;) {
    SocketMessage message = client.next();
    const bool wanted = message.kind == Kind::Binary && message.body.front() == kind;
    if (wanted || message.kind == Kind::Close) return message;
  }
}

}  // namespace

TEST_CASE("A client is told the world, the rules, every parameter and the bats", "[viewer]") {
  Fixture fixture;
  const auto client = fixture.welcomed();
  fixture.turningWhile([&] {
    const std::string settings = client->nextWith(R"("type":"settings")");
    CHECK(settings.find(R"("kind":"flat")") != std::string::npos);
    CHECK(settings.find(R"("id":"better-bats:bat_alignment")") != std::string::npos);
    CHECK(settings.find(R"("name":"max_speed","value":"0.35","default":"0.35","range":"0..64")") != std::string::npos);
    const std::string figures = client->nextWith(R"("type":"figures")");
    CHECK(figures.find(R"("rate":10.0,"frozen":true,"clients":1)") != std::string::npos);
    const SocketMessage frame = nextBinary(*client, 1);
    CHECK(frame.body.at(4) == 2);  // bats
  });
}

TEST_CASE("A bat that is followed is told of with its forces, one that is gone as gone", "[viewer]") {
  Fixture fixture;
  fixture.server.tick();
  const auto client = fixture.welcomed();
  client->say(R"({"type":"follow","bat":1})");
  fixture.turningWhile([&] {
    const std::string bat = client->nextWith(R"("type":"bat")");
    CHECK(bat.find(R"("id":1,"gone":false)") != std::string::npos);
    CHECK(bat.find(R"("flockSize":2)") != std::string::npos);
    CHECK(bat.find(R"("forces":[{"name":)") != std::string::npos);
  });
  client->say(R"({"type":"follow","bat":99})");
  fixture.turningWhile([&] { CHECK(client->nextWith(R"("id":99)").find(R"("gone":true)") != std::string::npos); });
}

TEST_CASE("Terrain is made on demand, anew when the world has changed", "[viewer]") {
  Fixture fixture;
  const auto client = fixture.welcomed();
  const std::string asked = R"({"type":"terrain","x":0,"z":0,"step":4})";
  client->say(asked);
  const std::string before = fixture.turningWhile([&] { return nextBinary(*client, 2).body; });
  fixture.server.world().setBlock({0, 80, 0}, stub::BlockType::Stone);
  fixture.turn();
  client->say(asked);
  const std::string after = fixture.turningWhile([&] { return nextBinary(*client, 2).body; });
  CHECK(before != after);
  CHECK(before.size() <= after.size());
}

TEST_CASE("A command is carried out by the loop, and the state is made afresh for who asks", "[viewer]") {
  Fixture fixture;
  Client client(fixture.port());
  const HttpAnswer answer = fixture.turningWhile([&] {
    return client.request("POST", "/command", "Authorization: Bearer " + fixture.viewer->token() + "\r\n",
                          "time set 5");
  });
  CHECK(answer.status == 200);
  CHECK(answer.body == "Done\n");
  CHECK(fixture.ran == std::vector<std::string>{"time set 5"});
  for (int time = 0; time < 2; ++time) {  // the second within half a second of the first
    const HttpAnswer state = fixture.turningWhile([&] { return client.request("GET", "/state.json"); });
    CHECK(state.body.find(R"("statistics":{"type":"statistics","bats":2)") != std::string::npos);
  }
}

TEST_CASE("Without a plugin there are bats without flocks and no parameters", "[viewer]") {
  Fixture fixture(false);
  const auto client = fixture.welcomed();
  client->say(R"({"type":"follow","bat":1})");
  fixture.turningWhile([&] {
    CHECK(client->nextWith(R"("type":"settings")").find(R"("rules":[],"parameters":[])") != std::string::npos);
    CHECK(client->nextWith(R"("type":"bat")").find(R"("flock":0,"flockSize":1)") != std::string::npos);
  });
}

TEST_CASE("Without its page there is no viewer, and no token is made", "[viewer]") {
  Fixture fixture;
  const TemporaryDirectory empty;
  CHECK_THROWS_WITH(fixture.open({"127.0.0.1", std::uint16_t{0}, empty.path().string(), empty.file("token")}),
                    "its page is not there: " + empty.path().string());
  CHECK_FALSE(std::filesystem::exists(empty.file("token")));
  writeText(empty.file("index.html"), "the page");
  std::filesystem::create_directory(empty.file("token"));
  CHECK_THROWS_WITH(fixture.open({"127.0.0.1", std::uint16_t{0}, empty.path().string(), empty.file("token")}),
                    Catch::Contains("token"));
}

TEST_CASE("A port that was asked for is that or none; the usual one may be another", "[viewer]") {
  Fixture fixture;
  const std::uint16_t taken = fixture.port();
  Fixture other;
  CHECK_THROWS_AS(other.open({"127.0.0.1", taken, other.folder.path(), other.folder.file("token")}),
                  stub::NetworkError);
  other.open({"127.0.0.1", std::nullopt, other.folder.path(), other.folder.file("token")});
  Fixture third;
  third.open({"127.0.0.1", std::nullopt, third.folder.path(), third.folder.file("token")});
  CHECK(third.port() != other.port());
  CHECK(Client(third.port()).request("GET", "/").status == 200);
}

}  // namespace better_bats::test
