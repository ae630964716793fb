"""The flight model of docs/flight-model.md once more, written from its text alone: slow, plain, all pairs.

SPDX-License-Identifier: MIT
"""

import math

from flocks import Flocks
from vectors import draw, length, limited, mean, plus, scaled, squared, unit_vector
from world import HALF_WIDTH, HEIGHT

NO_DIRECTION = 1e-6  # nearer than that two points have no direction between them

RULES = {"alignment": 5, "cohesion": 5, "separation": 10, "swarm_size": 5, "wander": 5}

PARAMETERS = {
    "steering": "additive", "flock_radius": 12, "separation_radius": 2, "predator_radius": 10, "flee_force": 0.25,
    "ground_scan": 5, "ceiling_scan": 3, "avoid_slope": 0.035, "altitude_cap": 30, "cap_slope": 0.05, "cap_max": 0.25,
    "comfort_min": 5, "comfort_max": 20, "comfort_edge_force": 0.02, "comfort_max_force": 0.08, "border_margin": 8,
    "border_force": 0.05, "vertical_damping": 0.02, "min_speed": 0.15, "max_speed": 0.35, "twilight_alignment": 2.5,
    "twilight_cohesion": 2.5, "twilight_separation": 0.4, "perception_radius": 50, "alignment_radius": None,
    "cohesion_radius": None, "reynolds_separation": 1.5, "reynolds_alignment": 1, "reynolds_cohesion": 1,
    "max_force": 0.05, "normalise_desired": True, "planar": False,
}


class Flight:
    """The plugin: rules, parameters, flocks."""

    def __init__(self, world):
        self.world = world
        self.rules = dict(RULES)
        self.parameters = dict(PARAMETERS)
        self.flocks = Flocks()

    def tick(self):
        """One tick of the server: flight, motion, clocks."""
        world = self.world
        for bat, velocity in self.fly().items():
            world.bats[bat].velocity = velocity
        for entity in list(world.bats.values()) + list(world.predators.values()):
            if entity.is_active():
                world.move(entity)
        for startle in world.startles:
            startle.ticks -= 1
        world.startles = [startle for startle in world.startles if startle.ticks > 0]
        world.game_time += 1
        world.day_time += 1

    def fly(self):
        """The velocities of all active bats after this tick's flight."""
        bats = {bat: entity for bat, entity in sorted(self.world.bats.items()) if entity.is_active()}
        if self.parameters["steering"] == "reynolds":
            self.flocks.clear()
            return {bat: ReynoldsSteering(self, bats, bat).velocity() for bat in bats}
        radius = self.parameters["flock_radius"] ** 2
        distances = {}
        for a in bats:
            for b in bats:
                if a < b:
                    distance = squared(self.world.difference(bats[a].position, bats[b].position))
                    distances[a, b] = distances[b, a] = distance if distance <= radius else None
        self.flocks.update(bats, self.rules["swarm_size"], lambda a, b: distances[a, b])
        return {bat: AdditiveSteering(self, bats, bat).velocity() for bat in bats}


