// Bennett's linkage has one freedom although its loops ask for none: integrators keep their order.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// a / sin(alpha) = b / sin(beta) with a = 1, alpha = 40 degrees, b = 0.7.
const char* const bennett = R"(
model:
  bodies:
    - {name: b0, inertia: {mass: 1.0, com: [0.5, 0, 0], moments: [0.01, 0.09, 0.09]}}
    - {name: b1, inertia: {mass: 0.7, com: [0.35, 0, 0], moments: [0.008, 0.04, 0.04]}}
    - {name: b2, inertia: {mass: 1.0, com: [0.5, 0, 0], moments: [0.01, 0.09, 0.09]}}
  joints:
    - {name: j1, kind: revolute, parent: world, child: b0}
    - {name: j2, kind: revolute, parent: b0, child: b1, at: {position: [1, 0, 0], quaternion: [0.9396926207859084, 0.3420201433256687, 0, 0]}}
    - {name: j3, kind: revolute, parent: b1, child: b2, at: {position: [0.7, 0, 0], quaternion: [0.9728959553583649, 0.2312432918969421, 0, 0]}}
  loops:
    - {name: j4, kind: revolute, a: {body: world, at: {position: [-0.7, 0, 0], quaternion: [0.9728959553583649, -0.2312432918969421, 0, 0]}}, b: {body: b2, at: {position: [1, 0, 0], quaternion: [0.9396926207859084, 0.3420201433256687, 0, 0]}}}
initial: {j1: 1.0, j2: {q: -2.7, guess: true}, j3: {q: -1.0, guess: true}}
)";

double residual(const std::string& integrator) {
  return WatchedRun(bennett + integrator, 2.0).unexplained();
}

TEST(OverConstrained, RungeKutta4KeepsItsOrder) {
  const double coarse = residual("integrator: {kind: rk4, step: 10 ms}\n"),
               fine = residual("integrator: {kind: rk4, step: 5 ms}\n");
  EXPECT_GT(coarse / fine, 14.0);
  EXPECT_LT(residual("integrator: {kind: rk4, step: 20 ms}\n"), 20.0 * coarse);
}

// The largest of the run: at its end, that of short steps is rounding.
double largest_residual(const std::string& integrator) {
  WatchedRun run(bennett + integrator, 0.0);
  double largest = 0.0;
  RunObserver observer;
  observer.step = [&](const State& state) {
    largest = std::max(largest, std::abs(run.simulation.energy(state).balance));
    return true;
  };
  run.simulation.advance(2.0, observer);
  return largest;
}

TEST(OverConstrained, DormandPrinceKeepsItsOrder) {
  const auto with = [](const char* step) {
    return largest_residual("integrator: {kind: dormand_prince, tolerance: 1e3, step: " +
                            std::string(step) + ", max_step: " + step + "}\n");
  };
  EXPECT_GT(with("80 ms") / with("40 ms"), 200.0);
}

// 2.9 J are exchanged.
TEST(OverConstrained, EnergyIsKeptAsTheToleranceSays) {
  EXPECT_LT(residual("integrator: {kind: dormand_prince, tolerance: 1e-12}\n"), 2e-12);
  EXPECT_LT(residual("integrator: {kind: dormand_prince, tolerance: 1e-14}\n"), 1e-13);
}

}  // namespace
}  // namespace catena
