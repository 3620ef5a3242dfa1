#!/usr/bin/env python3
"""Checks that each module of the library includes only the modules that it may use.

The layers file has one line per module, "name: dependency dependency ...", written by CMake from
catena/CMakeLists.txt. A dependency's own dependencies may be used too.
"""
import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def read_layers(path):
    """Returns {module: all modules that it may include, itself among them}."""
    allowed = {}
    for line in path.read_text().splitlines():
        name, _, rest = line.partition(":")
        allowed[name] = {name}
        for dependency in rest.split():
            if dependency not in allowed:
                sys.exit(f"{path}: '{name}' depends on '{dependency}', which is not declared above it")
            allowed[name] |= allowed[dependency]
    return allowed


def problems_in(path, module, allowed):
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, target = match.groups()
        parts = target.split("/")
        if parts[0] != "catena":
            if quote == '"':
                yield number, f'"{target}" should be written from the top: "catena/{module}/..."'
        elif len(parts) != 3:
            yield number, f"{target} is in no module"
        elif parts[1] not in allowed:
            may = ", ".join(sorted(allowed - {module})) or "no other module"
            yield number, f"{target}: '{module}' may include {may}, not '{parts[1]}'"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layers", type=pathlib.Path, required=True)
    parser.add_argument("root", type=pathlib.Path, help="the folder that holds the modules")
    options = parser.parse_args()

    allowed = read_layers(options.layers)
    failed = False
    for folder in sorted(p for p in options.root.iterdir() if p.is_dir()):
        files = sorted(p for p in folder.rglob("*") if p.suffix in (".hpp", ".cpp"))
        if files and folder.name not in allowed:
            print(f"{folder}: not declared in {options.root / 'CMakeLists.txt'}", file=sys.stderr)
            failed = True
            continue
        for path in files:
            for number, message in problems_in(path, folder.name, allowed[folder.name]):
                print(f"{path}:{number}: error: {message}", file=sys.stderr)
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
