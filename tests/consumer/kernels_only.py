#!/usr/bin/env python3
"""Uses the kernels of Catena where the packages of its other modules are missing.

Two ways: find_package(catena COMPONENTS dynamics) finds an installed Catena, and the program runs; and
add_subdirectory() takes the sources with CATENA_COMPONENTS, of which the smallest module is compiled.
Packages are hidden from CMake. Without COMPONENTS the same search must fail and name what is missing.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

HIDDEN = ("tinyxml2", "Qhull", "assimp", "yaml-cpp", "PkgConfig", "Threads", "ZLIB", "Boost", "nlohmann_json", "HDF5", "GTest", "CLI11")

PROGRAM = """#include <cmath>

#include "catena/dynamics/aba.hpp"
#include "catena/model/model_builder.hpp"

// A ball of 1 kg at the end of a massless rod of 1 m, held level: it begins to fall with m g l / I.
int main() {
  using Pose = catena::Transform<double>;
  catena::ModelBuilder builder;
  const auto rod = builder.add_body("rod", Pose::at({1, 0, 0}) * catena::solid_sphere(1.0, 0.1));
  builder.add_joint(catena::revolute("hinge", Eigen::Vector3d::UnitY()), builder.world(), rod);
  const catena::Model model = builder.build();
  catena::Workspace workspace(model);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(1);
  Eigen::VectorXd a(1);
  catena::aba(model, zero, zero, zero, a, workspace);
  return std::abs(a[0] - 9.81 / (1.0 + 0.4 * 0.01)) < 1e-12 ? 0 : 1;
}
"""

PACKAGE = """cmake_minimum_required(VERSION 3.25)
project(kernels LANGUAGES CXX)
find_package(catena 0.1 CONFIG REQUIRED {components})
add_executable(kernels kernels.cpp)
target_link_libraries(kernels PRIVATE catena::dynamics)
"""

SUBDIRECTORY = """cmake_minimum_required(VERSION 3.25)
project(kernels LANGUAGES CXX)
set(CATENA_COMPONENTS dynamics)
add_subdirectory("{sources}" catena)
add_executable(kernels kernels.cpp)
target_link_libraries(kernels PRIVATE catena::dynamics)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("cmake", "generator", "compiler", "sources", "build", "work"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    work = pathlib.Path(options.work)
    shutil.rmtree(work, ignore_errors=True)
    prefix = work / "prefix"
    environment = {**os.environ, "PKG_CONFIG_LIBDIR": "", "PKG_CONFIG_PATH": ""}

    def cmake(*arguments, check=True):
        return subprocess.run([options.cmake, *map(str, arguments)], check=check, env=environment,
                              capture_output=not check, text=True)

    def configure(name, project, check=True):
        folder = work / name
        folder.mkdir()
        (folder / "kernels.cpp").write_text(PROGRAM)
        (folder / "CMakeLists.txt").write_text(project)
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        hidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in HIDDEN]
        return cmake("-S", folder, "-B", folder / "build", "-G", options.generator,
                     f"-DCMAKE_CXX_COMPILER={options.compiler}", f"-DCMAKE_PREFIX_PATH={prefix}", *hidden,
                     *launcher, check=check)

    work.mkdir(parents=True)
    cmake("--install", options.build, "--prefix", prefix)
    configure("package", PACKAGE.format(components="COMPONENTS dynamics"))
    cmake("--build", work / "package/build")
    subprocess.run([work / "package/build/kernels"], check=True)

    configure("subdirectory", SUBDIRECTORY.format(sources=options.sources))
    cmake("--build", work / "subdirectory/build", "--target", "catena_math")

    with concurrent.futures.ThreadPoolExecutor() as pool:
        tried = [pool.submit(configure, name, PACKAGE.format(components=components), check=False)
                 for name, components in (("whole", ""), ("unknown", "COMPONENTS dynamcis"))]
        whole, unknown = (each.result() for each in tried)
    if whole.returncode == 0 or "needs Qhull::qhull_r, which is not found" not in " ".join(whole.stderr.split()):
        sys.exit(f"all of Catena should not be found without its packages:\n{whole.stdout}{whole.stderr}")
    if unknown.returncode == 0 or "dynamcis" not in unknown.stderr:
        sys.exit(f"a component that does not exist should not be found:\n{unknown.stdout}{unknown.stderr}")


if __name__ == "__main__":
    main()
