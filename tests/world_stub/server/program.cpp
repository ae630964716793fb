// Running the stub server from outside. SPDX-License-Identifier: MIT
#include "tests/world_stub/server/program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace better_bats::test {
namespace {

constexpr std::chrono::seconds patience{120};  // a sanitizer's server on a busy machine is slow

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<char*> pointers;
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(pointers[0], pointers.data());
  ::_exit(127);
}

[[nodiscard]] int exitStatus(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

[[nodiscard]] std::string contentOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// In the child: a file as one of the standard descriptors.
void redirect(const std::string& file, int flags, int descriptor) {
  const int opened = ::open(file.c_str(), flags, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(126);
}

[[nodiscard]] ProgramResult run(const std::string& program, const std::vector<std::string>& arguments,
                                const std::string& input) {
  const TemporaryDirectory folder;
  const std::string in = folder.file("in");
  const std::string out = folder.file("out");
  const std::string err = folder.file("err");
  std::ofstream(in) << input;
  const pid_t pid = ::fork();
  if (pid == 0) {
    redirect(in, O_RDONLY, STDIN_FILENO);
    redirect(out, O_WRONLY | O_CREAT, STDOUT_FILENO);
    redirect(err, O_WRONLY | O_CREAT, STDERR_FILENO);
    become(program, arguments);
  }
  ProgramResult result;
  result.status = exitStatus(pid);
  result.output = contentOf(out);
  result.errors = contentOf(err);
  return result;
}

}  // namespace

std::string writeFile(const TemporaryDirectory& folder, const std::string& name, const std::string& content) {
  std::string path = folder.file(name);
  std::ofstream(path) << content;
  return path;
}

std::vector<std::string> linesOf(const std::string& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

ProgramResult runProgram(const std::vector<std::string>& arguments, const std::string& input) {
  return run(BETTER_BATS_SERVER_FILE, arguments, input);
}

ProgramResult runShell(const std::string& line) {
  return run("/bin/sh", {"-c", line}, "");
}

RunningProgram::RunningProgram(const std::vector<std::string>& arguments, Input input) {
  if (input == Input::Terminal) {
    const winsize size{24, 80, 0, 0};
    pid_ = ::forkpty(&input_, nullptr, nullptr, &size);
    if (pid_ == 0) {
      ::setenv("TERM", "xterm", 1);
      become(BETTER_BATS_SERVER_FILE, arguments);
    }
    outputEnd_ = input_;
    return;
  }
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(out[1], STDERR_FILENO);
    become(BETTER_BATS_SERVER_FILE, arguments);
  }
  ::close(in[0]);
  ::close(out[1]);
  input_ = in[1];
  outputEnd_ = out[0];
}

RunningProgram::~RunningProgram() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    static_cast<void>(exitStatus(pid_));
  }
  ::close(input_);
  if (outputEnd_ != input_) ::close(outputEnd_);
}

void RunningProgram::type(const std::string& text) const {
  if (::write(input_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("the program does not read");
  }
}

bool RunningProgram::readMore(std::chrono::milliseconds longest) {
  pollfd waiting{outputEnd_, POLLIN, 0};
  if (::poll(&waiting, 1, static_cast<int>(longest.count())) <= 0) return false;
  std::array<char, 4096> buffer;
  const ssize_t size = ::read(outputEnd_, buffer.data(), buffer.size());
  if (size <= 0) return false;  // a pseudo-terminal ends with an error
  output_.append(buffer.data(), static_cast<std::size_t>(size));
  return true;
}

bool RunningProgram::waitFor(const std::string& text) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (const std::size_t place = output_.find(text, seen_); place != std::string::npos) {
      seen_ = place + text.size();
      return true;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0 || !readMore(left)) return false;
  }
}

void RunningProgram::signal(int number) const {
  ::kill(pid_, number);
}

int RunningProgram::wait() {
  while (readMore(patience)) {
  }
  const int status = exitStatus(pid_);
  pid_ = -1;
  return status;
}

}  // namespace better_bats::test
