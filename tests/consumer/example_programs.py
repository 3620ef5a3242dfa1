#!/usr/bin/env python3
"""Builds the programs of examples/cpp against an installed Catena, and runs them.

Each checks its own numbers and ends with 0 where they are right. They share the compiled
catena/catena.hpp, which takes most of the time. It is compiled by itself, as the first of all
headers: it needs no other before it. Where there is ccache, what was compiled before and has not
changed is not compiled again.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(catena_examples LANGUAGES CXX)
find_package(catena 0.1 CONFIG REQUIRED)
foreach(program IN ITEMS {programs})
  cmake_path(GET program STEM name)
  add_executable(${{name}} ${{program}})
  target_link_libraries(${{name}} PRIVATE catena::catena)
  if(name STREQUAL first)
    target_precompile_headers(first PRIVATE <catena/catena.hpp>)
  else()
    target_precompile_headers(${{name}} REUSE_FROM first)
  endif()
endforeach()
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("cmake", "generator", "compiler", "examples", "build", "work"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()

    examples = pathlib.Path(options.examples)
    work = pathlib.Path(options.work)
    shutil.rmtree(work, ignore_errors=True)
    source, binary, prefix = work / "source", work / "build", work / "prefix"
    source.mkdir(parents=True)
    (source / "first.cpp").write_text('#include "catena/catena.hpp"\nint main() {}\n')
    for program in sorted((examples / "cpp").glob("*.cpp")):
        shutil.copy(program, source)
    programs = sorted(source.glob("*.cpp"), key=lambda p: (p.stem != "first", p.stem))
    (source / "CMakeLists.txt").write_text(
        PROJECT.format(programs=" ".join(p.name for p in programs)))

    # ccache takes precompiled headers only where it may leave out what depends on times.
    environment = {**os.environ, "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime"}
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []

    def cmake(*arguments):
        subprocess.run([options.cmake, *map(str, arguments)], check=True, env=environment)

    cmake("--install", options.build, "--prefix", prefix)
    cmake("-S", source, "-B", binary, "-G", options.generator,
          f"-DCMAKE_CXX_COMPILER={options.compiler}", f"-DCMAKE_PREFIX_PATH={prefix}",
          "-DCMAKE_CXX_FLAGS=-O0 -Wall -Wextra -Werror -fpch-preprocess", *launcher)
    cmake("--build", binary, "--parallel", "2")

    failed = []
    for program in programs:
        print(f"-- {program.stem}", flush=True)
        if subprocess.run([binary / program.stem, examples], cwd=binary, check=False).returncode != 0:
            failed.append(program.stem)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
