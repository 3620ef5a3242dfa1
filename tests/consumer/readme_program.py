#!/usr/bin/env python3
"""Proves README.md: its C++ program and its CMakeLists.txt, built against an installed Catena.

Installs the build tree into a scratch prefix, takes the first cpp and the first cmake block out of
README.md, builds them and compares the printed accelerations with a closed form derived by hand.
"""
import argparse
import math
import pathlib
import re
import shutil
import subprocess
import sys

MAX_PROGRAM_LINES = 25


def first_block(text, language):
    match = re.search(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if not match:
        sys.exit(f"README has no ```{language} block")
    return match.group(1)


def double_pendulum(q, v, g=9.81):
    """Joint accelerations of two hinged uniform thin rods of 1 kg and 1 m, by Lagrange's equations.

    With absolute angles t1 = q1, t2 = q1 + q2 from the downward vertical:
      (1/3 + 1) t1'' + 1/2 cos(t1 - t2) t2'' = -1/2 sin(t1 - t2) t2'^2 - 3/2 g sin(t1)
      1/2 cos(t1 - t2) t1'' + 1/3 t2''       =  1/2 sin(t1 - t2) t1'^2 - 1/2 g sin(t2)
    """
    t1, t2 = q[0], q[0] + q[1]
    w1, w2 = v[0], v[0] + v[1]
    c, s = math.cos(t1 - t2), math.sin(t1 - t2)
    m11, m12, m22 = 4 / 3, c / 2, 1 / 3
    r1 = -s / 2 * w2**2 - 1.5 * g * math.sin(t1)
    r2 = s / 2 * w1**2 - 0.5 * g * math.sin(t2)
    det = m11 * m22 - m12**2
    a1 = (m22 * r1 - m12 * r2) / det
    a2 = (m11 * r2 - m12 * r1) / det
    return [a1, a2 - a1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("cmake", "generator", "compiler", "readme", "build", "work"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()

    readme = pathlib.Path(options.readme).read_text()
    program = first_block(readme, "cpp")
    lines = len(program.splitlines())
    if lines > MAX_PROGRAM_LINES:
        sys.exit(f"README's program has {lines} lines, more than {MAX_PROGRAM_LINES}")

    work = pathlib.Path(options.work)
    shutil.rmtree(work, ignore_errors=True)
    source, binary, prefix = work / "source", work / "build", work / "prefix"
    source.mkdir(parents=True)
    (source / "main.cpp").write_text(program)
    (source / "CMakeLists.txt").write_text(first_block(readme, "cmake"))

    def cmake(*arguments):
        subprocess.run([options.cmake, *map(str, arguments)], check=True)

    cmake("--install", options.build, "--prefix", prefix)
    cmake("-S", source, "-B", binary, "-G", options.generator, "-DCMAKE_BUILD_TYPE=Release",
          f"-DCMAKE_CXX_COMPILER={options.compiler}", f"-DCMAKE_PREFIX_PATH={prefix}",
          "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
    cmake("--build", binary)
    output = subprocess.run([binary / "double_pendulum"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    print(output)

    expected = double_pendulum(q=[0.5, -0.3], v=[1.0, 2.0])
    found = [float(number) for number in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", output)]
    # Six printed digits, and rods that are 1 mm thick instead of infinitely thin.
    if len(found) != 2 or any(abs(a - b) > 1e-4 for a, b in zip(found, expected)):
        sys.exit(f"expected {expected}, found {found}")


if __name__ == "__main__":
    main()
