// The table on the terminal, and the same as CSV. SPDX-License-Identifier: MIT
#include "bench/report.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace better_bats::bench {
namespace {

std::string processorName() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "an unknown processor";
}

/// How long reading two and writing one of three arrays takes that are together as large as all that the engine and
/// the host keep of these bats.
double triadMilliseconds(double bytes, stub::Workers& workers) {
  const auto count = static_cast<std::size_t>(bytes / (3 * sizeof(double))) + 1;
  std::vector<double> a(count, 1);
  std::vector<double> b(count, 2);
  std::vector<double> c(count, 3);
  return medianMilliseconds(5, [&] {
    workers.parallelFor(count, 4096, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) a[i] = b[i] + 0.5 * c[i];
    });
  });
}

}  // namespace

void printMachine(const Options& options) {
  std::printf("%s, %u threads; %s, %s; C++ %ld\n", processorName().c_str(), std::thread::hardware_concurrency(),
              BETTER_BATS_COMPILER, BETTER_BATS_FLAGS, static_cast<long>(__cplusplus));
  std::printf("bat_swarm_size %lld, vector_bits %d\n", static_cast<long long>(options.swarmSize), options.vectorBits);
  if (double load = 0; getloadavg(&load, 1) == 1) {
    const char* warning = load > 0.5 ? ": other programs have the machine, too, which falsifies times and ratios" : "";
    std::printf("load %.2f%s\n", load, warning);
  }
  std::printf("near: others within 12 blocks of a bat at the beginning\n\n");
  std::printf("%-7s %8s %5s %3s  %-13s %9s %9s %9s %9s %6s %7s  %s\n", "scene", "bats", "near", "thr", "engine",
              "ns/bat", "mspt", "p95", "first", "B/bat", "ratio", "hash");
}

Report::Report(const std::string& csv) {
  if (csv.empty()) return;
  csv_.reset(std::fopen(csv.c_str(), "w"));
  if (!csv_) throw std::runtime_error(csv + ": cannot be written");
  std::fputs("scene,bats,neighbours,threads,engine,ns_per_bat,mspt,bytes_per_bat,hash\n", csv_.get());
}

void Report::add(const Case& measured, const std::vector<Result>& results, stub::Workers& workers) {
  const double ours = results.front().nanosecondsOfBat;
  for (const Result& r : results) {
    std::printf("%-7s %8zu %5g %3zu  %-13s %9.1f %9.4f %9.4f %9.3f %6.0f %6.1fx  %016llx\n", measured.scene.c_str(),
                measured.bats, measured.neighbours, measured.threads, r.engine.c_str(), r.nanosecondsOfBat,
                r.millisecondsOfTick, r.slowMilliseconds, r.firstMilliseconds, r.bytesOfBat, r.nanosecondsOfBat / ours,
                static_cast<unsigned long long>(r.hash));
    if (csv_) {
      std::fprintf(csv_.get(), "%s,%zu,%g,%zu,%s,%.2f,%.5f,%.1f,%016llx\n", measured.scene.c_str(), measured.bats,
                   measured.neighbours, measured.threads, r.engine.c_str(), r.nanosecondsOfBat, r.millisecondsOfTick,
                   r.bytesOfBat, static_cast<unsigned long long>(r.hash));
    }
  }
  if (measured.bats >= 100000) {
    const double bytes = (results.front().bytesOfBat + sizeof(Bat)) * static_cast<double>(measured.bats);
    const double triad = triadMilliseconds(bytes, workers);
    std::printf("%-30s  %-13s %9.1f %9.4f\n", "", "(triad)", triad * 1e6 / static_cast<double>(measured.bats), triad);
  }
  if (const auto& company = results.front().company) {
    std::printf("%-30s  at the end a bat has %.1f mates of its flock within 12 blocks, %.1f bats nearer than 2\n", "",
                company->mates, company->tooNear);
  }
  std::fflush(stdout);
}

void Report::note(const std::string& text) {
  std::printf("%-30s  %s\n", "", text.c_str());
  std::fflush(stdout);
}

}  // namespace better_bats::bench
