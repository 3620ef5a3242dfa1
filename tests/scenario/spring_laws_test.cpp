// Laws of springs between points that jump or have kinks, against closed solutions.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/sim/checkpoint.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// 1 kg on a guide along x, without gravity; the spring goes from the origin to it.
std::string sprung(
    const std::string& law, const std::string& initial,
    const std::string& rest = "integrator: {kind: dormand_prince, tolerance: 1e-12}\n",
    const std::string& side = "") {
  return "model:\n"
         "  gravity: [0, 0, 0]\n"
         "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
         "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n"
         "  point_springs: [{name: s, from: world, to: m, law: \"" +
         law + "\"" + side + "}]\ninitial: {x: {" + initial + "}}\n" + rest;
}

// No force up to 2 m, then 5 N that pull back: it turns after v/5 and comes back as fast.
TEST(SpringLaws, AJumpWithTheLengthIsLocated) {
  WatchedRun run(sprung("5*step(x - 2)", "q: 1, v: 2"), 2.0);
  const auto switches = run.of(EventKind::Switch);
  ASSERT_EQ(switches.size(), 2u);
  EXPECT_EQ(switches[0].name, "s");
  EXPECT_NEAR(switches[0].t, 0.5, 1e-12);
  EXPECT_NEAR(switches[1].t, 1.3, 1e-11);
  EXPECT_NEAR(run.v(), -2.0, 1e-11);
  EXPECT_NEAR(run.q(), 2.0 - 2.0 * 0.7, 1e-11);
  EXPECT_LT(run.unexplained(), 1e-11);
}

// The mass goes round: the length changes with two coordinates, and comes to its threshold where
// the path, a straight line until then, is 2 m away.
TEST(SpringLaws, TheLengthMayDependOnSeveralCoordinates) {
  WatchedRun run(R"(
model:
  gravity: [0, 0, 0]
  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]
  joints: [{name: f, kind: free, parent: world, child: m}]
  point_springs: [{name: s, from: world, to: m, law: "x > 2 ? 30 : 0"}]
initial: {f: {q: [0, 0, 0, 1, 1, 0, 0], v: [0, 0, 0, 0, 3, 0]}}
integrator: {kind: dormand_prince, tolerance: 1e-12}
)",
                 0.55);
  ASSERT_EQ(run.of(EventKind::Switch).size(), 0u);
  run.to(1.5);
  const auto switches = run.of(EventKind::Switch);
  ASSERT_GE(switches.size(), 2u);
  EXPECT_NEAR(switches[0].t, std::sqrt(3.0) / 3.0, 1e-11);
  EXPECT_LT(run.unexplained(), 1e-9);
}

// 4 N towards 1 m from either side, and damping: it comes to rest there.
TEST(SpringLaws, ALawThatSwingsToItsThresholdRestsOnIt) {
  WatchedRun run(sprung("4*sign(x - 1) + 8*v", "q: 1.5"), 6.0);
  EXPECT_EQ(run.of(EventKind::Slide).size(), 1u);
  EXPECT_NEAR(run.q(), 1.0, 1e-9);
  EXPECT_NEAR(run.v(), 0.0, 1e-9);
  EXPECT_LT(run.unexplained(), 1e-9);
}

// Dry friction of a strut: 0.5 N stop 2 m/s in 4 s, within 4 m; what pushes with less does not move
// it again.
TEST(SpringLaws, AJumpWithTheRateIsDryFriction) {
  WatchedRun run(
      sprung("0.5*sign(v)", "q: 1, v: 2", "motors: [{joint: x, effort: \"t > 5 ? 0.4 : 0\"}]\n"),
      6.0);
  const auto slides = run.of(EventKind::Slide);
  ASSERT_EQ(slides.size(), 1u);
  EXPECT_NEAR(slides[0].t, 4.0, 1e-10);
  EXPECT_NEAR(run.q(), 5.0, 1e-10);
  EXPECT_LT(run.unexplained(), 1e-10);
}

// A stiffness that doubles at 1.5 m has a kink there: nothing jumps, and nothing is reported.
TEST(SpringLaws, KinksCostNoAccuracy) {
  const double k = 50.0;
  WatchedRun run(sprung("50*(x - 1) + 50*max(x - 1.5, 0)", "q: 1, v: 5"), 1e-9);
  EXPECT_TRUE(run.of(EventKind::Switch).empty());
  const double w = std::sqrt(k), w2 = std::sqrt(2.0 * k), t1 = std::asin(0.5 * w / 5.0) / w,
               v1 = 5.0 * std::cos(w * t1);
  // From 1.5 m on it swings about 1.25 m.
  const double phase = std::atan2(0.25 * w2, v1), amplitude = std::hypot(0.25, v1 / w2), t = 0.15;
  run.to(t1 + t);
  EXPECT_NEAR(run.q(), 1.25 + amplitude * std::sin(w2 * t + phase), 1e-11);
  run.to(3.0);
  EXPECT_TRUE(run.of(EventKind::Switch).empty());
  EXPECT_LT(run.unexplained(), 1e-10);
}

// Pulls alone: the law is cut off where it pushes.
TEST(SpringLaws, OneSidedOnesActAndLetGo) {
  WatchedRun run(sprung("20*(x - 1) + 5*step(x - 2)", "q: 1.5, v: 0",
                        "integrator: {kind: dormand_prince, tolerance: 1e-12}\n", ", side: pulls"),
                 0.5);
  const auto slack = run.of(EventKind::Slack);
  ASSERT_EQ(slack.size(), 1u);
  EXPECT_NEAR(slack[0].t, 0.5 * std::acos(-1.0) / std::sqrt(20.0), 1e-11);
  EXPECT_NEAR(run.v(), -0.5 * std::sqrt(20.0), 1e-11);
  EXPECT_NEAR(run.recorded("spring.s.force"), 0.0, 0.0);
  EXPECT_LT(run.unexplained(), 1e-11);
}

TEST(SpringLaws, SwitchOffAndCheckpoints) {
  const std::string text =
      sprung("5*step(x - 2)", "q: 1, v: 2") + "changes: [{name: off, at: 0.9, switch_off: [s]}]\n";
  WatchedRun run(text, 0.7);
  WatchedRun other(parse_scenario(text, "s.yaml", CATENA_SOURCE_DIR).setup);
  other.simulation.restore(run.simulation.state());
  run.to(2.0), other.to(2.0);
  EXPECT_EQ(run.q(), other.q());
  EXPECT_NEAR(run.v(), 0.0, 1e-11);  // 2 m/s, and 0.4 s of -5 N
  EXPECT_LT(run.unexplained(), 1e-10);
}

}  // namespace
}  // namespace catena
