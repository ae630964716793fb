// Long work beside the ticks: in order, told on the tick thread, given up at the end. SPDX-License-Identifier: MIT
#include "world_stub/server/background.hpp"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "rules/command_error.hpp"
#include "tests/support/catch.hpp"

using namespace better_bats::stub;

namespace {

using Run = std::function<std::string(const LongWork::StepsDone&)>;

struct Bench {
  TaskQueue tasks;
  std::vector<std::string> told;
  std::thread::id tickThread = std::this_thread::get_id();
  Background background{tasks, [this](const std::string& line) {
                          CHECK(std::this_thread::get_id() == tickThread);
                          told.push_back(line);
                        }};

  void start(Run run) { background.start({"begun", "steps", 1, std::move(run)}); }
};

}  // namespace

TEST_CASE("Tasks run in turn, until it is said that they may not") {
  TaskQueue tasks;
  int done = 0;
  for (int i = 0; i < 5; ++i) tasks.post([&done] { ++done; });
  tasks.run([&done] { return done < 3; });
  CHECK(done == 3);
  tasks.run();
  CHECK(done == 3);  // those behind were dropped
  tasks.post([&done] { ++done; });
  tasks.run();
  CHECK(done == 4);
}

TEST_CASE("Works are done one after the other, and what they end with is told") {
  Bench bench;
  std::atomic<int> running{0};
  for (int i = 0; i < 10; ++i) {
    bench.start([&running, i](const LongWork::StepsDone& done) -> std::string {
      if (running++ != 0) return "two at once";
      done(1);
      --running;
      if (i == 3) throw better_bats::rules::CommandError("refused");
      if (i == 4) throw std::runtime_error("failed");
      return std::to_string(i);
    });
  }
  bench.background.finish();
  CHECK(bench.told == std::vector<std::string>{"0", "1", "2", "refused", "failed", "5", "6", "7", "8", "9"});
}

TEST_CASE("What is done is told by the queue too, and destroyed on the tick thread") {
  Bench bench;
  const auto held = std::make_shared<int>(1);
  bench.start([held](const LongWork::StepsDone&) { return std::string("done"); });
  while (bench.told.empty()) bench.tasks.run();
  CHECK(bench.told == std::vector<std::string>{"done"});
  CHECK(held.use_count() == 1);
}

TEST_CASE("The end gives up what runs and what waits; too much is refused") {
  std::atomic<bool> begun{false};
  std::atomic<int> finished{0};
  {
    Bench bench;
    bench.start([&](const LongWork::StepsDone& done) -> std::string {
      begun = true;
      for (;;) done(1);
    });
    while (!begun) std::this_thread::yield();
    for (std::size_t i = 0; i < Background::mostWaiting; ++i) {
      bench.start([&](const LongWork::StepsDone&) {
        ++finished;
        return std::string();
      });
    }
    CHECK_THROWS_AS(bench.start({}), better_bats::rules::CommandError);
  }
  CHECK(finished == 0);
}