class Steering:
    """One bat, one tick: what both laws have."""

    def __init__(self, flight, bats, bat):
        self.flight, self.world, self.p = flight, flight.world, flight.parameters
        self.bats, self.bat = bats, bat
        self.position, self.before = bats[bat].position, bats[bat].velocity
        self.v = list(self.before)
        self.flees = False

    def direction(self, offset, distance, other):
        """From the other to this one; drawn where they are at one point."""
        if distance >= NO_DIRECTION:
            return scaled(offset, 1 / distance)
        vector = unit_vector(self.world.seed, 4, min(self.bat, other), max(self.bat, other))
        return vector if self.bat < other else scaled(vector, -1)

    def add_startles(self):
        for startle in self.world.startles:
            offset = self.world.difference(self.position, startle.point)
            distance = length(offset)
            if distance >= startle.radius:
                continue
            self.flees = True
            if distance < NO_DIRECTION:
                away = unit_vector(self.world.seed, 5, self.bat, 0)
            else:
                away = scaled(offset, 1 / distance)
            self.v = plus(self.v, away, startle.force * (1 - distance / startle.radius))

    def add_border(self):
        margin = self.p["border_margin"]
        for axis in range(3):
            if self.world.period[axis] or self.world.bounds[axis] is None:
                continue
            for face, inward in zip(self.world.bounds[axis], (1, -1)):
                gap = max(0, (self.position[axis] - face) * inward)
                if gap < margin:
                    self.v[axis] += inward * self.p["border_force"] * (1 - gap / margin)

    def limit_speed(self):
        if self.p["planar"]:
            self.v[1] = 0.0
        speed, slowest, fastest = length(self.v), self.p["min_speed"], self.p["max_speed"]
        if speed > fastest:
            self.v = scaled(self.v, fastest / speed)
        elif speed < slowest:
            if speed < 1e-9:
                self.v = scaled(unit_vector(self.world.seed, 3, self.bat, self.world.game_time, (0, 2)), slowest)
            else:
                self.v = scaled(self.v, slowest / speed)

    def keep_within_borders(self):
        for axis in range(3):
            if self.world.period[axis] or self.world.bounds[axis] is None:
                continue
            low, high = self.world.bounds[axis]
            now, then = self.position[axis], self.position[axis] + self.v[axis]
            fastest = self.p["max_speed"]
            if now < low or then < low:
                self.v[axis] = max(-fastest, min(fastest, low - now))
            elif now > high or then > high:
                self.v[axis] = max(-fastest, min(fastest, high - now))

    def keep_to_loaded_columns(self):
        if self.leads_astray():
            self.v[0], self.v[2] = -self.v[0], -self.v[2]
            if self.leads_astray():
                self.v[0] = self.v[2] = 0.0

    def leads_astray(self):
        x, _, z = self.world.block_of(plus(self.position, self.v))
        return not self.world.is_loaded(x, z)


