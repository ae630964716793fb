// Reads a dump. SPDX-License-Identifier: MIT
#include "tests/replay/replay_world.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "rules/json_document.hpp"
#include "rules/number_text.hpp"

namespace better_bats::test {

namespace {

using rules::JsonDocument;
using rules::JsonValue;

const JsonValue& at(const JsonValue& object, const char* key) {
  const rules::JsonMember* member = object.find(key);
  if (member == nullptr) throw std::runtime_error(std::string("the dump has no ") + key);
  return member->value;
}

template <typename Integer>
Integer integerAt(const JsonValue& object, const char* key) {
  const auto value = rules::fromText<Integer>(at(object, key).string);
  if (!value) throw std::runtime_error(std::string("no integer: ") + key);
  return *value;
}

std::int32_t coordinateAt(const JsonValue& object, const char* key) {
  return static_cast<std::int32_t>(at(object, key).integer);
}

Vec3 vectorAt(const JsonValue& object, const char* key, double otherwise) {
  const std::vector<JsonValue>& list = at(object, key).elements;
  const auto number = [&](std::size_t i) {
    return list.at(i).type == JsonValue::Type::Null ? otherwise : list.at(i).number;
  };
  return {number(0), number(1), number(2)};
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

ReplayWorld::ReplayWorld(const std::string& dump) {
  const JsonDocument document(dump);
  const JsonValue& root = document.root();
  if (at(root, "format").integer != 1) throw std::runtime_error("a dump of another format");
  gameTime_ = integerAt<std::int64_t>(root, "game_time");
  dayTime_ = integerAt<std::int64_t>(root, "day_time");
  seed_ = integerAt<std::int64_t>(root, "seed");
  night_ = at(root, "night").boolean;
  const JsonValue& bounds = at(root, "bounds");
  bounds_ = {vectorAt(bounds, "min", -kInfinity), vectorAt(bounds, "max", kInfinity), vectorAt(bounds, "period", 0)};
  config = std::string(R"({"format": 1, "rules": )").append(document.sourceOf(at(root, "rules")));
  config.append(", \"parameters\": ").append(document.sourceOf(at(root, "parameters"))).append("}");
  state = document.sourceOf(at(root, "state"));
  for (const JsonValue& bat : at(root, "bats").elements) {
    bats.push_back(
        makeBat(integerAt<std::uint64_t>(bat, "id"), vectorAt(bat, "position", kNan), vectorAt(bat, "velocity", kNan)));
    if (!at(bat, "active").boolean) bats.back().flags = BETTER_BATS_ENTITY_ALIVE;
    nextVelocities.push_back(vectorAt(bat, "next_velocity", kNan));
  }
  for (const JsonValue& predator : at(root, "predators").elements) {
    const std::string& kind = at(predator, "kind").string;
    if (std::find(predatorKinds_.begin(), predatorKinds_.end(), kind) == predatorKinds_.end()) {
      predatorKinds_.push_back(kind);
    }
    predators_.push_back({integerAt<std::uint64_t>(predator, "id"), *entityKind(kind),
                          at(predator, "alive").boolean ? std::uint32_t{BETTER_BATS_ENTITY_ALIVE} : 0U,
                          vectorAt(predator, "position", kNan), vectorAt(predator, "velocity", kNan)});
  }
  for (const JsonValue& column : at(root, "terrain").elements) readColumn(column);
}

void ReplayWorld::readColumn(const JsonValue& column) {
  if (!at(column, "answered").boolean) return;
  const std::int32_t x = coordinateAt(column, "x");
  const std::int32_t z = coordinateAt(column, "z");
  const JsonValue& height = at(column, "surface");
  const bool hasSurface = height.type == JsonValue::Type::Integer;
  surfaces_[{x, z}] = {static_cast<std::uint8_t>(at(column, "loaded").boolean), static_cast<std::uint8_t>(hasSurface),
                       0, static_cast<std::int32_t>(height.integer)};
  if (const rules::JsonMember* sky = column.find("sees_sky")) {
    sky_[{x, coordinateAt(column, "y"), z}] = sky->value.boolean;
  }
  if (column.find("blocks") != nullptr) readBlocks(column, x, z);
}

void ReplayWorld::readBlocks(const JsonValue& column, std::int32_t x, std::int32_t z) {
  const auto solid = integerAt<std::uint64_t>(column, "solid");
  const auto fluid = integerAt<std::uint64_t>(column, "fluid");
  const std::int32_t low = coordinateAt(column, "y_low");
  for (std::int32_t i = 0; i < coordinateAt(column, "blocks"); ++i) {
    blocks_[{x, low + i, z}] = {((solid >> i) & 1U) != 0, ((fluid >> i) & 1U) != 0};
  }
}

std::optional<EntityKind> ReplayWorld::entityKind(std::string_view id) const {
  if (id == "minecraft:bat") return 0;
  const auto found = std::find(predatorKinds_.begin(), predatorKinds_.end(), id);
  if (found == predatorKinds_.end()) return std::nullopt;
  return static_cast<EntityKind>(found - predatorKinds_.begin() + 1);
}

Surface ReplayWorld::surfaceHeight(std::int32_t x, std::int32_t z) const {
  return surfaces_.at({x, z});
}

Block ReplayWorld::block(BlockPos position) const {
  return blocks_.at({position.x, position.y, position.z});
}

std::optional<bool> ReplayWorld::seesSky(BlockPos position) const {
  return sky_.at({position.x, position.y, position.z});
}

void ReplayWorld::scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const {
  const auto tell = [&](const Entity& entity) {
    const Vec3 p = entity.position;
    const bool outside =
        p.x < box.min.x || p.y < box.min.y || p.z < box.min.z || p.x > box.max.x || p.y > box.max.y || p.z > box.max.z;
    if (!outside && std::find(kinds.begin(), kinds.end(), entity.kind) != kinds.end()) visit(entity);
  };
  for (const Bat& bat : bats) tell(bat);
  for (const Entity& predator : predators_) tell(predator);
}

}  // namespace better_bats::test
