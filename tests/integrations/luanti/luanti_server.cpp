// Starting, asking and ending a Luanti server. SPDX-License-Identifier: MIT
#include "tests/integrations/luanti/luanti_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>

#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace better_bats::test {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

const std::string kMark = "[bb_test] ";

/// A UDP port of loopback that is free at the moment.
[[nodiscard]] std::uint16_t freePort() {
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool bound = ::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                     ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(socket);
  if (!bound) throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

void makeWorld(const fs::path& folder, const Mods& mods) {
  fs::create_directories(folder / "worldmods");
  fs::create_directory_symlink(BETTER_BATS_LUANTI_MODS "/better_bats", folder / "worldmods" / "better_bats");
  for (const auto& [name, mod] : mods) fs::create_directory_symlink(mod, folder / "worldmods" / name);
  std::ofstream(folder / "world.mt") << "gameid = better_bats_test\nbackend = sqlite3\nplayer_backend = sqlite3\n"
                                        "auth_backend = sqlite3\nmod_storage_backend = sqlite3\n";
}

void writeSettings(const fs::path& file, const Settings& settings) {
  Settings all{{"bind_address", "127.0.0.1"},
               {"dedicated_server_step", "0.05"},
               {"secure.trusted_mods", "better_bats"},
               {"max_forceloaded_blocks", "4000"},
               {"server_announce", "false"},
               {"time_speed", "0"},
               {"world_start_time", "12000"},
               {"mg_name", "v7"},
               {"fixed_map_seed", "20"},
               {"mobs_spawn", "false"}};
  for (const auto& [key, value] : settings) all[key] = value;
  std::ofstream out(file);
  for (const auto& [key, value] : all) out << key << " = " << value << '\n';
}

[[nodiscard]] Event parse(const std::string& line) {
  std::istringstream words(line.substr(line.find(kMark) + kMark.size()));
  Event event;
  words >> event.name;
  std::string word;
  std::string key;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      event.words[key] += ' ' + word;  // a text with spaces in it
    } else {
      key = word.substr(0, equals);
      event.words[key] = word.substr(equals + 1);
    }
  }
  return event;
}

}  // namespace

double Event::number(const std::string& key) const {
  double value = std::numeric_limits<double>::quiet_NaN();
  if (const auto found = words.find(key); found != words.end()) {
    const std::string& text = found->second;
    static_cast<void>(std::from_chars(text.data(), text.data() + text.size(), value));
  }
  return value;
}

LuantiServer::LuantiServer(const fs::path& folder, const Settings& settings, const Mods& mods)
    : folder_(folder), log_(folder / "server.log") {
  if (!fs::exists(folder_ / "world.mt")) makeWorld(folder_, mods);
  fs::remove(log_);
  writeSettings(folder_ / "minetest.conf", settings);
  // The binary itself: Debian's wrapper forces a configuration of its own. `timeout` ends a server that hangs.
  const std::vector<std::string> words{"timeout",
                                       "-k",
                                       "5",
                                       "120",
                                       BETTER_BATS_LUANTI_SERVER,
                                       "--world",
                                       folder_,
                                       "--config",
                                       folder_ / "minetest.conf",
                                       "--port",
                                       std::to_string(freePort()),
                                       "--logfile",
                                       log_,
                                       "--quiet"};
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ < 0) throw std::runtime_error("cannot start a process");
  if (process_ == 0) {
    // What it has to say stands in its log, too.
    if (std::freopen("/dev/null", "w", stdout) == nullptr || ::dup2(STDOUT_FILENO, STDERR_FILENO) < 0) ::_exit(127);
    ::setenv("HOME", folder_.c_str(), 1);
    ::setenv("MINETEST_SUBGAME_PATH", BETTER_BATS_LUANTI_GAMES, 1);
    ::execvp("timeout", arguments.data());
    ::_exit(127);
  }
}

LuantiServer::~LuantiServer() {
  if (process_ < 0) return;
  ::kill(process_, SIGTERM);
  static_cast<void>(exitStatus());
}

void LuantiServer::command(const std::string& lines) const {
  // Renamed into place, so that the server never reads half of it; the one before has to be gone.
  const fs::path file = folder_ / "commands.txt";
  const auto end = Clock::now() + std::chrono::seconds(10);
  while (fs::exists(file) && Clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::ofstream(folder_ / "commands.new") << lines << '\n';
  fs::rename(folder_ / "commands.new", file);
}

Event LuantiServer::await(const std::string& name, std::chrono::seconds timeout) {
  const auto end = Clock::now() + timeout;
  while (Clock::now() < end) {
    std::ifstream log(log_);
    log.seekg(read_);
    std::string line;
    while (std::getline(log, line) && !log.eof()) {
      read_ += static_cast<std::streamoff>(line.size()) + 1;
      if (line.find(kMark) == std::string::npos) continue;
      Event event = parse(line);
      if (event.name == name) return event;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  std::ostringstream whole;
  whole << std::ifstream(log_).rdbuf();
  throw std::runtime_error("the server did not say «" + name + "»; its log:\n" + whole.str());
}

Event LuantiServer::chat(const std::string& line) {
  command("chat " + line);
  return await("reply");
}

std::vector<std::string> LuantiServer::logged(const std::string& text) const {
  std::ifstream log(log_);
  std::vector<std::string> found;
  std::string line;
  while (std::getline(log, line)) {
    if (line.find(text) != std::string::npos) found.push_back(line);
  }
  return found;
}

int LuantiServer::stop() {
  command("stop");
  return exitStatus();
}

int LuantiServer::exitStatus() {
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<Event> collect(LuantiServer& server, const std::string& name, std::size_t count) {
  std::vector<Event> events;
  while (events.size() < count) events.push_back(server.await(name));
  return events;
}

}  // namespace better_bats::test
