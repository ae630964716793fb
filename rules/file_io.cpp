// Files that are read whole and replaced whole, through POSIX. SPDX-License-Identifier: MIT
#include "rules/file_io.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

namespace better_bats::rules {
namespace {

[[nodiscard]] FileError fileError(const std::string& path, int error) {
  return FileError{path + ": " + std::generic_category().message(error)};
}

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags, mode_t mode = 0) noexcept
      : number_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  [[nodiscard]] bool isOpen() const noexcept { return number_ >= 0; }
  [[nodiscard]] int number() const noexcept { return number_; }
  /// Some file systems report a failed write only here. Returns 0 or the error's number.
  [[nodiscard]] int close() noexcept { return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno; }

 private:
  int number_;
};

[[nodiscard]] std::string folderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// What a chain of symbolic links leads to, whether that exists or not.
[[nodiscard]] std::string followLinks(std::string path) {
  constexpr int mostLinks = 40;  // as the kernel
  for (int links = 0; links <= mostLinks; ++links) {
    std::vector<char> buffer(PATH_MAX);
    const ssize_t size = ::readlink(path.c_str(), buffer.data(), buffer.size());
    if (size < 0) return path;
    const std::string target(buffer.data(), static_cast<std::size_t>(size));
    path = target.starts_with('/') ? target : folderOf(path).append("/").append(target);
  }
  throw fileError(path, ELOOP);
}

// Returns 0 or the error's number.
[[nodiscard]] int writeAll(int descriptor, std::string_view content) noexcept {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written >= 0) {
      content.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// Gives a new file the owner and mode of the one it replaces. Another's file stays usable for its owner where we may
// give files away, and is ours otherwise.
[[nodiscard]] int copyOwnerAndMode(int descriptor, const struct stat& old) noexcept {
  if (::fchown(descriptor, old.st_uid, old.st_gid) != 0 && errno != EPERM) return errno;
  return ::fchmod(descriptor, old.st_mode & 07777U) == 0 ? 0 : errno;
}

// Returns 0 or the error's number; the file is durable, but not the name.
[[nodiscard]] int writeNewFile(const std::string& path, std::string_view content, const struct stat* old) noexcept {
  Descriptor file(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (!file.isOpen()) return errno;
  int error = old != nullptr ? copyOwnerAndMode(file.number(), *old) : 0;
  if (error == 0) error = writeAll(file.number(), content);
  if (error == 0 && ::fsync(file.number()) != 0) error = errno;
  const int closeError = file.close();
  return error != 0 ? error : closeError;
}

}  // namespace

std::optional<std::string> readFile(const std::string& path, std::size_t limit) {
  const Descriptor file(path, O_RDONLY | O_NONBLOCK);  // a pipe must not make us wait for its writer
  if (!file.isOpen()) {
    if (errno == ENOENT) return std::nullopt;
    throw fileError(path, errno);
  }
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) throw fileError(path, errno);
  if (!S_ISREG(status.st_mode)) throw FileError(path + ": Not a regular file");
  std::string content;
  std::vector<char> buffer(65536);
  while (true) {
    const ssize_t size = ::read(file.number(), buffer.data(), buffer.size());
    if (size == 0) return content;
    if (size < 0 && errno != EINTR) throw fileError(path, errno);
    if (size > 0) content.append(buffer.data(), static_cast<std::size_t>(size));
    if (content.size() > limit) throw BrokenFile(path + ": Longer than " + std::to_string(limit) + " bytes");
  }
}

void writeFileAtomically(const std::string& path, std::string_view content) {
  const std::string target = followLinks(path);
  const std::string temporary = target + ".tmp";
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) throw fileError(path, errno);
  if (exists && !S_ISREG(old.st_mode)) throw FileError(path + ": Not a regular file");

  // Opened first: what fails from the rename on would leave the new content behind.
  const Descriptor folder(folderOf(target), O_RDONLY | O_DIRECTORY);
  if (!folder.isOpen()) throw fileError(path, errno);
  ::unlink(temporary.c_str());  // of a server that was killed
  int error = writeNewFile(temporary, content, exists ? &old : nullptr);
  if (error == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    throw fileError(path, error);
  }
  // EINVAL: a file system on which folders need no sync.
  if (::fsync(folder.number()) != 0 && errno != EINVAL) throw fileError(path, errno);
}

std::string moveAside(const std::string& path) {
  const std::string target = followLinks(path);
  for (int number = 1;; ++number) {
    std::string aside = target + ".broken-" + std::to_string(number);
    struct stat status {};
    if (::lstat(aside.c_str(), &status) == 0) continue;
    if (std::rename(target.c_str(), aside.c_str()) != 0) throw fileError(path, errno);
    return aside;
  }
}

}  // namespace better_bats::rules
