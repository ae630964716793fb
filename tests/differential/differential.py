#!/usr/bin/env python3
"""Flies random scenes twice, by the server with its plugin and by flight_model.py, and compares every bat and tick.

    differential.py SERVER [FIRST [LAST]]     scenes FIRST..LAST, 0..99 unless told

After each tick the model goes on from the server's numbers, so that a difference is one tick's. A scene's first is told
with both values, and its script is kept. SPDX-License-Identifier: MIT
"""

import argparse
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile

from random_scenes import Scene

TOLERANCE = 1e-9
COLUMNS = ("x", "y", "z", "vx", "vy", "vz")


def run_server(server, scene, script):
    """The server's rows by tick and bat: six numbers and a flock."""
    script.write_text(scene.script(), encoding="utf-8")
    trace = script.with_suffix(".csv")
    result = subprocess.run(
        [server, "--script", script, "--trace", trace, "--seed", str(scene.world.seed), "--quiet"],
        capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"the server ended with {result.returncode}:\n{result.stdout}{result.stderr}")
    rows = {}
    with trace.open(encoding="ascii", newline="") as lines:
        for row in csv.DictReader(lines):
            numbers = [float(row[column]) for column in COLUMNS]
            rows.setdefault(int(row["tick"]), {})[int(row["id"])] = (numbers, int(row["flock"]))
    return rows


def difference_in(tick, scene, rows):
    """What the server and the model say differently after a tick; nothing where they agree."""
    bats = {bat: entity for bat, entity in scene.world.bats.items() if entity.is_active()}
    if sorted(rows) != sorted(bats):
        return f"tick {tick}: the server flies bats {sorted(rows)}, the model {sorted(bats)}"
    for bat, (found, flock) in sorted(rows.items()):
        expected = bats[bat].position + bats[bat].velocity
        for column, (a, b) in zip(COLUMNS, zip(found, expected)):
            gap = abs(a - b)
            if column in "xz" and (period := scene.world.period["xyz".index(column)]):
                gap = min(gap, period - gap)
            if not gap <= TOLERANCE:
                return f"tick {tick}, bat {bat}: {column} is {a!r} by the server, {b!r} by the model"
        own = scene.flight.flocks.of(bat)
        if flock != own:
            return f"tick {tick}, bat {bat}: it is in flock {flock} by the server, {own} by the model"
    return None


def compare(scene, rows):
    """The first difference, or nothing."""
    tick = 0
    for _, changes, ticks in scene.phases:
        for change in changes:
            change()
        for _ in range(ticks):
            tick += 1
            scene.flight.tick()
            found = rows.get(tick, {})
            if difference := difference_in(tick, scene, found):
                return difference
            for bat, (numbers, _) in found.items():
                scene.world.bats[bat].position, scene.world.bats[bat].velocity = numbers[:3], numbers[3:]
    return None


def check(server, number, folder):
    """Whether the scene holds; says what does not."""
    scene = Scene(number)
    script = folder / f"scene_{number}.mcfunction"
    try:
        problem = compare(scene, run_server(server, scene, script))
    except RuntimeError as error:
        problem = str(error)
    if problem is None:
        return True
    kept = pathlib.Path(tempfile.gettempdir()) / f"better_bats_{script.name}"
    shutil.copy(script, kept)
    print(f"scene {number} ({kept}, --seed {scene.world.seed}): {problem}")
    return False


def main():
    parser = argparse.ArgumentParser(description="Compares the server's flight with an independent model's.")
    parser.add_argument("server", help="the world_stub program")
    parser.add_argument("first", type=int, nargs="?", default=0, help="the first scene's number (0)")
    parser.add_argument("last", type=int, nargs="?", default=99, help="the last scene's number (99)")
    arguments = parser.parse_args()
    numbers = range(arguments.first, arguments.last + 1)
    with tempfile.TemporaryDirectory(prefix="better_bats_") as folder:
        wrong = [number for number in numbers if not check(arguments.server, number, pathlib.Path(folder))]
    print(f"{len(numbers)} scenes, {len(wrong)} of them differ")
    return 1 if wrong or not numbers else 0


if __name__ == "__main__":
    sys.exit(main())
