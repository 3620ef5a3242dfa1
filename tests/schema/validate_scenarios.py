#!/usr/bin/env python3
"""Checks the scenarios of examples/ against the JSON Schema of scenarios, and that a wrong one does not pass.

Exit code 77 (skipped) where python3-jsonschema or python3-yaml are missing.
"""
import json
import pathlib
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing.name} is not installed (python3-jsonschema, python3-yaml)")
    sys.exit(77)

WRONG = {
    "an unknown key": "inital: {joint1: 1}",
    "an unknown integrator": "integrator: {kind: rk45}",
    "a body without a name": "model: {bodies: [{shapes: []}], joints: []}",
    "an axis of two numbers":
        "model: {bodies: [], joints: [{name: j, kind: weld, parent: a, child: b, axis: [0, 1]}]}",
    "a number for a flag": "model: {urdf: robot.urdf, floating: 1}",
    "a list for a number": "duration: [1]",
    "a contact without a point": "model: {builtin: arm, contacts: [{name: c, plane: ground}]}",
    "an unknown law of impacts": "impacts: {law: hooke}",
}


def main():
    root = pathlib.Path(sys.argv[1])
    schema = json.loads((root / "docs/scenario.schema.json").read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = 0
    examples = sorted((root / "examples").rglob("*.yaml"))
    for path in examples:
        for error in validator.iter_errors(yaml.safe_load(path.read_text())):
            print(f"{path.name}: {list(error.absolute_path)}: {error.message}")
            failures += 1
    for what, text in WRONG.items():
        if validator.is_valid(yaml.safe_load(text)):
            print(f"{what} passes, expected an error")
            failures += 1
    print(f"{len(examples)} examples, {len(WRONG)} wrong scenarios, {failures} failures")
    return 1 if failures or not examples else 0


if __name__ == "__main__":
    sys.exit(main())
