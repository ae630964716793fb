// Files that are read whole and replaced whole. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace better_bats::rules {

/// "path: reason"
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The file could be read, but what is in it is of no use.
class BrokenFile : public FileError {
 public:
  using FileError::FileError;
};

/// The limit of the JSON files that people edit, in bytes.
inline constexpr std::size_t jsonFileLimit = std::size_t{1} << 20U;

/// The file's bytes; nothing where there is no such file. Throws FileError: not a regular file or not readable;
/// BrokenFile: longer than `limit`.
[[nodiscard]] std::optional<std::string> readFile(const std::string& path, std::size_t limit);

/// Replaces the file's content or makes the file. When it returns, the content is durable; when it throws FileError the
/// file is as it was. Nobody ever sees a half of it: a temporary file beside it (its name with .tmp) is written, synced
/// and renamed. A symbolic link stays one, and an existing file's mode stays.
void writeFileAtomically(const std::string& path, std::string_view content);

/// Renames the file to a free name beside it, `<path>.broken-<n>`, and returns that. Throws FileError.
std::string moveAside(const std::string& path);

}  // namespace better_bats::rules
