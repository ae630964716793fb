// Figures of single entities. SPDX-License-Identifier: MIT
#include "world_stub/script/bat_fields.hpp"

#include <array>
#include <cmath>

#include "world_stub/script/nearest_bats.hpp"

namespace better_bats::stub {
namespace {

constexpr std::array<std::string_view, 13> names{
    "x",      "y",     "z",          "vx",      "vy",     "vz", "speed", "horizontal_speed",
    "height", "flock", "flock_size", "nearest", "resting"};

[[nodiscard]] std::optional<double> flockFigure(Field field, Server& server, std::uint64_t id) {
  Plugin* plugin = server.pilot();
  if (plugin == nullptr) return field == Field::Flock ? 0 : 1;
  const FlockMembership membership = plugin->flockOf(id);
  return field == Field::Flock ? static_cast<double>(membership.flock) : static_cast<double>(membership.size);
}

[[nodiscard]] std::optional<double> heightOf(const Server& server, const Entity& entity) {
  return hasFiniteState(entity) ? server.world().height(entity.position) : std::nullopt;
}

[[nodiscard]] std::optional<double> valueOf(Field field, Server& server, const Entity& entity) {
  const Vec3& p = entity.position;
  const Vec3& v = entity.velocity;
  switch (field) {
    case Field::X: return p.x;
    case Field::Y: return p.y;
    case Field::Z: return p.z;
    case Field::Vx: return v.x;
    case Field::Vy: return v.y;
    case Field::Vz: return v.z;
    case Field::Speed: return std::sqrt(lengthSquared(v));
    case Field::HorizontalSpeed: return std::sqrt(v.x * v.x + v.z * v.z);
    case Field::Height: return heightOf(server, entity);
    case Field::Flock:
    case Field::FlockSize: return flockFigure(field, server, entity.id);
    case Field::Resting: return server.world().entities().details(entity.id)->resting ? 1 : 0;
    case Field::Nearest: break;  // of all at once, see valuesOf
  }
  return std::nullopt;
}

}  // namespace

std::span<const std::string_view> fieldNames() noexcept {
  return names;
}

std::vector<std::optional<double>> valuesOf(Field field, Server& server, std::span<const std::uint64_t> ids) {
  const EntityStore& entities = server.world().entities();
  std::vector<std::optional<double>> values;
  values.reserve(ids.size());
  if (field == Field::Nearest) {
    const NearestBats nearest(server.world());
    for (const std::uint64_t id : ids) values.push_back(nearest.distanceFrom(*entities.find(id)));
  } else {
    for (const std::uint64_t id : ids) values.push_back(valueOf(field, server, *entities.find(id)));
  }
  return values;
}

}  // namespace better_bats::stub
