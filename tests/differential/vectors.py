"""Vectors as lists of three floats, and the draws of docs/flight-model.md. SPDX-License-Identifier: MIT"""

import math

MASK = (1 << 64) - 1


def mix(x):
    z = (x + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def draw(seed, purpose, a, b, i):
    value = mix(seed & MASK)
    for part in (purpose, a, b, i):
        value = mix(value ^ (part & MASK))
    return (value >> 11) * 2.0**-53


def unit_vector(seed, purpose, a, b, axes=(0, 1, 2)):
    """The first drawn point in the unit ball, but not at its middle, as a direction; of the axes alone."""
    first = 0
    while True:
        point = [0.0, 0.0, 0.0]
        for offset, axis in enumerate(axes):
            point[axis] = 2 * draw(seed, purpose, a, b, first + offset) - 1
        if 0.0001 <= squared(point) <= 1:
            return scaled(point, 1 / length(point))
        first += len(axes)


def squared(v):
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]


def length(v):
    return math.sqrt(squared(v))


def scaled(v, factor):
    return [c * factor for c in v]


def plus(v, w, factor=1.0):
    return [a + b * factor for a, b in zip(v, w)]


def mean(vectors):
    return [sum(v[axis] for v in vectors) / len(vectors) for axis in range(3)]


def limited(v, longest):
    size = length(v)
    return scaled(v, longest / size) if size > longest else v


def rounded(x):
    """Halves away from zero."""
    return math.floor(x + 0.5) if x >= 0 else -math.floor(-x + 0.5)
