"""Random scenes: the commands of a world script, and the same world for the model. SPDX-License-Identifier: MIT"""

import math
import random

from flight_model import Flight
from vectors import plus
from world import AIR, STONE, Block, Entity, Startle, World

BLOCKS = {
    "stone": STONE, "glass": Block(solid=True), "oak_leaves": Block(solid=True), "water": Block(fluid=True),
    "short_grass": Block(), "torch": Block(), "air": AIR,
}
DAY_TIMES = (0, 1, 6000, 11995, 12000, 12541, 13000, 13998, 14001, 18000, 21999, 23455, 23999, -11000, 240013000)
RULE_VALUES = {"swarm_size": (0, 1, 2, 3, 8, 100)}
ANY_RULE_VALUE = (0, 1, 5, 20, 60, 100)
PARAMETER_VALUES = {
    "flock_radius": (3, 6, 20), "separation_radius": (1, 3.5, 5), "predator_radius": (4, 16), "flee_force": (0.1, 0.9),
    "ground_scan": (0, 2, 9, 16), "ceiling_scan": (0, 1, 7, 16), "avoid_slope": (0.01, 0.2), "altitude_cap": (3, 10),
    "cap_slope": (0.2,), "cap_max": (0.05, 0.6), "comfort_edge_force": (0.1,), "comfort_max_force": (0.02, 0.5),
    "comfort_min": (2,), "comfort_max": (9.5,), "border_margin": (0, 3, 20), "border_force": (0.3,),
    "vertical_damping": (0, 0.4), "twilight_alignment": (1, 8), "twilight_cohesion": (0,),
    "twilight_separation": (1, 3), "planar": (True,), "max_speed": (1.2, 2.5), "min_speed": (0, 0.3),
    "perception_radius": (5, 12), "alignment_radius": (4, 30), "cohesion_radius": (6, 9.5),
    "reynolds_separation": (0, 4), "reynolds_alignment": (0.2,), "reynolds_cohesion": (0, 3), "max_force": (0.3, 2),
    "normalise_desired": (False,),
}


