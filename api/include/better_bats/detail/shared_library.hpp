// A plugin file, opened and checked. Linux. SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include <better_bats/abi.h>

namespace better_bats {

/// A plugin that was refused: one line with the file and the reason.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace detail {

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) noexcept : descriptor_(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  [[nodiscard]] int get() const noexcept { return descriptor_; }
  [[nodiscard]] int release() noexcept { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

/// The library of one plugin file, opened from a private copy in memory: a file that is overwritten while it is loaded
/// would change code under a running server. The copy's descriptor stays open with the library, since its number is the
/// name by which the dynamic loader tells two copies apart.
class SharedLibrary {
 public:
  explicit SharedLibrary(const std::string& path) : path_(path), copy_(copyOf(path)), handle_(open()) {
    try {
      check();
    } catch (...) {
      ::dlclose(handle_);
      throw;
    }
  }
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;
  ~SharedLibrary() { ::dlclose(handle_); }

  [[nodiscard]] const better_bats_entry_table* entry() const noexcept { return entry_; }

 private:
  [[noreturn]] static void refuse(const std::string& path, const std::string& reason) {
    throw PluginError(path + ": " + reason);
  }

  [[nodiscard]] static int copyOf(const std::string& path) {
    const Descriptor source(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (source.get() < 0) refuse(path, std::strerror(errno));
    Descriptor copy(::memfd_create("better_bats", MFD_CLOEXEC));
    if (copy.get() < 0) refuse(path, std::string("no memory file for a copy: ") + std::strerror(errno));
    std::array<char, 65536> buffer;
    for (;;) {
      const ssize_t got = ::read(source.get(), buffer.data(), buffer.size());
      if (got == 0) return copy.release();
      if (got < 0 || ::write(copy.get(), buffer.data(), static_cast<std::size_t>(got)) != got) {
        refuse(path, std::string("cannot be copied: ") + std::strerror(errno));
      }
    }
  }

  /// Whether a segment ends after the file: the dynamic loader would map it all the same and die of SIGBUS.
  [[nodiscard]] bool isCutShort() const {
    const off_t size = ::lseek(copy_.get(), 0, SEEK_END);
    ElfW(Ehdr) header{};
    if (::pread(copy_.get(), &header, sizeof header, 0) != sizeof header) return false;  // no ELF file: dlopen says so
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phentsize != sizeof(ElfW(Phdr))) return false;
    for (unsigned i = 0; i < header.e_phnum; ++i) {
      ElfW(Phdr) segment{};
      const auto at = static_cast<off_t>(header.e_phoff + i * sizeof segment);
      if (::pread(copy_.get(), &segment, sizeof segment, at) != sizeof segment) return true;
      const auto end = static_cast<off_t>(segment.p_offset + segment.p_filesz);
      if (segment.p_type == PT_LOAD && end > size) return true;
    }
    return false;
  }

  [[nodiscard]] void* open() const {
    if (isCutShort()) refuse(path_, "the file is cut short");
    const std::string name = "/proc/self/fd/" + std::to_string(copy_.get());
    void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      const char* const error = ::dlerror();
      std::string reason = error == nullptr ? "out of memory" : error;
      if (reason.rfind(name + ": ", 0) == 0) reason.erase(0, name.size() + 2);  // a name that means nothing to a reader
      refuse(path_, reason);
    }
    return handle;
  }

  void check() {
    const void* symbol = ::dlsym(handle_, BETTER_BATS_ENTRY_SYMBOL);
    if (symbol == nullptr) refuse(path_, "has no symbol " BETTER_BATS_ENTRY_SYMBOL);
    entry_ = static_cast<const better_bats_entry_table*>(symbol);
    compare("abi_version", entry_->abi_version, BETTER_BATS_ABI_VERSION);
    compare("struct_size", entry_->struct_size, sizeof(better_bats_entry_table));
  }

  void compare(const char* field, std::size_t found, std::size_t expected) const {
    if (found == expected) return;
    refuse(path_,
           std::string(field) + " is " + std::to_string(found) + ", this server needs " + std::to_string(expected));
  }

  std::string path_;
  Descriptor copy_;
  void* handle_;
  const better_bats_entry_table* entry_ = nullptr;
};

}  // namespace detail
}  // namespace better_bats
