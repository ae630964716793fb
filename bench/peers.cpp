// Other ways to find a bat's neighbours. SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

#include <nanoflann.hpp>

#include "bench/peer_engine.hpp"

namespace better_bats::bench {
namespace {

constexpr double kReach = 12;

[[nodiscard]] double coordinate(const Vec3& point, std::size_t axis) noexcept {
  return axis == 0 ? point.x : axis == 1 ? point.y : point.z;
}
[[nodiscard]] double coordinate(const Bat& bat, std::size_t axis) noexcept {
  return coordinate(bat.position, axis);
}

/// Points, as the k-d tree library asks for them. NOLINTBEGIN(readability-identifier-naming): its names
template <typename Point>
struct Cloud {
  std::span<const Point> points;
  [[nodiscard]] std::size_t kdtree_get_point_count() const { return points.size(); }
  [[nodiscard]] double kdtree_get_pt(std::size_t i, std::size_t axis) const { return coordinate(points[i], axis); }
  template <typename Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};
// NOLINTEND(readability-identifier-naming)

template <typename Point>
using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud<Point>>, Cloud<Point>, 3>;

/// The k-d tree library, built anew each tick.
class Nanoflann final : public PeerEngine {
 public:
  using PeerEngine::PeerEngine;
  [[nodiscard]] std::string name() const override { return "nanoflann"; }

 private:
  void prepare(std::span<const Bat> bats) override {
    cloud_.points = bats;
    tree_.emplace(3, cloud_, nanoflann::KDTreeSingleIndexAdaptorParams(10));
    tree_->buildIndex();
  }

  void look(std::span<const Bat> bats, std::size_t self, Surroundings& around) const override {
    constexpr std::size_t wanted = 5;  // itself is one of them
    constexpr double tooNear = 2;
    const Vec3 p = bats[self].position;
    const std::array<double, 3> point{p.x, p.y, p.z};
    std::array<std::uint32_t, wanted> found;
    std::array<double, wanted> squared;
    const std::size_t count = tree_->knnSearch(point.data(), wanted, found.data(), squared.data());
    const bool crowded = count == wanted && squared.back() < tooNear * tooNear;
    if (crowded) {
      std::vector<std::pair<std::uint32_t, double>> near;
      tree_->radiusSearch(point.data(), tooNear * tooNear, near, nanoflann::SearchParams());
      for (const auto& [other, distance] : near) {
        if (other != self) around.add(bats[other]);
      }
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (found[i] != self) around.add(bats[found[i]]);
    }
  }

  Cloud<Bat> cloud_;
  std::optional<Tree<Bat>> tree_;
};

/// What the machine can do, and no way to fly: the library alone finds the nearest four of points that are in the order
/// of space already. Figures of different machines are compared by it.
class NearestFour final : public Engine {
 public:
  NearestFour(const Scene&, stub::Workers& workers) noexcept : workers_(workers) {}
  [[nodiscard]] std::string name() const override { return "nearest_four"; }

  void tick(std::span<Bat> bats) override {
    takePoints(bats);
    const Cloud<Vec3> cloud{points_};
    Tree<Vec3> tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
    tree.buildIndex();
    farthest_.resize(points_.size());
    workers_.parallelFor(points_.size(), 256, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) farthest_[i] = fourth(tree, points_[i]);
    });
  }

 private:
  static constexpr std::size_t kWanted = 5;  // itself is one of them

  /// Their order is made in the first tick.
  void takePoints(std::span<const Bat> bats) {
    if (order_.size() != bats.size()) {
      order_.resize(bats.size());
      std::iota(order_.begin(), order_.end(), std::uint32_t{0});
      const auto cell = [&](std::uint32_t i) {
        const Vec3 p = bats[i].position;
        return std::tuple(std::floor(p.z / kReach), std::floor(p.y / kReach), p.x);
      };
      std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return cell(a) < cell(b); });
    }
    points_.clear();
    for (const std::uint32_t i : order_) points_.push_back(bats[i].position);
  }

  [[nodiscard]] static double fourth(const Tree<Vec3>& tree, const Vec3& place) {
    const std::array<double, 3> point{place.x, place.y, place.z};
    std::array<std::uint32_t, kWanted> found;
    std::array<double, kWanted> squared{};
    tree.knnSearch(point.data(), kWanted, found.data(), squared.data());
    return squared.back();
  }

  stub::Workers& workers_;
  std::vector<std::uint32_t> order_;
  std::vector<Vec3> points_;
  std::vector<double> farthest_;
};

class AllPairs final : public PeerEngine {
 public:
  using PeerEngine::PeerEngine;
  [[nodiscard]] std::string name() const override { return "all_pairs"; }

 private:
  void prepare(std::span<const Bat>) override {}
  void look(std::span<const Bat> bats, std::size_t self, Surroundings& around) const override {
    for (std::size_t other = 0; other < bats.size(); ++other) {
      if (other != self) around.add(bats[other]);
    }
  }
};

/// As a mod does it: for every bat the world is asked for the entities of a box, which come as a new list. On one
/// thread, as worlds are.
class PerBatScan final : public PeerEngine {
 public:
  PerBatScan(const Scene& scene, stub::Workers& workers) : PeerEngine(scene, workers) {}
  [[nodiscard]] std::string name() const override { return "per_bat_scan"; }

 private:
  void prepare(std::span<const Bat>) override {}
  void look(std::span<const Bat> bats, std::size_t self, Surroundings& around) const override {
    const Bat& bat = bats[self];
    const Vec3 reach{kReach, kReach, kReach};
    std::vector<Entity> found;
    const EntityVisitor visit(
        [](void* list, const Entity* entities, std::uint64_t count) {
          static_cast<std::vector<Entity>*>(list)->insert(static_cast<std::vector<Entity>*>(list)->end(), entities,
                                                          entities + count);
        },
        &found);
    scene_.scanEntities({bat.position - reach, bat.position + reach}, {&bat.kind, 1}, visit);
    for (const Entity& other : found) {
      if (other.id != bat.id) around.add(other);
    }
  }
};

template <typename Peer>
std::unique_ptr<Engine> makePeer(const Scene& scene, stub::Workers& workers) {
  return std::make_unique<Peer>(scene, workers);
}

}  // namespace

std::vector<PeerMaker> peersFor(std::size_t bats, std::size_t threads) {
  constexpr std::size_t mostForSlow = 10000;
  std::vector<PeerMaker> peers{makePeer<Nanoflann>, makePeer<NearestFour>};
  if (bats > mostForSlow) return peers;
  peers.push_back(makePeer<AllPairs>);
  // The world is scanned on one thread.
  if (threads == 1) peers.push_back(makePeer<PerBatScan>);
  return peers;
}

}  // namespace better_bats::bench
