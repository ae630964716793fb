// The fuzzers' inputs without a fuzzer: every file of a corpus, then files of it that were changed at random, from a
// fixed seed, for some seconds. So every build tries them; the search that is led by coverage is the preset "fuzz".
// SPDX-License-Identifier: MIT
//
//   NAME CORPUS SECONDS     ends by abort() where a promise is broken
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "tests/support/random.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace better_bats::test {
namespace {

using Input = std::vector<std::uint8_t>;

constexpr std::size_t longest = 8192;

std::vector<Input> readCorpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Input> corpus;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

class Shaker {
 public:
  explicit Shaker(std::vector<Input> corpus) : corpus_(std::move(corpus)) {}

  [[nodiscard]] Input next() {
    Input input = any();
    for (std::uint64_t changes = 1 + random_.next() % 6; changes > 0; --changes) change(input);
    if (input.size() > longest) input.resize(longest);
    return input;
  }

 private:
  [[nodiscard]] const Input& any() { return corpus_[random_.next() % corpus_.size()]; }
  [[nodiscard]] std::size_t place(const Input& input) { return input.empty() ? 0 : random_.next() % input.size(); }

  void change(Input& input) {
    const std::size_t at = place(input);
    const auto here = input.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random_.next() % 7) {
      case 0:
        if (!input.empty()) *here = static_cast<std::uint8_t>(random_.next());
        return;
      case 1:
        if (!input.empty()) *here = static_cast<std::uint8_t>(*here ^ (1U << (random_.next() % 8)));
        return;
      case 2: input.insert(here, static_cast<std::uint8_t>(random_.next())); return;
      case 3: input.erase(here, here + static_cast<std::ptrdiff_t>(random_.next() % (input.size() - at + 1))); return;
      case 4: {  // something of another file
        const Input& other = any();
        const std::size_t from = place(other);
        const std::size_t size = random_.next() % (other.size() - from + 1);
        const Input piece(other.begin() + static_cast<std::ptrdiff_t>(from),
                          other.begin() + static_cast<std::ptrdiff_t>(from + size));
        input.insert(here, piece.begin(), piece.end());
        return;
      }
      case 5: {  // the same over and over
        const Input piece(here, here + static_cast<std::ptrdiff_t>(random_.next() %
                                                                   (std::min<std::size_t>(input.size() - at, 16) + 1)));
        for (std::uint64_t times = random_.next() % 64; times > 0; --times) {
          input.insert(input.begin() + static_cast<std::ptrdiff_t>(at), piece.begin(), piece.end());
        }
        return;
      }
      default:
        for (std::uint64_t count = random_.next() % 200; count > 0; --count) {
          input.push_back(static_cast<std::uint8_t>(random_.next()));
        }
    }
  }

  std::vector<Input> corpus_;
  Random random_{1};
};

}  // namespace
}  // namespace better_bats::test

int main(int count, char** arguments) {
  using namespace better_bats::test;
  if (count != 3) return 2;
  const std::vector<Input> corpus = readCorpus(arguments[1]);
  if (corpus.empty()) return 2;
  for (const Input& input : corpus) LLVMFuzzerTestOneInput(input.data(), input.size());
  Shaker shaker(corpus);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::strtol(arguments[2], nullptr, 10));
  std::uint64_t inputs = corpus.size();
  while (std::chrono::steady_clock::now() < end) {
    const Input input = shaker.next();
    LLVMFuzzerTestOneInput(input.data(), input.size());
    ++inputs;
  }
  std::printf("%llu inputs\n", static_cast<unsigned long long>(inputs));
  return 0;
}
