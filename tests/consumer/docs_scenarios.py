#!/usr/bin/env python3
"""Runs every whole scenario of the documentation: the yaml blocks that begin with a name.

usage: docs_scenarios.py CATENA WORK_FOLDER DOCUMENT...
"""
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```yaml\n(name:.*?)^```", re.MULTILINE | re.DOTALL)


def main():
    catena, work, *documents = sys.argv[1:]
    folder = pathlib.Path(work)
    folder.mkdir(parents=True, exist_ok=True)
    failures = count = 0
    for document in map(pathlib.Path, documents):
        for block in BLOCK.findall(document.read_text()):
            count += 1
            scenario = folder / f"{document.stem}_{count}.yaml"
            scenario.write_text(block)
            out = scenario.with_suffix(".csv")
            command = [catena, "run", str(scenario), "--out", str(out), "--plot", str(out.with_suffix(".svg"))]
            result = subprocess.run(command, capture_output=True, text=True)
            if result.returncode != 0:
                failures += 1
                print(f"{document}: the scenario '{block.splitlines()[0]}' fails:\n{result.stderr}")
    print(f"{count} scenarios, {failures} failures")
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
