// Sessions over the boundary itself, for tests of what happens where memory runs out. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include <better_bats/plugin.hpp>

#include "tests/support/plugin_under_test.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

/// A session of a library that is open already, so that no allocation of the dynamic loader is among those that fail.
class Sessions {
 public:
  Sessions(const World& world, Host host)
      : host_(std::move(host)), world_(detail::makeWorldTable(world)), library_(pluginPath()) {
    table_ = detail::makeHostTable(host_, world_, path_);
  }

  /// From now on sessions have their files here.
  void setDirectory(const TemporaryDirectory& directory) {
    host_.rulesPath = directory.file("rules.json");
    host_.configPath = directory.file("config.json");
    table_ = detail::makeHostTable(host_, world_, path_);
  }

  better_bats_status create(better_bats_session*& session) const {
    return library_.entry()->create(&table_, nullptr, &session);
  }
  void destroy(better_bats_session* session) const { library_.entry()->destroy(session); }
  template <typename Table>
  [[nodiscard]] const Table& extension(const char* id) const {
    return *static_cast<const Table*>(library_.entry()->extension(id));
  }

 private:
  Host host_;
  better_bats_world world_;
  better_bats_host table_{};
  std::string path_ = "plugin";
  detail::SharedLibrary library_;
};

}  // namespace better_bats::test
