// The log, by spdlog. SPDX-License-Identifier: MIT
#include "world_stub/server/server_log.hpp"

#include <spdlog/details/null_mutex.h>
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/basic_file_sink.h>

#include <utility>

namespace better_bats::stub {
namespace {

/// Hands formatted lines to the server's output.
class OutputSink final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 public:
  explicit OutputSink(ServerLog::Output output) : output_(std::move(output)) {
    // No end of line: the output adds its own.
    set_formatter_(
        std::make_unique<spdlog::pattern_formatter>("[%H:%M:%S %l] %v", spdlog::pattern_time_type::local, ""));
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    output_({line.data(), line.size()});
  }
  void flush_() override {}

 private:
  ServerLog::Output output_;
};

[[nodiscard]] spdlog::level::level_enum levelOf(LogLevel level) {
  switch (level) {
    case LogLevel::Debug: return spdlog::level::debug;
    case LogLevel::Info: return spdlog::level::info;
    case LogLevel::Warning: return spdlog::level::warn;
    case LogLevel::Error: return spdlog::level::err;
  }
  return spdlog::level::info;
}

}  // namespace

struct ServerLog::Loggers {
  explicit Loggers(Output output) : logger("server", std::make_shared<OutputSink>(std::move(output))) {
    logger.set_error_handler([this](const std::string& message) { tellOnce(message); });
  }

  /// A file that cannot be written any more, on a disk that is full, is no reason to end.
  void tellOnce(const std::string& message) {
    if (std::exchange(isTold, true)) return;
    logger.log(spdlog::level::err, spdlog::string_view_t("The log file lacks what is told from here on: " + message));
  }

  spdlog::sink_ptr file;
  bool isTold = false;
  spdlog::logger logger;  // a plain object: spdlog's registry would live longer than the server
};

ServerLog::ServerLog(Output output) : loggers_(std::make_unique<Loggers>(std::move(output))) {}

ServerLog::~ServerLog() = default;

bool ServerLog::alsoTo(const std::string& file) {
  try {
    auto sink = std::make_shared<spdlog::sinks::basic_file_sink_st>(file, true);
    sink->set_pattern("[%Y-%m-%d %H:%M:%S %l] %v");
    loggers_->logger.sinks().push_back(sink);
    loggers_->file = std::move(sink);
    loggers_->logger.flush_on(spdlog::level::info);
    return true;
  } catch (const spdlog::spdlog_ex&) {
    return false;
  }
}

void ServerLog::writeToFile(LogLevel level, std::string_view line) {
  if (!loggers_->file) return;
  try {
    loggers_->file->log({"server", levelOf(level), spdlog::string_view_t(line.data(), line.size())});
    loggers_->file->flush();
  } catch (const spdlog::spdlog_ex& error) {
    loggers_->tellOnce(error.what());
  }
}

void ServerLog::write(LogLevel level, std::string_view line) {
  loggers_->logger.log(levelOf(level), spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace better_bats::stub