class AdditiveSteering(Steering):
    def velocity(self):
        world, p, rules = self.world, self.p, self.flight.rules
        x, y, z = world.block_of(self.position)
        surface = world.surface(x, z)
        sees_sky = surface is None or y >= surface
        time = world.day_time % 24000
        is_night = 12542 <= time <= 23459
        streams = sees_sky and (12000 <= time <= 14000 or time >= 22000 or time == 0)
        weights = {
            name: rules[name] / 100 * (p["twilight_" + name] if streams else 1)
            for name in ("alignment", "cohesion", "separation")
        }
        self.avoid_ground_and_ceiling(x, y, z)
        above = self.position[1] - (surface + p["altitude_cap"]) if surface is not None else 0
        cap = min(p["cap_max"], p["cap_slope"] * above)
        if above > 0:
            self.v[1] -= cap
        self.flee_from_predators()
        self.add_startles()
        self.add_border()
        self.separate(weights["separation"])
        if not self.flees:
            self.follow_flock(weights["cohesion"], weights["alignment"])
            if is_night and sees_sky and surface is not None:
                self.seek_comfort(self.position[1] - surface)
            self.v[1] -= p["vertical_damping"] * self.before[1]
            self.wander(rules["wander"] / 100)
        if above > 0:
            self.v[1] = min(self.v[1], -cap)
        self.limit_speed()
        self.turn_at_walls()
        self.keep_within_borders()
        self.keep_to_loaded_columns()
        return self.v

    def avoid_ground_and_ceiling(self, x, y, z):
        ground_scan, ceiling_scan, slope = self.p["ground_scan"], self.p["ceiling_scan"], self.p["avoid_slope"]
        down = next((d for d in range(1, ground_scan + 1) if self.is_ground(x, y - d, z)), None)
        up = next((d for d in range(1, ceiling_scan + 1) if self.world.block(x, y + d, z).solid), None)
        if down is not None:
            is_tight = up is not None and down + up <= ground_scan + 1
            steps = max(0, ceiling_scan + 1 - down) if is_tight else ground_scan + 1 - down
            self.v[1] += steps * slope
        if up is not None:
            self.v[1] -= (ceiling_scan + 1 - up) * slope

    def is_ground(self, x, y, z):
        block = self.world.block(x, y, z)
        return block.solid or block.fluid

    def flee_from_predators(self):
        found = []
        for predator, entity in self.world.predators.items():
            offset = self.world.difference(self.position, entity.position)
            if squared(offset) <= self.p["predator_radius"] ** 2:
                found.append((squared(offset), predator, offset))
        if found:
            distance, predator, offset = min(found)
            self.v = plus(self.v, self.direction(offset, math.sqrt(distance), predator), self.p["flee_force"])
            self.flees = True

    def separate(self, weight):
        pushes = []
        for other, entity in self.bats.items():
            if other == self.bat:
                continue
            offset = self.world.difference(self.position, entity.position)
            if squared(offset) < self.p["separation_radius"] ** 2:
                distance = length(offset)
                pushes.append(scaled(self.direction(offset, distance, other), 1 / max(distance, 0.01)))
        if pushes:
            self.v = plus(self.v, mean(pushes), weight)

    def follow_flock(self, cohesion, alignment):
        flock = self.flight.flocks.of(self.bat)
        offsets, velocities = [], []
        for mate in sorted(self.flight.flocks.members.get(flock, ())):
            offset = self.world.difference(self.bats[mate].position, self.position)
            if mate != self.bat and squared(offset) <= self.p["flock_radius"] ** 2:
                offsets.append(offset)
                velocities.append(self.bats[mate].velocity)
        if offsets:
            self.v = plus(self.v, mean(offsets), cohesion)
            heading = mean(velocities)
            if length(heading) >= 1e-9:
                self.v = plus(self.v, heading, alignment / length(heading))

    def seek_comfort(self, height):
        low, high = self.p["comfort_min"], self.p["comfort_max"]
        u = (height - (low + high) / 2) / ((high - low) / 2)
        force = min(self.p["comfort_max_force"], self.p["comfort_edge_force"] * u * u)
        self.v[1] -= math.copysign(force, u) if u else 0

    def wander(self, weight):
        seed, period = self.world.seed, self.world.game_time // 20
        flock = self.flight.flocks.of(self.bat)
        whose = (1, flock) if flock else (2, self.bat)
        for axis, i in ((0, 0), (2, 1)):
            self.v[axis] += weight * (draw(seed, *whose, period, i) - 0.5)
        for axis in range(3):
            self.v[axis] += weight / 5 * (draw(seed, 6, self.bat, period, axis) - 0.5)

    def turn_at_walls(self):
        turned = list(self.v)
        for axis in (0, 2):
            if self.v[axis] == 0:
                continue
            front = plus(self.position, [0, HEIGHT / 2, 0])
            front[axis] += self.v[axis] + math.copysign(HALF_WIDTH, self.v[axis])
            if self.world.block_at(front).solid:
                turned[axis] = -self.v[axis]
        self.v = turned


class ReynoldsSteering(Steering):
    def velocity(self):
        self.add_startles()
        self.add_border()
        p = self.p
        perception = p["perception_radius"]
        rules = (
            ("separation", p["separation_radius"], lambda offset, _: scaled(offset, 1 / (squared(offset) + 1e-6))),
            ("alignment", p["alignment_radius"] or perception, lambda _, velocity: velocity),
            ("cohesion", p["cohesion_radius"] or perception, lambda offset, _: scaled(offset, -1)),
        )
        for name, radius, wish in rules:
            wishes = [wish(offset, velocity) for offset, velocity in self.neighbours(radius)]
            if wishes:
                steer = limited(plus(self.desired(mean(wishes)), self.before, -1), p["max_force"])
                self.v = plus(self.v, steer, p["reynolds_" + name])
        self.limit_speed()
        self.keep_within_borders()
        self.keep_to_loaded_columns()
        return self.v

    def neighbours(self, radius):
        for other, entity in self.bats.items():
            offset = self.world.difference(self.position, entity.position)
            if other != self.bat and squared(offset) < radius**2:
                yield offset, entity.velocity

    def desired(self, wish):
        size = length(wish)
        return scaled(wish, self.p["max_speed"] / size) if self.p["normalise_desired"] and size > 0 else wish
