// The rules of .mcfunction files. SPDX-License-Identifier: MIT
#include "world_stub/script/function_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

namespace better_bats::stub {
namespace {

constexpr std::string_view whitespace = " \t\r\v\f";
constexpr std::size_t longestFile = std::size_t{16} << 20U;

[[nodiscard]] std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(whitespace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(whitespace) - first + 1);
}

/// Hands out a script's lines one by one.
class Lines {
 public:
  explicit Lines(std::string_view content) : rest_(content) {}

  [[nodiscard]] std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return trimmed(line);
  }

  [[nodiscard]] std::size_t number() const noexcept { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

[[noreturn]] void refuse(const std::string& name, std::size_t line, const std::string& reason) {
  throw ScriptError(name + ":" + std::to_string(line) + ": " + reason);
}

void checkStart(const std::string& name, const FunctionLine& line) {
  if (line.text.front() != '/') return;
  if (line.text.rfind("//", 0) == 0) {
    refuse(name, line.number,
           "Unknown or invalid command '" + line.text + "' (if you intended to make a comment, use '#' not '//')");
  }
  const std::string word = line.text.substr(1, line.text.find(' ') - 1);
  refuse(name, line.number,
         "Unknown or invalid command '" + line.text + "' (did you mean '" + word +
             "'? Do not use a preceding forwards slash.)");
}

[[nodiscard]] std::string readWhole(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) throw ScriptError(path + ": " + std::strerror(errno));
  std::string content;
  std::string buffer(65536, '\0');
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    content.append(buffer, 0, got);
    if (content.size() > longestFile) {
      throw ScriptError(path + ": Longer than " + std::to_string(longestFile) + " bytes");
    }
  }
  if (std::ferror(file.get()) != 0) throw ScriptError(path + ": " + std::strerror(errno));
  return content;
}

}  // namespace

std::vector<FunctionLine> splitFunction(std::string_view content, const std::string& name) {
  constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
  if (content.substr(0, byteOrderMark.size()) == byteOrderMark) content.remove_prefix(byteOrderMark.size());
  std::vector<FunctionLine> commands;
  Lines lines(content);
  while (const auto first = lines.next()) {
    FunctionLine line{lines.number(), std::string(*first)};
    while (!line.text.empty() && line.text.back() == '\\') {
      line.text.pop_back();
      const auto continuation = lines.next();
      if (!continuation) refuse(name, line.number, "Line continuation at end of file");
      line.text += *continuation;
    }
    if (line.text.empty() || line.text.front() == '#') continue;
    if (line.text.find('\0') != std::string::npos) refuse(name, line.number, "a null character is no text");
    checkStart(name, line);
    commands.push_back(std::move(line));
  }
  return commands;
}

std::vector<FunctionLine> readFunctionFile(const std::string& path) {
  return splitFunction(readWhole(path), path);
}

}  // namespace better_bats::stub
