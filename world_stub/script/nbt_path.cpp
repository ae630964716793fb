// Reading and following NBT paths. SPDX-License-Identifier: MIT
#include "world_stub/script/nbt_path.hpp"

#include <string_view>

#include "rules/nearest_name.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandReader;

[[nodiscard]] std::string readPathKey(CommandReader& reader) {
  if (reader.peek() == '"' || reader.peek() == '\'') return reader.readQuotedString();
  const std::size_t start = reader.cursor();
  while (reader.canRead() && std::string_view(" \"'[].{}").find(reader.peek()) == std::string_view::npos) reader.skip();
  if (reader.cursor() == start) throw reader.error("Invalid NBT path element");
  return std::string(reader.line().substr(start, reader.cursor() - start));
}

[[nodiscard]] const Nbt* element(const Nbt& nbt, std::int32_t index) noexcept {
  const auto* list = std::get_if<NbtList>(&nbt.value);
  if (list == nullptr) return nullptr;
  const auto size = static_cast<std::int64_t>(list->size());
  const std::int64_t place = index < 0 ? size + index : index;
  return place >= 0 && place < size ? &(*list)[static_cast<std::size_t>(place)] : nullptr;
}

[[nodiscard]] const Nbt* member(const Nbt& nbt, const std::string& key) noexcept {
  const auto* compound = std::get_if<NbtCompound>(&nbt.value);
  return compound != nullptr ? find(*compound, key) : nullptr;
}

/// Which member of a compound the step may have meant.
[[nodiscard]] std::string hintFor(const NbtPath::Step& step, const Nbt& nbt) {
  const auto* key = std::get_if<std::string>(&step.to);
  const auto* compound = std::get_if<NbtCompound>(&nbt.value);
  if (key == nullptr || compound == nullptr) return {};
  rules::NearestName nearest(*key, 1);
  for (const auto& [name, value] : *compound) nearest.offer(name);
  return nearest.hint();
}

}  // namespace

NbtPath readNbtPath(CommandReader& reader) {
  NbtPath path;
  const std::size_t start = reader.cursor();
  while (reader.canRead() && reader.peek() != ' ') {
    NbtPath::Step step;
    if (reader.peek() == '[') {
      reader.skip();
      step.to = reader.readInt();
      reader.expect(']');
    } else {
      step.to = readPathKey(reader);
    }
    step.text = reader.line().substr(start, reader.cursor() - start);
    path.steps.push_back(std::move(step));
    if (!reader.canRead() || reader.peek() == ' ' || reader.peek() == '[') continue;
    reader.expect('.');
    if (!reader.canRead() || reader.peek() == ' ') throw reader.error("Invalid NBT path element");
  }
  if (path.steps.empty()) throw reader.error("Invalid NBT path element");
  return path;
}

const Nbt& follow(const NbtPath& path, const Nbt& root) {
  const Nbt* place = &root;
  for (const NbtPath::Step& step : path.steps) {
    const auto* index = std::get_if<std::int32_t>(&step.to);
    const Nbt* next = index != nullptr ? element(*place, *index) : member(*place, std::get<std::string>(step.to));
    if (next == nullptr) {
      throw rules::CommandError("Found no elements matching " + step.text).withHint(hintFor(step, *place));
    }
    place = next;
  }
  return *place;
}

}  // namespace better_bats::stub
