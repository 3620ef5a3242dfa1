// Loops that are closed after a step do not carry coordinates behind their stops.

#include <gtest/gtest.h>

#include <algorithm>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

// Euler's method leaves the loop by 1e-5 in a step, and closing it moves the coordinate that has
// just been released at its stop: it went 7e-4 rad behind it, step by step.
TEST(ClosingLoops, LeavesCoordinatesInsideTheirStopsWhateverTheMethod) {
  const Scenario scenario = parse_scenario(R"(
duration: 0.180958
integrator: {kind: semi_implicit_euler, step: 0.000720815 s}
model:
  bodies:
    - {name: b1, shapes: [{box: {sides: [75.135 mm, 0.0780008, 0.0783788]}, mass: 0.476776 kg}]}
    - {name: b2, shapes: [{box: {sides: [0.0885316, 7.96282 cm, 0.0475886]}, mass: 0.84111 kg}]}
    - {name: b3, shapes: [{box: {sides: [0.0468301, 0.158828, 0.0509563]}, mass: 1.39085 kg}]}
    - {name: b4, shapes: [{box: {sides: [0.158432, 0.0933236, 0.105846]}, mass: 0.588961 kg}]}
  joints:
    - {name: j1, kind: spherical, parent: world, child: b1, at: [0, 0, 1]}
    - {name: j2, kind: planar, parent: b1, child: b2, at: [-0.23091902022868843, 0.095981545223383452, -0.095793559786775728], axis: [0.806839, 0.373611, 0.802416], limits: {lower: -0.0982162, upper: 0.432919}}
    - {name: j3, kind: spherical, parent: b2, child: b3, at: [-0.24984456316062428, 0.083441476507863044, 0.0088144346997880863]}
    - {name: j4, kind: universal, parent: b3, child: b4, at: [-0.036409560718911597, -0.039067399011634876, -0.24733447775887593], axis: [1, 0, 0], axis2: [0, 1, 0], damping: 0.208938, friction: {coulomb: 0.0209966}, limits: {lower: -0.229229, upper: 0.222691, restitution: 0.0193055}}
  loops:
    - {name: loop6, kind: universal, axis: [0, 1, 0], axis2: [1, 0, 0], a: {body: b4, at: [0.1, 0, 0.05]}, b: {body: world, at: [-0.41717314410822426, 0.14035562271961161, 0.7156863971541364]}}
initial:
  j1: {v: [0.547953, -0.0375679, -0.490428]}
  j2: {v: [-1.52373, -1.57788, 0.671429]}
  j3: {v: [0.72356, 0.32792, -0.161122]}
)",
                                           "closing.yaml", "");
  Simulation simulation(scenario.setup);
  const Model& model = *scenario.setup.model;
  double beyond = 0.0;
  RunObserver observer;
  observer.step = [&](const State& state) {
    for (const char* const name : {"j2", "j4"}) {
      const JointInfo& joint = model.joint(model.find_joint(name));
      for (int i = 0; i < joint.nq; ++i) {
        const double q = state.q[joint.q + i];
        beyond =
            std::max({beyond, joint.spec.position_lower[i] - q, q - joint.spec.position_upper[i]});
      }
    }
    return true;
  };
  simulation.advance(scenario.duration, observer);
  std::printf("[ measured ] closing loops: beyond a stop by %.1e rad or m\n", beyond);
  EXPECT_LE(beyond, 1e-12);
}

}  // namespace
}  // namespace catena::test
