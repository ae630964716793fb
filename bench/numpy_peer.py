#!/usr/bin/env python3
"""Reynolds' classic law in numpy, all pairs, beside the plugin's engine on the same boids.

Called by bench/numpy_peer, which builds the server. First both fly the same boids and have to agree to 1e-9; then each is
timed in turns, and medians are printed. SPDX-License-Identifier: MIT
"""

import argparse
import csv
import os
import platform
import re
import statistics
import subprocess
import tempfile
import time

# One core each, as the engine runs without --threads. To be said before numpy starts its threads.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402

SEPARATION_RADIUS, ALIGNMENT_RADIUS, COHESION_RADIUS = 24.0, 50.0, 50.0
SEPARATION, ALIGNMENT, COHESION = 1.5, 1.0, 1.0
MAX_SPEED, MAX_FORCE = 3.5, 0.05
SOFTENING = 1e-6
ROWS = 128  # boids at once: their pairs stay in the cache

ROUNDS = 3
SECONDS = 1.0  # of each measurement, at least


def limited(vectors, longest):
    length = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    return np.where(length > longest, vectors * (longest / np.maximum(length, 1e-300)), vectors)


def steering(total, count, velocity):
    desired = total / np.maximum(count, 1)[:, None]
    length = np.sqrt((desired * desired).sum(axis=1, keepdims=True))
    desired = np.where(length > 0, desired * (MAX_SPEED / np.where(length > 0, length, 1)), desired)
    return np.where(count[:, None] > 0, limited(desired - velocity, MAX_FORCE), 0.0)


def step(position, velocity, side):
    """One tick: every pair is looked at, a block of rows at a time."""
    after = np.empty_like(velocity)
    for first in range(0, len(position), ROWS):
        rows = slice(first, min(first + ROWS, len(position)))
        away_x = position[rows, None, 0] - position[None, :, 0]
        away_z = position[rows, None, 1] - position[None, :, 1]
        away_x -= side * np.rint(away_x / side)
        away_z -= side * np.rint(away_z / side)
        squared = away_x * away_x + away_z * away_z
        own = np.arange(rows.start, rows.stop)
        squared[own - rows.start, own] = np.inf  # nobody is a neighbour of its own
        near = (squared < SEPARATION_RADIUS**2) / (squared + SOFTENING)
        headed = (squared < ALIGNMENT_RADIUS**2).astype(float)
        seen = headed if COHESION_RADIUS == ALIGNMENT_RADIUS else (squared < COHESION_RADIUS**2).astype(float)
        separation = np.stack([(near * away_x).sum(axis=1), (near * away_z).sum(axis=1)], axis=1)
        cohesion = -np.stack([(seen * away_x).sum(axis=1), (seen * away_z).sum(axis=1)], axis=1)
        mine = velocity[rows]
        steered = (
            mine
            + SEPARATION * steering(separation, (near > 0).sum(axis=1), mine)
            + ALIGNMENT * steering(headed @ velocity, headed.sum(axis=1), mine)
            + COHESION * steering(cohesion, seen.sum(axis=1), mine)
        )
        after[rows] = limited(steered, MAX_SPEED)
    return np.mod(position + after, side), after


def run_server(server, lines, *options):
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "bench.mcfunction")
        with open(script, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        command = [server, "--script", script, *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def world_of(count, side):
    return [
        "better-bats preset boids_classic",
        f"world create torus {side} {side}",
        f"better-bats spawn {count} 1",
    ]


def read_trace(server, count, side, ticks):
    """Positions and velocities (x, z) after each tick, by id."""
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "trace.csv")
        run_server(server, world_of(count, side) + [f"tick step {ticks}"], "--trace", trace)
        with open(trace, encoding="utf-8") as file:
            rows = np.array([[float(row[k]) for k in ("x", "z", "vx", "vz")] for row in csv.DictReader(file)])
    return rows.reshape(ticks, count, 4)


def check_agreement(server, count, side):
    ticks = 4
    states = read_trace(server, count, side, ticks)
    position, velocity = states[0, :, :2], states[0, :, 2:]
    for tick in range(1, ticks):
        position, velocity = step(position, velocity, float(side))
        difference = np.abs(velocity - states[tick, :, 2:]).max()
        if not difference < 1e-9:
            raise SystemExit(f"the two disagree at {count} boids, tick {tick + 1}: by {difference:.3g}")
    return position, velocity


def time_engine(server, count, side, ticks):
    lines = world_of(count, side) + [f"tick sprint {max(ticks // 4, 20)}", f"tick sprint {ticks}"]
    report = re.findall(r"Sprint completed with (\d+) ticks per second, or ([\d.]+) ms", run_server(server, lines))[-1]
    # The one of the two that has more digits.
    milliseconds = float(report[1]) if float(report[0]) < 1000 else 1e3 / float(report[0])
    return milliseconds * 1e6 / count


def time_numpy(position, velocity, side):
    step(position, velocity, float(side))  # warm
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS or steps < 2:
        position, velocity = step(position, velocity, float(side))
        steps += 1
    return (time.perf_counter() - start) * 1e9 / (steps * len(position))


def compare(server, count, side):
    position, velocity = check_agreement(server, count, side)
    ticks = max(60, 300000 // count)
    engine, peer = [], []
    for _ in range(ROUNDS):
        engine.append(time_engine(server, count, side, ticks))
        peer.append(time_numpy(position, velocity, side))
    ours, theirs = statistics.median(engine), statistics.median(peer)
    print(
        f"{count:>6} {side:>6} x {side:<6} {ours:>12.0f} {theirs:>12.0f} {theirs / ours:>8.1f}"
        f"   (least {min(engine):.0f} and {min(peer):.0f})",
        flush=True,
    )


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{len(models)} x {models[0] if models else platform.machine()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="the built world_stub")
    parser.add_argument("--check", action="store_true", help="only whether the two agree")
    arguments = parser.parse_args()
    server = arguments.server
    if arguments.check:
        for count, side in ((150, 480), (600, 480)):
            check_agreement(server, count, side)
        print("ok: the engine and numpy agree to 1e-9")
        return
    version = subprocess.run([server, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    load = os.getloadavg()[0]
    print(f"{version}, numpy {np.__version__}, Python {platform.python_version()}; {machine()}, load {load:.1f}")
    print("Both on one core; median of three, ns per boid and tick. The two agree to 1e-9 in the same run.")
    print(f"{'boids':>6} {'torus':>15} {'engine':>12} {'numpy':>12} {'ratio':>8}")
    for count in (150, 1000, 5000):
        compare(server, count, round(480 * (count / 150) ** 0.5))
    print("Crowded: all on the 480 x 480 torus of the preset.")
    for count in (1000, 5000):
        compare(server, count, 480)


if __name__ == "__main__":
    main()
