// Loads that several stops and dry frictions of joints share because loops make them redundant:
// none of them exceeds its limit, nothing slips before all that can hold has slipped, and the
// smallest forces are recorded.

#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// A block on parallel slides along x, one in the tree and the others in loops, pulled with `pull`.
std::string slides(const std::string& of_tree, const std::vector<std::string>& of_loops,
                   const std::string& pull, const std::string& method) {
  std::string text = R"yaml(
model:
  gravity: [0, 0, 0]
  bodies: [{name: block, shapes: [{box: {sides: [0.2, 0.2, 0.2]}, mass: 1}]}]
  joints: [{name: left, kind: prismatic, parent: world, child: block, axis: [1, 0, 0], at: [0, 0.1, 0], child_at: [0, 0.1, 0], )yaml" +
                     of_tree + "}]\n  loops:\n";
  for (std::size_t i = 0; i < of_loops.size(); ++i) {
    const std::string place =
        "at: [0, -0.1, " + std::to_string(0.05 * static_cast<double>(i)) + "]";
    text += "    - {name: right" + std::to_string(i) +
            ", kind: prismatic, axis: [1, 0, 0], a: {body: world, " + place +
            "}, b: {body: block, " + place + "}, " + of_loops[i] + "}\n";
  }
  return text + "  forces: [{name: pull, on: block, force: [" + pull + ", 0, 0]}]\n" +
         "contact: " + method + "\n";
}

class SharedLoads : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, SharedLoads, testing::Values("events", "stepping", "automatic"),
                         [](const auto& method) { return std::string(method.param); });

TEST_P(SharedLoads, EqualFrictionsCarryHalfEach) {
  WatchedRun run(slides("friction: {coulomb: 30}", {"friction: {coulomb: 30}"}, "10*t", GetParam()),
                 0.0);
  for (double t = 0.5; t < 6.0; t += 0.5) {
    run.to(t);
    EXPECT_NEAR(run.recorded("tau.left"), -5.0 * t, 1e-9);
    EXPECT_NEAR(run.recorded("tau.right0"), -5.0 * t, 1e-9);
  }
  EXPECT_TRUE(run.of(EventKind::Slip).empty());
  run.to(7.0);
  const std::vector<SimulationEvent> slips = run.of(EventKind::Slip);
  ASSERT_EQ(slips.size(), 2U);
  for (const SimulationEvent& slip : slips) EXPECT_NEAR(slip.t, 6.0, 1.1e-3);
  EXPECT_NEAR(run.v(), 5.0, 1e-5);  // int 10 t - 60 from 6 to 7
  EXPECT_LT(run.unexplained(), 1e-9);
}

// As long as 15 N each are not too much for the weaker one; then it gives all that it has.
TEST_P(SharedLoads, UnequalFrictionsHoldWhatTheyCanTogether) {
  WatchedRun run(slides("friction: {coulomb: 10}", {"friction: {coulomb: 50}"}, "10*t", GetParam()),
                 0.0);
  for (const auto& [t, left, right] :
       {std::tuple{1.0, -5.0, -5.0}, {1.9, -9.5, -9.5}, {3.0, -10.0, -20.0}, {5.9, -10.0, -49.0}}) {
    run.to(t);
    EXPECT_NEAR(run.recorded("tau.left"), left, 1e-9) << t;
    EXPECT_NEAR(run.recorded("tau.right0"), right, 1e-9) << t;
  }
  EXPECT_TRUE(run.of(EventKind::Slip).empty());
  run.to(7.0);
  for (const SimulationEvent& slip : run.of(EventKind::Slip)) EXPECT_NEAR(slip.t, 6.0, 1.1e-3);
  EXPECT_EQ(run.of(EventKind::Slip).size(), 2U);
  EXPECT_NEAR(run.v(), 5.0, 1e-5);
}

TEST_P(SharedLoads, ThreeShareAndReverse) {
  const std::string friction = "friction: {coulomb: 20, static: 25}";
  WatchedRun run(slides(friction, {friction, friction}, "60*sin(t)", GetParam()), 0.0);
  for (const double t : {0.7, 1.5, 3.0, 4.0, 6.0}) {
    run.to(t);
    for (const char* name : {"tau.left", "tau.right0", "tau.right1"})
      EXPECT_NEAR(run.recorded(name), -20.0 * std::sin(t), 1e-9) << name << " at " << t;
  }
  EXPECT_TRUE(run.of(EventKind::Slip).empty());
}

TEST_P(SharedLoads, StopsPushAlike) {
  const std::string stop = "limits: {upper: 0.5, restitution: 0.5}";
  WatchedRun run(slides(stop, {stop}, "10", GetParam()) + "initial: {left: {v: 1}}\n", 4.0);
  EXPECT_NEAR(run.recorded("tau.left"), -5.0, 1e-9);
  EXPECT_NEAR(run.recorded("tau.right0"), -5.0, 1e-9);
}

// A stop takes what friction cannot: 30 N of 40.
TEST_P(SharedLoads, AStopAndAFriction) {
  WatchedRun run(
      slides("limits: {upper: 0}", {"friction: {coulomb: 10}"}, "40 - 80*step(t - 2)", GetParam()),
      1.0);
  EXPECT_NEAR(run.recorded("tau.left"), -30.0, 1e-9);
  EXPECT_NEAR(run.recorded("tau.right0"), -10.0, 1e-9);
  run.to(3.0);  // both let go
  EXPECT_NEAR(run.v(), -30.0, 1e-3);
}

// A parallelogram with dry friction in both uprights, turned by a moment on the first.
TEST_P(SharedLoads, HingesOfAParallelogram) {
  WatchedRun run(std::string(R"yaml(
model:
  gravity: [0, 0, 0]
  bodies:
    - {name: a, inertia: {mass: 1, com: [0, 0, 0.5], moments: [0.1, 0.1, 0.1]}}
    - {name: b, inertia: {mass: 1, com: [0, 0, 0.5], moments: [0.1, 0.1, 0.1]}}
    - {name: bar, inertia: {mass: 1, com: [0.5, 0, 0], moments: [0.1, 0.1, 0.1]}}
  joints:
    - {name: first, kind: revolute, axis: [0, 1, 0], parent: world, child: a, friction: {coulomb: 2}}
    - {name: second, kind: revolute, axis: [0, 1, 0], parent: world, child: b, at: [1, 0, 0], friction: {coulomb: 3}}
    - {name: top, kind: revolute, axis: [0, 1, 0], parent: a, child: bar, at: [0, 0, 1]}
  loops: [{name: close, kind: revolute, axis: [0, 1, 0], a: {body: b, at: [0, 0, 1]}, b: {body: bar, at: [1, 0, 0]}}]
motors: [{joint: first, effort: t}]
contact: )yaml") + GetParam() +
                     "\n",
                 2.0);
  EXPECT_NEAR(run.recorded("tau.first"), 2.0 - 1.0, 1e-9);
  EXPECT_NEAR(run.recorded("tau.second"), -1.0, 1e-9);
  run.to(4.5);
  EXPECT_NEAR(run.recorded("tau.first"), 4.5 - 2.0, 1e-9);
  EXPECT_NEAR(run.recorded("tau.second"), -2.5, 1e-9);
  EXPECT_TRUE(run.of(EventKind::Slip).empty());
  run.to(5.5);
  ASSERT_EQ(run.of(EventKind::Slip).size(), 2U);
  for (const SimulationEvent& slip : run.of(EventKind::Slip)) EXPECT_NEAR(slip.t, 5.0, 1.1e-3);
}

}  // namespace
}  // namespace catena
