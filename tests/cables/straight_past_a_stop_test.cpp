// A cable that runs straight past stops with friction has nothing to stick by there.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// A straight finger that begins on its stops, pulled by a tendon over three pulleys that rub.
std::string finger(const char* more, double friction = 0.1) {
  return fmt::format(
      "{}\n"
      "parameters: {{mu: {}, l1: 45 mm, l2: 28 mm, l3: 22 mm, r1: 10 mm, r2: 8 mm, r3: 6 mm}}\n"
      R"(model:
  gravity: [0, 0, 0]
  bodies:
    - {{name: slider, shapes: [{{box: {{sides: [10 mm, 8 mm, 8 mm]}}, mass: 30 g}}]}}
    - {{name: proximal, shapes: [{{capsule: {{radius: 8 mm, length: l1}}, at: {{position: [l1/2, 0, 0], rpy: [0, 90 deg, 0]}}, mass: 25 g}}]}}
    - {{name: middle, shapes: [{{capsule: {{radius: 7 mm, length: l2}}, at: {{position: [l2/2, 0, 0], rpy: [0, 90 deg, 0]}}, mass: 15 g}}]}}
    - {{name: distal, shapes: [{{capsule: {{radius: 6 mm, length: l3}}, at: {{position: [l3/2, 0, 0], rpy: [0, 90 deg, 0]}}, mass: 10 g}}]}}
  joints:
    - {{name: pull, kind: prismatic, parent: world, child: slider, axis: [-1, 0, 0], at: [-80 mm, 0, -r1], damping: 5}}
    - {{name: mcp, kind: revolute, parent: world, child: proximal, axis: [0, 1, 0], damping: 0.002, spring: {{stiffness: 0.15, rest: 0}}, limits: {{lower: -5 deg, upper: 90 deg}}}}
    - {{name: pip, kind: revolute, parent: proximal, child: middle, axis: [0, 1, 0], at: [l1, 0, 0], damping: 0.001, spring: {{stiffness: 0.1, rest: 0}}, limits: {{lower: 0, upper: 100 deg}}}}
    - {{name: dip, kind: revolute, parent: middle, child: distal, axis: [0, 1, 0], at: [l2, 0, 0], damping: 0.001, spring: {{stiffness: 0.08, rest: 0}}, limits: {{lower: 0, upper: 80 deg}}}}
  cables:
    - name: flexor
      route:
        - {{body: slider}}
        - {{body: world, radius: r1, axis: [0, 1, 0], sense: left, friction: mu}}
        - {{body: proximal, at: [l1/2, 0, -r1]}}
        - {{body: proximal, at: [l1, 0, 0], radius: r2, axis: [0, 1, 0], sense: left, friction: mu}}
        - {{body: middle, at: [l2/2, 0, -r2]}}
        - {{body: middle, at: [l2, 0, 0], radius: r3, axis: [0, 1, 0], sense: left, friction: mu}}
        - {{body: distal, at: [l3/2, 0, -r3]}}
      youngs_modulus: 50 GPa
      radius: 0.4 mm
      damping: 20 MPa s
      tension: 0.5
motors:
  - {{name: tendon, joint: pull, effort: 0.5 + 0.375*t}}
duration: 0.02
)",
      more, friction);
}

// The joint angles agree with those of Radau's method at 1e-12, of rk4 with steps of 1 us, and of
// time steps of 10 us.
TEST(StraightPastAStop, AFingerThatBeginsOnItsStopsMovesWithoutChatter) {
  for (const char* more :
       {"", "integrator: {kind: radau, tolerance: 1e-12}", "contact: {method: events}"}) {
    WatchedRun run(finger(more), 0.001);
    EXPECT_NEAR(run.q(3), 5.33e-4, 1e-6) << more;
    run.to(0.02);
    EXPECT_NEAR(run.q(1), -1.0189e-3, 1e-6) << more;
    EXPECT_LT(run.of(EventKind::Slip).size() + run.of(EventKind::Stick).size(), 30u) << more;
    EXPECT_TRUE(run.of(EventKind::Chatter).empty()) << more;
    for (const SimulationEvent& event : run.of(EventKind::Method))
      EXPECT_NE(event.how, EventHow::Steps) << more;
    EXPECT_LT(run.unexplained(), 1e-10) << more;
  }
}

TEST(StraightPastAStop, WithMoreAndLessFrictionToo) {
  for (const double friction : {0.01, 0.3, 0.6}) {
    WatchedRun run(finger("", friction), 0.02);
    EXPECT_LT(run.of(EventKind::Slip).size() + run.of(EventKind::Stick).size(), 30u) << friction;
    for (const SimulationEvent& event : run.of(EventKind::Method))
      EXPECT_NE(event.how, EventHow::Steps) << friction;
    EXPECT_LT(run.unexplained(), 1e-10) << friction;
  }
}

}  // namespace
}  // namespace catena
