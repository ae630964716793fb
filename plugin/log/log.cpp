// The plugin's log on spdlog: its headers alone, a logger of our own with a sink of our own, and never its registry,
// whose destructor would run after the plugin was unloaded. SPDX-License-Identifier: MIT
#ifndef FMT_HEADER_ONLY
#define FMT_HEADER_ONLY  // no libfmt.so: a host may have another one
#endif
#include "plugin/log/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>

#include <mutex>

#include <better_bats/abi.h>

namespace better_bats {
namespace {

[[nodiscard]] std::int32_t hostLevel(spdlog::level::level_enum level) noexcept {
  switch (level) {
    case spdlog::level::trace:
    case spdlog::level::debug: return BETTER_BATS_LOG_DEBUG;
    case spdlog::level::info: return BETTER_BATS_LOG_INFO;
    case spdlog::level::warn: return BETTER_BATS_LOG_WARNING;
    default: return BETTER_BATS_LOG_ERROR;
  }
}

class HostSink final : public spdlog::sinks::sink {
 public:
  HostSink(Log::Callback callback, void* context) noexcept : callback_(callback), context_(context) {}

  void log(const spdlog::details::log_msg& message) override {
    std::string_view rest(message.payload.data(), message.payload.size());
    while (true) {
      const std::size_t end = rest.find('\n');
      callback_(context_, hostLevel(message.level), std::string(rest.substr(0, end)).c_str());
      if (end == std::string_view::npos) return;
      rest.remove_prefix(end + 1);
    }
  }
  void flush() override {}
  void set_pattern(const std::string& /*pattern*/) override {}  // the host adds time and level
  void set_formatter(std::unique_ptr<spdlog::formatter> /*formatter*/) override {}

 private:
  Log::Callback callback_;
  void* context_;
};

void write(spdlog::logger* logger, spdlog::level::level_enum level, std::string_view message) noexcept {
  if (logger == nullptr) return;
  try {
    logger->log(level, spdlog::string_view_t(message.data(), message.size()));
  } catch (...) {
    return;  // spdlog passes on what is no std::exception
  }
}

}  // namespace

Log::Log(Callback callback, void* context) {
  if (callback == nullptr) return;
  logger_ = std::make_unique<spdlog::logger>("better-bats", std::make_shared<HostSink>(callback, context));
  logger_->set_level(spdlog::level::debug);
  logger_->set_error_handler([](const std::string& /*reason*/) {});  // out of memory: spdlog would write to stderr
}

Log::~Log() = default;

void Log::debug(std::string_view message) noexcept {
  write(logger_.get(), spdlog::level::debug, message);
}
void Log::info(std::string_view message) noexcept {
  write(logger_.get(), spdlog::level::info, message);
}
void Log::warning(std::string_view message) noexcept {
  write(logger_.get(), spdlog::level::warn, message);
}
void Log::error(std::string_view message) noexcept {
  write(logger_.get(), spdlog::level::err, message);
}

void Log::limited(const char* kind, std::int64_t gameTime, std::string_view message) noexcept {
  if (!logger_) return;
  try {
    const auto [entry, isNew] = quiet_.try_emplace(kind, Quiet{gameTime, 0});
    Quiet& quiet = entry->second;
    // Modulo 2^64: any two times have a difference.
    const std::uint64_t elapsed = static_cast<std::uint64_t>(gameTime) - static_cast<std::uint64_t>(quiet.since);
    if (!isNew && gameTime >= quiet.since && elapsed < std::uint64_t{quietTicks}) {
      ++quiet.leftOut;
      return;
    }
    if (quiet.leftOut == 0) {
      warning(message);
    } else {
      logger_->warn("{} ({} more like it were left out)", message, quiet.leftOut);
    }
    quiet = {gameTime, 0};
  } catch (...) {
    return;  // out of memory: a line less
  }
}

}  // namespace better_bats
