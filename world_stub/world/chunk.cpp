// Blocks of a chunk, and what is derived from them. SPDX-License-Identifier: MIT
#include "world_stub/world/chunk.hpp"

#include <algorithm>

namespace better_bats::stub {
namespace {

constexpr std::uint64_t allBits = ~std::uint64_t{0};

constexpr MaskLayer emptyLayer{};

constexpr MaskLayer makeStoneLayer() {
  MaskLayer layer{};
  for (ColumnMasks& masks : layer) masks = {allBits, 0};
  return layer;
}
constexpr MaskLayer stoneLayer = makeStoneLayer();

// The bits of 16 blocks within the masks of their layer.
struct SectionBits {
  std::uint64_t solid, fluid;
};

SectionBits bitsOf(BlockType uniform) noexcept {
  const BlockTraits& traits = traitsOf(uniform);
  return {traits.solid ? 0xFFFFU : 0U, traits.fluid ? 0xFFFFU : 0U};
}

SectionBits bitsOf(const Chunk::Section& blocks, std::size_t column) noexcept {
  constexpr std::uint64_t one = 1;
  SectionBits bits{0, 0};
  for (std::size_t y = 0; y < 16; ++y) {
    const BlockTraits& traits = traitsOf(blocks[y << 8U | column]);
    bits.solid |= traits.solid ? one << y : 0;
    bits.fluid |= traits.fluid ? one << y : 0;
  }
  return bits;
}

constexpr std::size_t sectionOf(std::int32_t y) noexcept {
  return static_cast<std::size_t>(y - lowestY) >> 4U;
}

constexpr std::size_t blockIndex(std::size_t column, std::int32_t y) noexcept {
  return static_cast<std::size_t>(y - lowestY) % 16 << 8U | column;
}

constexpr Chunk::Region wholeSection(std::size_t section) noexcept {
  const std::int32_t low = lowestY + static_cast<std::int32_t>(section) * 16;
  return {0, 0, 15, 15, low, low + 15};
}

template <typename Visit>
void forEachColumn(const Chunk::Region& region, Visit visit) {
  for (std::int32_t z = region.z1; z <= region.z2; ++z) {
    for (std::int32_t x = region.x1; x <= region.x2; ++x) visit(Chunk::columnIndex(x, z));
  }
}

}  // namespace

Chunk::Chunk(const Chunk& other) : surfaces_(other.surfaces_), layers_(other.layers_), edited_(other.edited_) {
  for (std::size_t layer = 0; layer < layerCount; ++layer) {
    if (other.owned_[layer] != nullptr) ownLayer(layer);
  }
  for (std::size_t section = 0; section < sectionCount; ++section) {
    const StoredSection& stored = other.sections_[section];
    sections_[section] = {stored.uniform, stored.blocks ? std::make_unique<Section>(*stored.blocks) : nullptr};
  }
}

Chunk::Chunk(std::int32_t stoneBelow) {
  layers_.fill(&emptyLayer);
  surfaces_.fill(noSurface);
  const std::int32_t stoneTop = std::clamp(stoneBelow, lowestY, highestY);
  const auto stoneHeight = static_cast<std::size_t>(stoneTop - lowestY);
  for (std::size_t layer = 0; layer < stoneHeight / 64; ++layer) layers_[layer] = &stoneLayer;
  for (std::size_t section = 0; section < stoneHeight / 16; ++section) {
    sections_[section].uniform = BlockType::Stone;
    if (section >= stoneHeight / 64 * 4) writeMasks(section, wholeSection(section));
  }
  if (stoneTop > lowestY) {
    surfaces_.fill(static_cast<std::int16_t>(stoneTop));
    const std::int32_t partLow = stoneTop - (stoneTop - lowestY) % 16;
    if (partLow < stoneTop) fillSection({0, 0, 15, 15, partLow, stoneTop - 1}, BlockType::Stone, nullptr);
  }
}

BlockType Chunk::type(std::size_t column, std::int32_t y) const noexcept {
  const StoredSection& section = sections_[sectionOf(y)];
  return section.blocks == nullptr ? section.uniform : (*section.blocks)[blockIndex(column, y)];
}

std::int64_t Chunk::fill(const Region& region, BlockType to, const BlockType* only) {
  std::int64_t changed = 0;
  for (std::size_t section = sectionOf(region.y1); section <= sectionOf(region.y2); ++section) {
    Region part = region;
    part.y1 = std::max(region.y1, wholeSection(section).y1);
    part.y2 = std::min(region.y2, wholeSection(section).y2);
    const std::int64_t here = fillSection(part, to, only);
    if (here != 0) edited_[section] = true;
    changed += here;
  }
  if (changed != 0) findSurfaces(region);
  return changed;
}

// The region lies within one section.
std::int64_t Chunk::fillSection(const Region& region, BlockType to, const BlockType* only) {
  const std::size_t index = sectionOf(region.y1);
  StoredSection& section = sections_[index];
  if (section.blocks == nullptr && (section.uniform == to || (only != nullptr && section.uniform != *only))) return 0;

  std::int64_t changed = 0;
  const bool whole = region.x2 - region.x1 == 15 && region.z2 - region.z1 == 15 && region.y2 - region.y1 == 15;
  if (whole && section.blocks == nullptr) {
    changed = 4096;
    section.uniform = to;
  } else if (whole && only == nullptr) {
    changed = 4096 - std::count(section.blocks->begin(), section.blocks->end(), to);
    section.uniform = to;
    section.blocks.reset();
  } else {
    changed = replace(ownBlocks(index), region, to, only);
  }
  if (changed != 0) writeMasks(index, region);
  return changed;
}

std::int64_t Chunk::replace(Section& blocks, const Region& region, BlockType to, const BlockType* only) {
  std::int64_t changed = 0;
  for (std::int32_t y = region.y1; y <= region.y2; ++y) {
    forEachColumn(region, [&](std::size_t column) {
      BlockType& block = blocks[blockIndex(column, y)];
      if (block == to || (only != nullptr && block != *only)) return;
      block = to;
      ++changed;
    });
  }
  return changed;
}

void Chunk::setSection(std::size_t section, const Section& blocks, bool edited) {
  const bool uniform = std::all_of(blocks.begin(), blocks.end(), [&](BlockType type) { return type == blocks[0]; });
  if (uniform) {
    sections_[section].uniform = blocks[0];
    sections_[section].blocks.reset();
  } else {
    ownBlocks(section) = blocks;
  }
  edited_[section] = edited;
  writeMasks(section, wholeSection(section));
  findSurfaces(wholeSection(section));
}

Chunk::Section Chunk::copySection(std::size_t section) const {
  const StoredSection& stored = sections_[section];
  if (stored.blocks != nullptr) return *stored.blocks;
  Section blocks{};
  blocks.fill(stored.uniform);
  return blocks;
}

Chunk::Section& Chunk::ownBlocks(std::size_t section) {
  StoredSection& stored = sections_[section];
  if (stored.blocks == nullptr) {
    stored.blocks = std::make_unique<Section>();
    stored.blocks->fill(stored.uniform);
  }
  return *stored.blocks;
}

MaskLayer& Chunk::ownLayer(std::size_t layer) {
  if (owned_[layer] == nullptr) {
    owned_[layer] = std::make_unique<MaskLayer>(*layers_[layer]);
    layers_[layer] = owned_[layer].get();
  }
  return *owned_[layer];
}

void Chunk::writeMasks(std::size_t section, const Region& region) {
  const StoredSection& stored = sections_[section];
  const std::size_t layer = section / 4;
  const std::size_t shift = section % 4 * 16;
  const std::uint64_t others = ~(std::uint64_t{0xFFFF} << shift);
  forEachColumn(region, [&](std::size_t column) {
    const SectionBits bits = stored.blocks == nullptr ? bitsOf(stored.uniform) : bitsOf(*stored.blocks, column);
    const ColumnMasks& old = (*layers_[layer])[column];
    const ColumnMasks masks{(old.solid & others) | bits.solid << shift, (old.fluid & others) | bits.fluid << shift};
    if (masks.solid != old.solid || masks.fluid != old.fluid) ownLayer(layer)[column] = masks;
  });
}

// After a change within the region: a column with a block above it keeps its surface.
void Chunk::findSurfaces(const Region& region) {
  forEachColumn(region, [&](std::size_t column) {
    if (surfaces_[column] <= region.y2 + 1) surfaces_[column] = countSurface(column, region.y2);
  });
}

std::int16_t Chunk::countSurface(std::size_t column, std::int32_t from) const noexcept {
  for (std::int32_t y = from; y >= lowestY; --y) {
    const StoredSection& section = sections_[sectionOf(y)];
    if (section.blocks == nullptr && section.uniform == BlockType::Air) {
      y = wholeSection(sectionOf(y)).y1;
    } else if (type(column, y) != BlockType::Air) {
      return static_cast<std::int16_t>(y + 1);
    }
  }
  return noSurface;
}

}  // namespace better_bats::stub
