// Locking, saving and loading the server directory. SPDX-License-Identifier: MIT
#include "world_stub/server/server_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "rules/file_io.hpp"
#include "world_stub/server/server.hpp"
#include "world_stub/world/world_file.hpp"

namespace better_bats::stub {
namespace {

constexpr const char* flocksKey = "flocks";
constexpr std::size_t presetFileLimit = 8192;
constexpr std::size_t worldFileLimit = std::size_t{1} << 32U;

void makeFolders(const std::string& path) {
  for (const char* folder : {"/config", "/world", "/logs"}) {
    std::error_code error;
    std::filesystem::create_directories(path + folder, error);
    if (error) throw DirectoryError(path + folder + ": " + error.message());
  }
}

[[nodiscard]] std::string ownerOf(int lock) {
  std::array<char, 32> buffer{};
  const ssize_t size = ::pread(lock, buffer.data(), buffer.size(), 0);
  std::string pid(buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  while (!pid.empty() && pid.back() == '\n') pid.pop_back();
  return pid.empty() ? "unknown" : pid;
}

[[nodiscard]] Descriptor lockDirectory(const std::string& path) {
  makeFolders(path);
  const std::string file = path + "/session.lock";
  Descriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (lock.get() < 0) throw DirectoryError(file + ": " + std::strerror(errno));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    throw DirectoryError(path + " is in use by the server with pid " + ownerOf(lock.get()));
  }
  const std::string pid = std::to_string(::getpid()) + "\n";
  if (::ftruncate(lock.get(), 0) != 0 || ::pwrite(lock.get(), pid.data(), pid.size(), 0) < 0) {
    throw DirectoryError(file + ": " + std::strerror(errno));
  }
  return lock;
}

}  // namespace

ServerDirectory::ServerDirectory(const std::string& path) : path_(path), lock_(lockDirectory(path)) {}

void ServerDirectory::save(Server& server) const {
  AttachedTexts attached;
  if (const Plugin* plugin = server.pilot()) attached[flocksKey] = plugin->saveState();
  rules::writeFileAtomically(worldPath(), saveWorld(server.world(), attached));
}

void ServerDirectory::savePreset(std::string_view nameOrPath) const {
  if (nameOrPath == loadPreset()) return;
  rules::writeFileAtomically(presetPath(), std::string(nameOrPath) + "\n");
}

std::string ServerDirectory::loadPreset() const {
  const std::string text = rules::readFile(presetPath(), presetFileLimit).value_or("");
  return text.substr(0, text.find_first_of("\r\n"));
}

bool ServerDirectory::load(Server& server) const {
  try {
    const auto text = rules::readFile(worldPath(), worldFileLimit);
    if (!text) return false;
    const AttachedTexts attached = loadWorld(server.world(), *text);
    const auto flocks = attached.find(flocksKey);
    Plugin* plugin = server.pilot();
    if (plugin != nullptr && flocks != attached.end() && plugin->loadState(flocks->second) != Status::Ok) {
      server.log(LogLevel::Warning, worldPath() + ": the flocks could not be restored, bats will find new ones");
    }
    return true;
  } catch (const WorldFileError& error) {
    const std::string aside = rules::moveAside(worldPath());
    server.log(LogLevel::Error, worldPath() + ": " + error.what() + "; kept as " + aside + ", a new world begins");
    return false;
  }
}

}  // namespace better_bats::stub
