// The viewer's parts that need no network. SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <cstring>
#include <fstream>
#include <set>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "world_stub/viewer/access.hpp"
#include "world_stub/viewer/frame.hpp"
#include "world_stub/viewer/frame_statistics.hpp"
#include "world_stub/viewer/messages.hpp"
#include "world_stub/viewer/page_files.hpp"
#include "world_stub/viewer/terrain_tile.hpp"

namespace better_bats::stub {
namespace {

template <typename Number>
Number at(const std::string& bytes, std::size_t offset) {
  Number number{};
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

std::string faultOf(const std::string& text) {
  return parseMessage(text).fault;
}

TEST_CASE("Hosts that a name server could point here are refused") {
  const Access access("0123", "bats.example");
  for (const char* host : {"localhost", "LOCALHOST:80", "127.0.0.1:8127", "[::1]:8127", "10.0.0.7", "bats.example:1"}) {
    CHECK(access.isHostAllowed(host));
  }
  for (const char* host :
       {"", ":80", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::1", "1"}) {
    CHECK_FALSE(access.isHostAllowed(host));
  }
}

TEST_CASE("Origins other than the viewer's own are refused") {
  CHECK(Access::isOriginAllowed("", "localhost:1"));
  CHECK(Access::isOriginAllowed("http://localhost:1", "localhost:1"));
  CHECK(Access::isOriginAllowed("https://LOCALHOST:1", "localhost:1"));
  for (const char* origin : {"null", "http://localhost:2", "http://localhost", "http://evil.example", "localhost:1"}) {
    CHECK_FALSE(Access::isOriginAllowed(origin, "localhost:1"));
  }
}

TEST_CASE("A token is made once, for its owner only, and compared whole") {
  const test::TemporaryDirectory directory;
  const std::string file = directory.file("token");
  const std::string token = tokenOf(file);
  CHECK(token.size() == 32);
  CHECK(tokenOf(file) == token);
  struct stat status {};
  REQUIRE(::stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0600U);
  const Access access(token, "127.0.0.1");
  CHECK(access.mayWrite(token));
  CHECK_FALSE(access.mayWrite(""));
  CHECK_FALSE(access.mayWrite(token.substr(1)));
  CHECK_FALSE(access.mayWrite(token + "0"));
  CHECK_FALSE(Access("", "127.0.0.1").mayWrite(""));
  std::ofstream(file) << "short\n";
  CHECK(tokenOf(file).size() == 32);
}

TEST_CASE("Messages of clients are read, and everything else has a reason") {
  const auto command = parseMessage(R"({"type":"command","id":7,"line":"time set 5"})").message;
  REQUIRE(command.has_value());
  CHECK(std::get<CommandMessage>(*command).line == "time set 5");
  CHECK(std::get<CommandMessage>(*command).number == 7);
  CHECK(std::get<TileKey>(*parseMessage(R"({"type":"terrain","x":-3,"z":4,"step":4})").message) == TileKey{-3, 4, 4});
  CHECK(std::get<FollowMessage>(*parseMessage(R"({"type":"follow","bat":12})").message).bat == 12);
  CHECK(std::get<HelloMessage>(*parseMessage(R"({"type":"hello","version":1})").message).token.empty());
  CHECK(faultOf("") == "not JSON");
  CHECK(faultOf("[]") == "not an object");
  CHECK(faultOf(std::string(5000, ' ')) == "too long");
  CHECK(faultOf("{\"type\":\"\xff\"}") == "not JSON");
  CHECK(faultOf(R"({"type":"hello","version":2})") == "another version of the protocol: reload");
  CHECK(faultOf(R"({"type":"follow","bat":1.5})") == "not an integer: bat");
  CHECK(faultOf(R"({"type":"follow","bat":18446744073709551615})") == "out of range: bat");
  CHECK(faultOf(R"({"type":"terrain","x":0,"z":0,"step":3})") == "out of range: step");
}

TEST_CASE("A frame holds every bat with a finite state, 33 bytes each") {
  StubWorld world(WorldSpec::makeFlat(64));
  world.setDayTime(-1000);
  EntityStore& entities = world.entities();
  REQUIRE(entities.add(batKind, {29'999'900.25, 70, -5.5}, {0.25, 0, 0}));
  REQUIRE(entities.add(batKind, {29'999'901.5, 71, -6}, {0, 0, -0.25}, {false, true, {}}));
  REQUIRE(entities.add(batKind, {0, std::numeric_limits<double>::quiet_NaN(), 0}, {0, 0, 0}));
  REQUIRE(entities.add(phantomKind, {29'999'900, 80, 0}, {0, 0, 0}));
  FrameWriter writer;
  const auto frame = writer.write(world, true, [](std::uint64_t bat) { return bat * 10; });
  CHECK(at<std::uint8_t>(*frame, 0) == 1);
  CHECK(at<std::uint16_t>(*frame, 2) == 1);
  REQUIRE(at<std::uint32_t>(*frame, 4) == 2);
  CHECK(at<std::uint32_t>(*frame, 8) == 1);
  CHECK(at<std::uint32_t>(*frame, 24) == 23000);
  CHECK(at<double>(*frame, 32) + double{at<float>(*frame, 64)} == 29'999'900.25);
  CHECK(at<double>(*frame, 32) + double{at<float>(*frame, 76)} == 29'999'901.5);
  CHECK(at<float>(*frame, 64 + 24) == 0.25F);
  CHECK(at<std::uint32_t>(*frame, 64 + 48 + 4) == 1);  // the second bat's id, from the first one's
  CHECK(at<std::uint32_t>(*frame, 64 + 56) == 10);
  CHECK(at<std::uint8_t>(*frame, 64 + 64 + 1) == 1);  // rests
  CHECK(frame->size() == frameHeaderSize + std::size_t{2 * 32 + 4 + 13});
}

TEST_CASE("Flocks are looked up in turn while the bats stay the same") {
  StubWorld world(WorldSpec::makeFlat(64));
  for (int i = 0; i < 100; ++i) REQUIRE(world.entities().add(batKind, {double(i), 70, 0}, {0.25, 0, 0}));
  FrameWriter writer;
  std::multiset<std::uint64_t> asked;
  const auto flockOf = [&asked](std::uint64_t bat) {
    asked.insert(bat);
    return std::uint64_t{1};
  };
  static_cast<void>(writer.write(world, false, flockOf));
  CHECK(asked.size() == 100);
  for (int i = 0; i < 20; ++i) static_cast<void>(writer.write(world, false, flockOf));
  CHECK(asked.size() == 200);
  CHECK(std::set<std::uint64_t>(asked.begin(), asked.end()).size() == 100);
}

TEST_CASE("Statistics of a frame are those of the bats in it") {
  StubWorld world(WorldSpec::makeFlat(64));
  REQUIRE(world.entities().add(batKind, {0, 70, 0}, {0.2, 0, 0}));
  REQUIRE(world.entities().add(batKind, {1, 70, 0}, {0, 0, 0.2}));
  REQUIRE(world.entities().add(batKind, {2, 70, 0}, {0.3, 0, 0}));
  FrameWriter writer;
  const auto frame = writer.write(world, false, [](std::uint64_t bat) { return bat < 3 ? 7U : 0U; });
  const FrameStatistics figures = statisticsOf(*frame);
  CHECK(figures.bats == 3);
  CHECK(figures.flocks == 1);
  CHECK(figures.largestFlock == 2);
  CHECK(figures.unflocked == 1);
  CHECK(figures.polarization == Approx(std::sqrt(0.5)));
  CHECK(figures.maxSpeed == Approx(0.3));
}

TEST_CASE("A tile tells of every column from its surface down") {
  StubWorld world(WorldSpec::makeFlat(64));
  world.setBlock({0, 70, 0}, BlockType::OakLeaves);
  world.setBlock({5, 63, 0}, BlockType::Air);
  const std::int64_t loads = world.chunkLoads();
  const std::string tile = encodeTile(world, {0, 0, 1});
  CHECK(world.chunkLoads() == loads);
  CHECK(at<std::uint8_t>(tile, 0) == 2);
  CHECK(at<std::int32_t>(tile, 4) == 0);
  // Columns before (0, 0): one row of 66 and one column, each with one run: four bytes.
  const std::size_t first = 16 + 67 * 4;
  CHECK(at<std::uint8_t>(tile, first) == 3);
  CHECK(at<std::uint8_t>(tile, first + 1) == static_cast<std::uint8_t>(BlockType::OakLeaves));
  CHECK(at<std::int16_t>(tile, first + 2) == 71);
  CHECK(at<std::uint8_t>(tile, first + 4) == static_cast<std::uint8_t>(BlockType::Air));
  CHECK(at<std::int16_t>(tile, first + 5) == 70);
  CHECK(at<std::int16_t>(tile, first + 8) == 64);
  CHECK(encodeTile(world, {0, 0, 4}).size() < tile.size() / 10);
  StubWorld empty(WorldSpec::makeVoid());
  CHECK(encodeTile(empty, {-1, 3, 1}).size() == 16 + 66 * 66);
}

TEST_CASE("Every change of the blocks has another revision") {
  StubWorld world(WorldSpec::makeFlat(64));
  std::set<std::uint32_t> revisions{world.revision()};
  world.setBlock({0, 70, 0}, BlockType::Stone);
  revisions.insert(world.revision());
  world.create(WorldSpec::makeVoid());
  revisions.insert(world.revision());
  world.loadArea({0, 0, 15, 15});
  revisions.insert(world.revision());
  CHECK(revisions.size() == 4);
}

TEST_CASE("The page's files are a table, and its absence has a reason") {
  const test::TemporaryDirectory directory;
  CHECK_FALSE(PageFiles(directory.file("none")).fault().empty());
  std::ofstream(directory.file("no-viewer.txt")) << "No Node\n";
  CHECK(PageFiles(directory.path().string()).fault() == "No Node");
  std::ofstream(directory.file("index.html")) << "page";
  const PageFiles page(directory.path().string());
  CHECK(page.fault().empty());
  REQUIRE(page.find("/") != nullptr);
  CHECK(page.find("/?a=b")->content == "page");
  CHECK(page.find("/index.html")->type == "text/html; charset=utf-8");
  for (const char* path : {"", "/../index.html", "index.html", "//index.html", "/index.html/", "/x"}) {
    CHECK(page.find(path) == nullptr);
  }
}

}  // namespace
}  // namespace better_bats::stub
