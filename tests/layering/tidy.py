"""clang-tidy over every source file of a build: tidy.py ROOT BUILD.

It takes 10 to 30 s a file. What was clean stays so while the file, all that it includes, its command and the rules are
the same: BUILD/tidy remembers those by a hash. SPDX-License-Identifier: MIT
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOMS = "api rules plugin world_stub tests examples bench integrations".split()
root, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
passed = build / "tidy"


def tidy(*arguments):
    command = ["clang-tidy", "-quiet", f"--config-file={root / '.clang-tidy'}", *arguments]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    return run.returncode == 0, run.stdout + run.stderr


def check_the_guard():
    with tempfile.TemporaryDirectory() as folder:
        planted = pathlib.Path(folder) / "planted.cpp"
        planted.write_text("int *nothing() { return 0; }\n")
        clean, _ = tidy(planted, "--")
        if clean:
            sys.exit("FAILED: clang-tidy accepts 0 for nullptr")


def read_dependencies():
    """Ninja's: the files that each object was compiled from."""
    lines = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    dependencies = {}
    for line in lines.splitlines():
        if line.startswith(" "):
            dependencies[made].append(line.strip())
        elif line:
            made = line.split(":")[0]
            dependencies[made] = []
    return dependencies


@functools.cache
def digest(path):
    return hashlib.sha256(path.read_bytes()).digest()


def key_of(entry, dependencies, rules):
    """None for what was not built yet: nobody knows what it includes."""
    command = shlex.split(entry["command"])
    made = command[command.index("-o") + 1]
    if made not in dependencies:
        return None
    key = hashlib.sha256(rules + entry["command"].encode() + digest(pathlib.Path(entry["file"])))
    for path in dependencies[made]:
        file = build / path
        if not file.exists():
            return None
        key.update(digest(file))
    return key.hexdigest()


def main():
    check_the_guard()
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    rules = (root / ".clang-tidy").read_bytes() + version
    dependencies = read_dependencies()
    files = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if file.suffix == ".cpp" and any(file.is_relative_to(root / room) for room in ROOMS):
            files.setdefault(file, key_of(entry, dependencies, rules))
    passed.mkdir(exist_ok=True)
    old = {stamp.name for stamp in passed.iterdir()}
    for stamp in old - set(files.values()):
        (passed / stamp).unlink()
    due = [file for file, key in files.items() if key is None or key not in old]

    def look_at(file):
        clean, words = tidy("-p", build, file)
        if clean and files[file]:
            (passed / files[file]).touch()
        if not clean:
            print(words, flush=True)
        return clean

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = list(pool.map(look_at, due)).count(False)
    print(f"{len(files)} files, {len(due)} of them changed since they were clean, {faults} not clean now")
    sys.exit(1 if faults or not files else 0)


main()
