#include "scene_ratios.hpp"

#include <algorithm>

namespace catena::bench {

namespace {

// Jolt 5.5.1 (double precision; "sharp": 100 and 20 iterations, slop 1 um, convex radius 0) and
// MuJoCo 3.12 ("max": stiff, elliptic, impratio 10, noslip 10, tight tolerance), built with clang
// -O3 for AVX2.
struct Elsewhere {
  const char *scene, *engine, *accuracy;
  double speed;  // steps per second there
  const char *beside_scene, *beside;
  double beside_speed;  // steps per second there
};

constexpr const char *exact = "ODE, exact", *quick = "ODE, quick", *bullet = "Bullet, default";
constexpr const char *jolt = "Jolt", *sharp = "Jolt, sharp", *mujoco = "MuJoCo 3, default",
                     *max = "MuJoCo 3, max";

constexpr Elsewhere known[] = {
    {"slope 20 deg", jolt, "creep 8e-12 m", 470e3, "slope 20 deg", exact, 299e3},
    {"slope 20 deg", sharp, "creep 4e-10 m", 510e3, "slope 20 deg", exact, 299e3},
    {"slope 20 deg", mujoco, "creep 7e-3 m", 209e3, "slope 20 deg", exact, 299e3},
    {"slope 20 deg", max, "creep 4e-12 m", 119e3, "slope 20 deg", exact, 299e3},
    {"slide 35 deg", jolt, "1e-5; 3e-4 deg", 390e3, "slide 35 deg", exact, 303e3},
    {"slide 35 deg", mujoco, "0.6; 11 deg", 321e3, "slide 35 deg", exact, 303e3},
    {"slide 35 deg", "MuJoCo 3, noslip", "0.017; 0.6 deg", 173e3, "slide 35 deg", exact, 303e3},
    {"pinch", jolt, "sinking 6e-10 m", 167e3, "pinch", exact, 56e3},
    {"pinch", sharp, "sinking 1.5e-11 m", 183e3, "pinch", exact, 56e3},
    {"pinch", mujoco, "sinking 0.029 m", 101e3, "pinch", exact, 56e3},
    {"pinch", max, "sinking 1e-12 m", 35e3, "pinch", exact, 56e3},
    {"stack of 10", jolt, "overlap 1.5e-5 m; drift 9.4e-5 m", 61e3, "stack of 10", exact, 2.5e3},
    {"stack of 10", sharp, "overlap 4e-7 m; drift 9e-6 m", 18e3, "stack of 10", exact, 2.5e3},
    {"stack of 10", mujoco, "sinking 1.6e-3 m", 19e3, "stack of 10", exact, 2.5e3},
    {"stack of 10", max, "overlap 7e-8 m; drift 1e-14 m", 6.1e3, "stack of 10", exact, 2.5e3},
    {"stack, 1000:1 on top", sharp, "drift 5.6e-3 m (without sharp it falls)", 5.5e3, "stack of 10",
     exact, 2.5e3},
    {"stack, 1000:1 on top", max, "drift 4.6e-5 m (by default it falls)", 3.1e3, "stack of 10",
     exact, 2.5e3},
    {"666: 216 balls", jolt, "rms overlap 3.8e-4 m", 4.3e3, "666: 216 balls", quick, 3.45e3},
    {"666: 216 balls", sharp, "rms overlap 2e-9 m", 2.2e3, "666: 216 balls", quick, 3.45e3},
    {"666: 216 balls", mujoco, "rms overlap 2e-3 m", 1.0e3, "666: 216 balls", quick, 3.45e3},
    {"666: 216 balls", "MuJoCo 3, stiff", "rms overlap 5e-5 m", 1.5e3, "666: 216 balls", quick,
     3.45e3},
    {"200 boxes in a pile", jolt, "rms overlap 1.6e-3 m", 2460, "200 boxes in a pile", quick, 738},
    {"200 boxes in a pile", "Jolt, slop 0.1 mm", "rms overlap 2.7e-4 m", 2530,
     "200 boxes in a pile", quick, 738},
    {"200 boxes in a pile", sharp, "rms overlap 1.4e-4 m", 311, "200 boxes in a pile", quick, 738},
    {"200 boxes in a pile", mujoco, "rms overlap 2.4e-3 m", 273, "200 boxes in a pile", quick, 738},
    {"1000 boxes in a pile", jolt, "rms overlap 1.7e-3 m", 345, "1000 boxes in a pile", quick, 96},
    {"1000 boxes in a pile", mujoco, "rms overlap 1e-2 m", 38, "1000 boxes in a pile", quick, 96},
    {"figure, 26 dofs", jolt, "stops 0.015 rad; overlap 1.3e-3 m", 28e3, "figure, 26 dofs", quick,
     21e3},
    {"figure, 26 dofs", sharp, "stops 0.005 rad; overlap 2e-4 m", 4e3, "figure, 26 dofs", quick,
     21e3},
    {"figure, 26 dofs", mujoco, "stops 0.32 rad; overlap 4.2e-2 m", 30e3, "figure, 26 dofs", quick,
     21e3},
    {"figure, 26 dofs", "MuJoCo 3, stiff", "stops 0.02 rad; overlap 5e-4 m", 26e3,
     "figure, 26 dofs", quick, 21e3},
    {"10 balls at rest", jolt, "", 1e3 / .0058, "10 balls at rest", exact, 1e3 / .0073},
    {"20 balls at rest", jolt, "", 1e3 / .0102, "20 balls at rest", exact, 1e3 / .0143},
    {"50 balls at rest", jolt, "", 1e3 / .024, "50 balls at rest", exact, 1e3 / .038},
    {"100 balls at rest", jolt, "", 1e3 / .049, "100 balls at rest", exact, 1e3 / .104},
    {"10 balls at rest", mujoco, "", 1e3 / .0215, "10 balls at rest", exact, 1e3 / .0073},
    {"20 balls at rest", mujoco, "", 1e3 / .044, "20 balls at rest", exact, 1e3 / .0143},
    {"50 balls at rest", mujoco, "", 1e3 / .103, "50 balls at rest", exact, 1e3 / .038},
    {"100 balls at rest", mujoco, "", 1e3 / .199, "100 balls at rest", exact, 1e3 / .104},
    {"20 hinges with stops", jolt, "0.07 rad", 1e3 / .034, "20 hinges with stops", quick,
     1e3 / .045},
    {"50 hinges with stops", jolt, "0.15 rad", 1e3 / .086, "50 hinges with stops", quick,
     1e3 / .124},
    {"100 hinges with stops", jolt, "0.19 rad", 1e3 / .160, "100 hinges with stops", quick,
     1e3 / .219},
    {"20 hinges with stops", "MuJoCo 3, stiff", "0.03 rad", 1e3 / .021, "20 hinges with stops",
     quick, 1e3 / .045},
    {"50 hinges with stops", "MuJoCo 3, stiff", "0.07 rad", 1e3 / .112, "50 hinges with stops",
     quick, 1e3 / .124},
    {"100 hinges with stops", "MuJoCo 3, stiff", "0.08 rad", 1e3 / .48, "100 hinges with stops",
     quick, 1e3 / .219},
    {"40 four-bars", jolt, "energy 0.16; gap 1.3e-4 m", 7.3e3, "40 four-bars", bullet, 4.6e3},
    {"40 four-bars", mujoco, "energy 0.022; gap 1.1e-3 m", 15.8e3, "40 four-bars", bullet, 4.6e3},
    {"40 four-bars", "MuJoCo 3, stiff", "energy 2.5e-3; gap 2.4e-6 m", 15.7e3, "40 four-bars",
     bullet, 4.6e3},
};

}  // namespace

void add_by_ratio(SceneReport& report) {
  for (const Elsewhere& there : known) {
    const auto of_scene = [&](const SceneResult& r) { return r.scene == there.scene; };
    const auto beside =
        std::find_if(report.results.begin(), report.results.end(), [&](const SceneResult& r) {
          return r.scene == there.beside_scene && r.engine == there.beside;
        });
    const auto last = std::find_if(report.results.rbegin(), report.results.rend(), of_scene);
    if (beside == report.results.end() || last == report.results.rend()) continue;
    SceneResult result = *last;
    result.engine = std::string(there.engine) + " (by ratio)";
    result.is_catena = false;
    result.figures.clear();
    result.stopped_at = 0.0;
    result.accuracy = there.accuracy;
    result.seconds = beside->seconds * there.beside_speed / there.speed;
    report.results.insert(last.base(), result);
  }
}

}  // namespace catena::bench
