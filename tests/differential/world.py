"""A world for the model: blocks, entities, clocks, and how boxes move in it. SPDX-License-Identifier: MIT"""

import dataclasses
import math

from vectors import rounded

HALF_WIDTH, HEIGHT = 0.25, 0.9  # of an entity's box
TOUCH = 1e-9  # a box that is rounded into a block touches it


@dataclasses.dataclass
class Block:
    solid: bool = False
    fluid: bool = False
    is_air: bool = False


AIR = Block(is_air=True)
STONE = Block(solid=True)


@dataclasses.dataclass
class Entity:
    position: list
    velocity: list
    flies: bool = True  # a bat: neither rests nor is without AI; a predator: moves

    def is_active(self):
        return self.flies and all(math.isfinite(c) and abs(c) <= 1e9 for c in self.position + self.velocity)


@dataclasses.dataclass
class Startle:
    point: list
    radius: float
    force: float
    ticks: int


class World:
    def __init__(self):
        self.bounds = [(-29999984, 29999984), (-64, 320), (-29999984, 29999984)]
        self.period = [0, 0, 0]
        self.ground = None  # stone below this height
        self.blocks = {}  # (x, y, z) of what is not the ground's
        self.columns = {}  # the heights of those, by (x, z)
        self.loaded = None  # x1, z1, x2, z2
        self.seed = 0
        self.day_time = 0
        self.game_time = 0
        self.bats = {}
        self.predators = {}
        self.startles = []

    def set_block(self, x, y, z, block):
        self.blocks[x, y, z] = block
        self.columns.setdefault((x, z), set()).add(y)

    def wrapped(self, position):
        place = []
        for c, period in zip(position, self.period):
            if period:
                c -= period * math.floor(c / period)
                c = 0.0 if c == period else c
            place.append(c)
        return place

    def difference(self, a, b):
        """From b to a, the nearest way round."""
        return [
            d - period * rounded(d / period) if period else d
            for d, period in zip((p - q for p, q in zip(a, b)), self.period)
        ]

    def block_of(self, position):
        return tuple(math.floor(c) for c in self.wrapped(position))

    def is_loaded(self, x, z):
        if self.loaded is None:
            return True
        x1, z1, x2, z2 = self.loaded
        return x1 <= x <= x2 and z1 <= z <= z2

    def block(self, x, y, z):
        if not self.is_loaded(x, z):
            return AIR
        return self.blocks.get((x, y, z), STONE if self.ground is not None and y < self.ground else AIR)

    def block_at(self, position):
        return self.block(*self.block_of(position))

    def surface(self, x, z):
        if not self.is_loaded(x, z):
            return None
        tops = [y + 1 for y in self.columns.get((x, z), ()) if not self.blocks[x, y, z].is_air]
        if self.ground is not None:
            top = self.ground  # blocks of the ground may have been taken away
            while self.block(x, top - 1, z).is_air:
                top -= 1
            tops.append(top)
        return max(tops, default=None)

    # ---- motion

    def move(self, entity):
        """The box swept against solid blocks: y, then x, then z."""
        for axis in (1, 0, 2):
            way = entity.velocity[axis]
            free = self.free_way(entity.position, axis, way)
            entity.position = list(entity.position)
            entity.position[axis] += free
            if free != way:
                entity.velocity = list(entity.velocity)
                entity.velocity[axis] = 0.0
        entity.position = self.wrapped(entity.position)

    def free_way(self, position, axis, way):
        low = [position[0] - HALF_WIDTH, position[1], position[2] - HALF_WIDTH]
        high = [position[0] + HALF_WIDTH, position[1] + HEIGHT, position[2] + HALF_WIDTH]
        across = [range(math.floor(low[k] + TOUCH), math.ceil(high[k] - TOUCH)) for k in range(3)]
        if way > 0:
            layers = range(math.ceil(high[axis] - TOUCH), math.ceil(high[axis] + way))
        else:
            layers = range(math.floor(low[axis] + TOUCH) - 1, math.floor(low[axis] + way) - 1, -1)
        for layer in layers:
            across[axis] = (layer,)
            cells = ((x, y, z) for x in across[0] for y in across[1] for z in across[2])
            if any(self.block_at(cell).solid for cell in cells):
                return layer - high[axis] if way > 0 else layer + 1 - low[axis]
        return way
