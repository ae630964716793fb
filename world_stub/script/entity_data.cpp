// Entities to NBT and back. SPDX-License-Identifier: MIT
#include "world_stub/script/entity_data.hpp"

#include <array>
#include <set>

#include "rules/command_error.hpp"

namespace better_bats::stub {
namespace {

[[noreturn]] void refuse(std::string_view key, const char* expected) {
  throw rules::CommandError("Invalid value of " + std::string(key) + ": expected " + expected);
}

[[nodiscard]] Nbt nbtOf(Vec3 vector) {
  return {NbtList{Nbt{vector.x}, Nbt{vector.y}, Nbt{vector.z}}};
}

[[nodiscard]] std::optional<Vec3> readVector(const NbtCompound& compound, std::string_view key) {
  const Nbt* value = find(compound, key);
  if (value == nullptr) return std::nullopt;
  const auto* list = std::get_if<NbtList>(&value->value);
  std::array<double, 3> components{};
  if (list == nullptr || list->size() != components.size()) refuse(key, "a list of three numbers");
  for (std::size_t axis = 0; axis < components.size(); ++axis) {
    const auto component = number((*list)[axis]);
    if (!component) refuse(key, "a list of three numbers");
    components[axis] = *component;
  }
  return Vec3{components[0], components[1], components[2]};
}

[[nodiscard]] std::optional<bool> readFlag(const NbtCompound& compound, std::string_view key) {
  const Nbt* value = find(compound, key);
  if (value == nullptr) return std::nullopt;
  const auto flag = number(*value);
  if (!flag) refuse(key, "a byte");
  return *flag != 0;
}

[[nodiscard]] std::optional<std::uint64_t> readId(const NbtCompound& compound) {
  const Nbt* value = find(compound, "Id");
  if (value == nullptr) return std::nullopt;
  std::int64_t id = 0;
  if (const auto* wide = std::get_if<std::int64_t>(&value->value)) {
    id = *wide;
  } else if (const auto* narrow = std::get_if<std::int32_t>(&value->value)) {
    id = *narrow;
  } else {
    refuse("Id", "a whole number");
  }
  if (id < 1) refuse("Id", "a number from 1");
  return static_cast<std::uint64_t>(id);
}

[[nodiscard]] std::optional<std::vector<std::string>> readTags(const NbtCompound& compound) {
  const Nbt* value = find(compound, "Tags");
  if (value == nullptr) return std::nullopt;
  const auto* list = std::get_if<NbtList>(&value->value);
  if (list == nullptr) refuse("Tags", "a list of strings");
  std::vector<std::string> tags;
  std::set<std::string_view> known;
  for (const Nbt& element : *list) {
    const auto* tag = std::get_if<std::string>(&element.value);
    if (tag == nullptr) refuse("Tags", "a list of strings");
    if (known.insert(*tag).second) tags.push_back(*tag);
  }
  return tags;
}

}  // namespace

NbtCompound dataOf(const Entity& entity, const EntityDetails& details) {
  NbtList tags;
  for (const std::string& tag : details.tags) tags.push_back(Nbt{tag});
  return {{"Id", Nbt{static_cast<std::int64_t>(entity.id)}},           {"Motion", nbtOf(entity.velocity)},
          {"NoAI", Nbt{static_cast<std::int8_t>(details.noAi)}},       {"Pos", nbtOf(entity.position)},
          {"Resting", Nbt{static_cast<std::int8_t>(details.resting)}}, {"Tags", Nbt{std::move(tags)}}};
}

EntityChanges EntityChanges::from(const NbtCompound& compound) {
  EntityChanges changes;
  changes.id = readId(compound);
  changes.position = readVector(compound, "Pos");
  changes.velocity = readVector(compound, "Motion");
  changes.noAi = readFlag(compound, "NoAI");
  changes.resting = readFlag(compound, "Resting");
  changes.tags = readTags(compound);
  return changes;
}

void EntityChanges::applyTo(EntityDetails& details) const {
  if (noAi) details.noAi = *noAi;
  if (resting) details.resting = *resting;
  if (tags) details.tags = *tags;
}

std::string displayName(EntityKind kind) {
  std::string name(nameOf(kind));
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

}  // namespace better_bats::stub