class Scene:
    """`phases` are (commands, changes, ticks): what is typed, what it does to the model, how long they fly then."""

    def __init__(self, number):
        self.random = random.Random(number)
        self.world = World()
        self.flight = Flight(self.world)
        self.phases = []
        self.commands, self.changes = [], []
        self.ids, self.predator_ids = [], []
        self.next_id = 1
        self.area = None  # what is loaded when the next command runs; all where None
        self.room = None  # the middle of a low room, if one was built
        self.last_place = None
        self.create_world()
        self.set_up()
        for _ in range(self.random.choice((0, 1, 4))):
            self.end_phase(self.random.choice((1, 3, 25)))
            for _ in range(self.random.choice((1, 3))):
                self.change_something()
        self.end_phase(self.random.choice((3, 8, 40)))

    # ---- writing both down

    def do(self, command, change=None):
        self.commands.append(command)
        if change is not None:
            self.changes.append(change)

    def end_phase(self, ticks):
        self.phases.append((self.commands, self.changes, ticks))
        self.commands, self.changes = [], []

    def script(self):
        return "".join(
            "\n".join(commands + [f"tick step {ticks}"]) + "\n" for commands, _, ticks in self.phases
        )

    # ---- the beginning

    def create_world(self):
        world = self.world
        self.kind = self.random.choice(("flat", "flat", "void", "torus", "box"))
        world.seed = self.random.choice((0, 5, -3, 2**40))
        self.base = 64 if self.kind in ("flat", "void") else 0
        if self.kind == "flat":
            world.ground = 64
            self.do("world create flat 64")
        elif self.kind == "void":
            self.do("world create void")
        elif self.kind == "torus":
            world.period = [self.random.choice((24, 40, 64)), 0, self.random.choice((30, 48))]
            world.bounds = [None, None, None]
            self.do(f"world create torus {world.period[0]} {world.period[2]}")
        else:
            world.bounds = [(-20, 20), (-15, 15), (-25, 25)]
            self.do("world create box 40 30 50")

    def set_up(self):
        if self.random.random() < 0.25:
            self.set_parameter("steering", "reynolds")
        for rule in self.flight.rules:
            if self.random.random() < 0.5:
                self.set_rule(rule)
        for name in PARAMETER_VALUES:
            if self.random.random() < 0.2:
                self.set_parameter(name, self.random.choice(PARAMETER_VALUES[name]))
        self.set_time()
        for _ in range(self.random.choice((0, 3, 25))):
            self.fill()
        if self.random.random() < 0.3:
            self.build_room()
        if self.random.random() < 0.2:
            self.load_area()
        for _ in range(self.random.choice((1, 2, 5, 12, 30))):
            self.summon_bat()
        for _ in range(self.random.choice((0, 0, 1, 4))):
            self.summon_predator()
        if self.random.random() < 0.3:
            self.startle()

    # ---- what can be done at any time

    def change_something(self):
        self.random.choice((
            self.summon_bat, self.summon_predator, self.startle, self.set_time, self.fill, self.kill_bat,
            self.move_bat, self.move_bat, self.rest_bat, self.push_bat, self.move_predator, self.change_border,
            lambda: self.set_rule(self.random.choice(list(self.flight.rules))), self.change_parameter,
            lambda: self.set_rule("swarm_size"), lambda: self.set_rule("swarm_size"), self.change_law, self.load_area,
        ))()

    def place(self):
        uniform = self.random.uniform
        if self.room and self.random.random() < 0.5:
            return plus(self.room, [uniform(-3, 3), uniform(0, 2), uniform(-3, 3)])
        if self.kind == "torus":
            return [uniform(0, self.world.period[0]), uniform(-5, 20), uniform(0, self.world.period[2])]
        if self.kind == "box":
            return [uniform(-20, 20), uniform(-14.9, 14), uniform(-25, 25)]
        return [uniform(-12, 12), self.base + self.random.choice((1, 8, 20, 33)) + uniform(0, 6), uniform(-12, 12)]

    def set_rule(self, rule):
        value = self.random.choice(RULE_VALUES.get(rule, ANY_RULE_VALUE))
        self.do(f"gamerule better-bats:bat_{rule} {value}", lambda: self.flight.rules.update({rule: value}))

    def set_parameter(self, name, value):
        text = str(value).lower()
        self.do(f"better-bats set {name} {text}", lambda: self.flight.parameters.update({name: value}))

    def change_parameter(self):
        # Not those of which the server accepts only pairs that fit, whatever was set before.
        free = [name for name in PARAMETER_VALUES if not name.startswith(("comfort_m", "max_s", "min_s"))]
        name = self.random.choice(free)
        self.set_parameter(name, self.random.choice(PARAMETER_VALUES[name]))

    def change_law(self):
        self.set_parameter("steering", self.random.choice(("additive", "reynolds")))

    def set_time(self):
        time = self.random.choice(DAY_TIMES)
        self.do(f"time set {time}", lambda: setattr(self.world, "day_time", time))

    def change_border(self):
        if self.kind == "torus":
            return
        low = [self.random.uniform(-30, -6), self.base + self.random.uniform(-20, 4), self.random.uniform(-30, -6)]
        high = [self.random.uniform(6, 30), self.base + self.random.uniform(12, 40), self.random.uniform(6, 30)]
        self.do("world border %r %r %r %r %r %r" % (*low, *high),
                lambda: setattr(self.world, "bounds", list(zip(low, high))))

    def load_area(self):
        if self.kind == "torus":
            return
        x, z = self.random.randint(-14, 0), self.random.randint(-14, 0)
        area = (x, z, x + self.random.choice((0, 1, 9, 30)), z + self.random.choice((0, 2, 12, 30)))
        self.area = area
        self.do("world load-area %d %d %d %d" % area, lambda: setattr(self.world, "loaded", area))

    def fill(self):
        x, y, z = (math.floor(c) for c in self.place())
        side = self.random.choice((0, 0, 2))
        self.fill_slab(x, y, z, side, self.random.choice(list(BLOCKS)))

    def fill_slab(self, x, y, z, side, name):
        """Nothing where not all of it is loaded: the server would refuse it."""
        cells = [self.world.block_of((a, y, b)) for a in range(x, x + side + 1) for b in range(z, z + side + 1)]
        if self.area and not all(self.is_in_area(a, b) for a, _, b in cells):
            return

        def change():
            for cell in cells:
                self.world.set_block(*cell, BLOCKS[name])

        self.do(f"fill {x} {y} {z} {x + side} {y} {z + side} {name}", change)

    def is_in_area(self, x, z):
        x1, z1, x2, z2 = self.area
        return x1 <= x <= x2 and z1 <= z <= z2

    def build_room(self):
        """A floor and a roof, two to seven blocks of air between them."""
        x, y, z = (math.floor(c) for c in self.place())
        y = min(y, self.base + 20)
        self.fill_slab(x - 5, y - 1, z - 5, 10, self.random.choice(("stone", "water")))
        self.fill_slab(x - 5, y + self.random.randint(2, 7), z - 5, 10, "glass")
        self.room = [x, y, z]

    def startle(self):
        point = self.last_place if self.last_place and self.random.random() < 0.3 else self.place()
        radius, force = self.random.choice(((8, 0.3), (16, 0.5), (3, 2)))
        ticks = self.random.choice((1, 3, 30))
        self.do("better-bats startle %r %r %r %r %r %d" % (*point, radius, force, ticks),
                lambda: self.world.startles.append(Startle(point, radius, force, ticks)))

    # ---- bats and predators

    def new_id(self):
        self.next_id += self.random.choice((1, 1, 7))
        return self.next_id

    def summon(self, kind, position, velocity, nbt, entities, flies=True):
        entity_id = self.new_id()
        self.do("summon %s %r %r %r {Id:%dL,Tags:[\"n%d\"],Motion:[%r,%r,%r]%s}"
                % (kind, *position, entity_id, entity_id, *velocity, nbt),
                lambda: entities.update({entity_id: Entity(self.world.wrapped(position), list(velocity), flies)}))
        return entity_id

    def summon_bat(self):
        position = self.place()
        if self.last_place and self.random.random() < 0.1:
            position = self.last_place
        self.last_place = position
        velocity = [self.random.uniform(-0.3, 0.3) for _ in range(3)]
        if self.random.random() < 0.1:
            velocity = [0.0, 0.0, 0.0]
        if self.random.random() < 0.03:
            position = [2e9, *position[1:]]
        self.ids.append(self.summon("bat", position, velocity, "", self.world.bats))

    def summon_predator(self):
        kind = self.random.choice(("cat", "ocelot", "phantom", "phantom"))
        moves = kind == "phantom" and self.random.random() < 0.6
        velocity = [self.random.uniform(-0.4, 0.4) for _ in range(3)] if moves else [0.0, 0.0, 0.0]
        position = self.place()
        self.predator_ids.append(self.summon(kind, position, velocity, "" if moves else ",NoAI:1b",
                                             self.world.predators, moves))

    def kill_bat(self):
        if len(self.ids) < 2:
            return
        bat = self.ids.pop(self.random.randrange(len(self.ids)))
        self.do(f"kill @e[tag=n{bat}]", lambda: self.world.bats.pop(bat))

    def move_bat(self):
        self.move(self.ids, self.world.bats)

    def move_predator(self):
        self.move(self.predator_ids, self.world.predators)

    def move(self, ids, entities):
        if not ids:
            return
        one, position = self.random.choice(ids), self.place()
        self.do("tp @e[tag=n%d] %r %r %r" % (one, *position),
                lambda: setattr(entities[one], "position", self.world.wrapped(position)))

    def rest_bat(self):
        bat, rests = self.random.choice(self.ids), self.random.random() < 0.7
        # The tag makes it a change, whatever the bat did before: merging nothing new is a failure.
        self.do("data merge entity @e[tag=n%d,limit=1] {Resting:%db,Tags:[\"n%d\",\"t%d\"]}"
                % (bat, rests, bat, self.random.randrange(10**9)),
                lambda: setattr(self.world.bats[bat], "flies", not rests))

    def push_bat(self):
        bat, velocity = self.random.choice(self.ids), [self.random.uniform(-0.3, 0.3) for _ in range(3)]
        self.do("data merge entity @e[tag=n%d,limit=1] {Motion:[%r,%r,%r]}" % (bat, *velocity),
                lambda: setattr(self.world.bats[bat], "velocity", velocity))
