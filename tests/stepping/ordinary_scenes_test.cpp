// Scenes as anybody would write them: something is pushed to a wall, hops, walks. They run to their
// end, explain their energy, and end where they must.

#include <fmt/format.h>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/energy_watch.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

struct RunOfText {
  double unexplained = 0.0;  // of what was exchanged
  long residuals = 0;
  State end;
};

RunOfText run_text(const std::string& text, double duration) {
  const SimulationSetup setup = parse_scenario(text, "scene.yaml", CATENA_SOURCE_DIR).setup;
  Simulation simulation(setup);
  EnergyWatch watch(setup);
  RunOfText seen;
  RunObserver observer;
  observer.sample_interval = 0.01;
  observer.sample = [&](const State& state) { watch.see(simulation, state); };
  observer.event = [&](const SimulationEvent& e) {
    seen.residuals += e.kind == EventKind::Residual;
  };
  simulation.advance(duration, observer);
  seen.unexplained = watch.unexplained() / watch.exchanged();
  seen.end = simulation.state();
  std::printf("[ measured ] unexplained %.1e, %ld residuals\n", seen.unexplained, seen.residuals);
  return seen;
}

// A servo pushes a box along the ground until a wall stops it, and goes on with all it can.
TEST(OrdinaryScenes, ABoxIsPushedToAWall) {
  std::string text = R"(
model:
  bodies:
    - {name: b, shapes: [{box: {sides: [.2, .2, .2]}, mass: 1}]}
    - {name: p, shapes: [{box: {sides: [.1, .1, .1]}, mass: 2}]}
  joints:
    - {name: b_j, kind: free, parent: world, child: b}
    - {name: p_j, kind: prismatic, parent: world, child: p, axis: [1, 0, 0], limits: {lower: -2, upper: 2}}
  contacts:
)";
  for (int k = 0; k < 4; ++k) {
    const double y = k % 2 ? 0.1 : -0.1, z = k / 2 ? 0.1 : -0.1;
    text += fmt::format(
        "    - {{name: g{0}, point: {{body: b, at: [{1}, {2}, -.1]}}, plane: ground, friction: "
        ".4}}\n"
        "    - {{name: p{0}, point: {{body: b, at: [-.1, {2}, {1}]}}, plane: {{body: p, at: [.05, "
        "0, "
        "0], normal: [1, 0, 0]}}, friction: .4}}\n"
        "    - {{name: w{0}, point: {{body: b, at: [.1, {2}, {1}]}}, plane: {{at: [1, 0, 0], "
        "normal: "
        "[-1, 0, 0]}}, friction: .4}}\n",
        k, z, y);
  }
  text += R"(
initial: {b_j: {position: [.5, 0, .1]}, p_j: 0}
motors:
  - {name: servo, joint: p_j, target: 0.4*t, stiffness: 500, damping: 40, effort_limit: 60}
duration: 3
)";
  const RunOfText seen = run_text(text, 3.0);
  EXPECT_LT(seen.unexplained, 1e-6);
  EXPECT_EQ(seen.residuals, 0);
  EXPECT_NEAR(seen.end.q[4], 0.9, 1e-8);   // at the wall
  EXPECT_NEAR(seen.end.q[7], 0.75, 1e-8);  // behind the box
}

// A mass on a leg with a spring and stops.
TEST(OrdinaryScenes, AHopperComesToRest) {
  const RunOfText seen = run_text(R"(
model:
  bodies:
    - {name: t, shapes: [{box: {sides: [.2, .2, .2]}, mass: 5}]}
    - {name: f, shapes: [{box: {sides: [.05, .05, .3]}, mass: .2}]}
  joints:
    - {name: z, kind: prismatic, parent: world, child: t, axis: [0, 0, 1]}
    - {name: leg, kind: prismatic, parent: t, child: f, axis: [0, 0, 1], at: [0, 0, -.5],
       spring: {stiffness: 5000}, damping: 5, limits: {lower: -.05, upper: .2}}
  contacts:
    - {name: foot, point: {body: f, at: [0, 0, -.15]}, plane: ground, friction: .5}
initial: {z: 1.2}
duration: 20
)",
                                  20.0);
  EXPECT_LT(seen.unexplained, 1e-6);
  const double sinks = 5.0 * gravity / 5000.0;
  EXPECT_NEAR(seen.end.q[0], 0.65 - sinks, 1e-4);
  EXPECT_NEAR(seen.end.q[1], sinks, 1e-4);
}

// Four legs of two hinges whose servos swing them, one after the other.
TEST(OrdinaryScenes, ServosMoveLegs) {
  std::string bodies, joints, contacts, start, motors;
  for (int k = 0; k < 4; ++k) {
    const double x = k % 2 ? 0.2 : -0.2, y = k / 2 ? 0.1 : -0.1, phase = 1.57 * k;
    bodies += fmt::format(
        "    - {{name: u{0}, shapes: [{{box: {{sides: [.04, .04, .2]}}, mass: .5, at: [0, 0, "
        "-.1]}}]}}\n"
        "    - {{name: l{0}, shapes: [{{box: {{sides: [.03, .03, .2]}}, mass: .3, at: [0, 0, "
        "-.1]}}]}}\n",
        k);
    joints += fmt::format(
        "    - {{name: h{0}, kind: revolute, parent: t, child: u{0}, axis: [0, 1, 0], at: [{1}, "
        "{2}, "
        "0], limits: {{lower: -1.2, upper: 1.2}}}}\n"
        "    - {{name: k{0}, kind: revolute, parent: u{0}, child: l{0}, axis: [0, 1, 0], at: [0, "
        "0, "
        "-.2], limits: {{lower: -2, upper: .05}}}}\n",
        k, x, y);
    contacts += fmt::format(
        "    - {{name: f{0}, point: {{body: l{0}, at: [0, 0, -.2]}}, radius: .02, plane: ground, "
        "friction: .8}}\n"
        "    - {{name: t{0}, point: {{body: t, at: [{1}, {2}, -.05]}}, plane: ground, friction: "
        ".5}}\n",
        k, x, y);
    start += fmt::format("  h{0}: 0.4\n  k{0}: -0.8\n", k);
    motors += fmt::format(
        "  - {{name: sh{0}, joint: h{0}, target: 0.4+0.3*sin(6*t+{1}), stiffness: 200, damping: 5, "
        "effort_limit: 40}}\n"
        "  - {{name: sk{0}, joint: k{0}, target: -0.8+0.4*sin(6*t+{1}), stiffness: 200, damping: "
        "5, "
        "effort_limit: 40}}\n",
        k, phase);
  }
  const RunOfText seen = run_text(
      "model:\n  bodies:\n    - {name: t, shapes: [{box: {sides: [.4, .2, .1]}, mass: 5}]}\n" +
          bodies + "  joints:\n    - {name: t_j, kind: free, parent: world, child: t}\n" + joints +
          "  contacts:\n" + contacts + "initial:\n  t_j: {position: [0, 0, .45]}\n" + start +
          "motors:\n" + motors + "duration: 1\n",
      1.0);
  EXPECT_LT(seen.unexplained, 1e-3);
  EXPECT_EQ(seen.residuals, 0);
}

}  // namespace
}  // namespace catena::test
