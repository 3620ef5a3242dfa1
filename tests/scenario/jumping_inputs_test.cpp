// Efforts by formula that jump: switching times, sliding modes, and what they agree with.

#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

#include "catena/sim/checkpoint.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// 1 kg on a straight guide.
std::string mass(const std::string& effort, const std::string& rest = "") {
  return "model:\n"
         "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
         "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n"
         "motors: [{joint: x, effort: \"" +
         effort + "\"}]\n" + rest;
}

const std::string tight = "integrator: {kind: dormand_prince, tolerance: 1e-12}\n";

SimulationSetup fault(const std::string& name) {
  return load_scenario(std::filesystem::path(CATENA_SHARED_DIR) / "cases/faults" / (name + ".yaml"))
      .setup;
}
bool has_faults() {
  return std::filesystem::exists(std::filesystem::path(CATENA_SHARED_DIR) / "cases/faults");
}

TEST(JumpingInputs, AStepInTimeIsLocated) {
  WatchedRun run(mass("40*step(t - 0.1)"), 1.0);
  ASSERT_EQ(run.of(EventKind::Switch).size(), 1u);
  EXPECT_NEAR(run.events[0].t, 0.1, 1e-12);
  EXPECT_NEAR(run.v(), 36.0, 1e-9);
  EXPECT_NEAR(run.q(), 0.5 * 40.0 * 0.81, 1e-9);
  EXPECT_LT(run.unexplained(), 1e-10 * 648.0);
}

TEST(JumpingInputs, ASquareWaveIsNotSteppedOver) {
  WatchedRun run(mass("sign(sin(20*pi*t))"), 0.99);
  const auto switches = run.of(EventKind::Switch);
  ASSERT_EQ(switches.size(), 19u);
  for (std::size_t i = 0; i < switches.size(); ++i)
    EXPECT_NEAR(switches[i].t, 0.05 * static_cast<double>(i + 1), 1e-11);
  run.to(1.0);
  EXPECT_NEAR(run.q(), 10 * 0.0025, 1e-11);
}

// Ever faster, and never at an end: hundreds of switches are a few lines of a recording.
TEST(JumpingInputs, ManySwitchesInARowAreReportedInShort) {
  WatchedRun run(mass("-sign(q.x) - v.x", "initial: {x: {q: 1}}\n"), 20.0);
  const auto switches = run.of(EventKind::Switch);
  ASSERT_GT(switches.size(), 32u);
  EXPECT_LT(switches.size(), 100u);
  EXPECT_NE(switches.back().note.find("in a row; the next report is for number"),
            std::string::npos);
  EXPECT_LT(run.unexplained(), 1e-9);
}

TEST(JumpingInputs, FloorCountsItsSteps) {
  WatchedRun run(mass("floor(2*t)"), 2.0);
  EXPECT_NEAR(run.v(), 3.0, 1e-10);
}

TEST(JumpingInputs, ComparisonsJoinedByAnd) {
  WatchedRun run(mass("t > 0.2 && q.x < 0.5 ? 1 : 0"), 2.0);
  const auto switches = run.of(EventKind::Switch);
  ASSERT_EQ(switches.size(), 2u);
  EXPECT_NEAR(switches[0].t, 0.2, 1e-12);
  EXPECT_NEAR(switches[1].t, 1.2, 1e-10);
  EXPECT_NEAR(run.v(), 1.0, 1e-10);
}

TEST(JumpingInputs, TheTargetOfAServoMayJump) {
  const std::string text =
      "model:\n"
      "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
      "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n"
      "motors: [{joint: x, target: step(t - 0.5), stiffness: 4}]\n" +
      tight;
  WatchedRun run(text, 2.0);
  EXPECT_NEAR(run.q(), 1.0 - std::cos(3.0), 1e-10);
}

// Kinks end steps, but nothing jumps there.
TEST(JumpingInputs, KinksAreNotReported) {
  WatchedRun run(mass("-4*max(q.x, 0) - 16*min(q.x, 0)", "initial: {x: {q: 0, v: 1}}\n" + tight),
                 0.75 * std::acos(-1.0));
  EXPECT_TRUE(run.events.empty());
  EXPECT_NEAR(run.q(), 0.0, 1e-10);
  EXPECT_NEAR(run.v(), 1.0, 1e-10);
}

// Time-optimal control with a curve that is too flat: it switches, slides along the curve and rests
// in its end.
TEST(JumpingInputs, SlidesAlongItsCurveAndRests) {
  WatchedRun run(mass("-sign(q.x + v.x*abs(v.x)/1.6)", "initial: {x: -1}\n"), 1.5);
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].kind, EventKind::Slide);
  EXPECT_NEAR(run.events[0].t, 0.9428090416, 1e-10);
  EXPECT_NEAR(run.q() + run.v() * run.v() / 1.6, 0.0, 1e-10);
  EXPECT_NEAR(run.v(), 0.9428090415820634 - 0.8 * (1.5 - 0.9428090415820634), 1e-9);
  run.to(4.0);
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.events[1].kind, EventKind::Slide);
  EXPECT_NEAR(run.events[1].t, 2.1213203436, 1e-10);
  EXPECT_NEAR(run.q(), 0.0, 1e-10);
  EXPECT_NEAR(run.v(), 0.0, 1e-10);
  EXPECT_LT(run.unexplained(), 1e-10);
}

const std::string pendulum =
    "model:\n"
    "  bodies:\n"
    "    - {name: rod, shapes: [{cylinder: {radius: 0.05, length: 1}, at: [0, 0, -0.5], mass: "
    "1}]}\n"
    "    - {name: end, shapes: [{cylinder: {radius: 0.05, length: 1}, at: [0, 0, -0.5], mass: "
    "1}]}\n"
    "  joints:\n";
std::string two_hinges(bool by_formula) {
  const std::string friction = by_formula ? "}\n" : ", friction: {coulomb: 2}}\n";
  const auto effort = [&](const std::string& name, const std::string& drive) {
    return "  - {joint: " + name + ", effort: \"" + drive +
           (by_formula ? " - 2*sign(v." + name + ")" : "") + "\"}\n";
  };
  return pendulum + "    - {name: a, kind: revolute, parent: world, child: rod, axis: [0, 1, 0]" +
         friction +
         "    - {name: b, kind: revolute, parent: rod, child: end, axis: [0, 1, 0], at: [0, 0, "
         "-1]" +
         friction + "motors:\n" + effort("a", "9*sin(3*t)") + effort("b", "4*sin(5*t)") + tight;
}

// The same mechanism with dry friction of its joints, and with formulas that say as much.
TEST(JumpingInputs, SignsOfVelocitiesAreDryFriction) {
  WatchedRun formula(two_hinges(true), 0.0), friction(two_hinges(false), 0.0);
  for (double t = 0.25; t <= 4.0; t += 0.25) {
    formula.to(t), friction.to(t);
    EXPECT_NEAR(formula.q(0), friction.q(0), 1e-8) << t;
    EXPECT_NEAR(formula.q(1), friction.q(1), 1e-8) << t;
    EXPECT_NEAR(formula.v(1), friction.v(1), 1e-7) << t;
  }
  EXPECT_GT(formula.of(EventKind::Slide).size(), 3u);
  // That joints stick at the start is no event; that formulas slide is one.
  EXPECT_EQ(formula.of(EventKind::Slide).size(), friction.of(EventKind::Stick).size() + 2);
  EXPECT_LT(formula.unexplained(), 1e-9);
}

// Dry friction twice over, and the same by comparisons.
TEST(JumpingInputs, EqualArgumentsSwitchTogether) {
  for (const char* effort : {"2.5*sin(t) - sign(v.x) - sign(v.x)", "2.5*sin(t) - 2*sign(v.x)",
                             "2.5*sin(t) + (v.x > 0 ? -2 : 0) + (v.x < 0 ? 2 : 0)"}) {
    WatchedRun run(mass(effort, tight), 2.5);
    // It slips where 2.5 sin(t) = 2 and sticks again.
    const double slips = std::asin(0.8);
    ASSERT_GE(run.of(EventKind::Switch).size(), 1u) << effort;
    EXPECT_NEAR(run.of(EventKind::Switch)[0].t, slips, 1e-10) << effort;
    EXPECT_NEAR(run.v(), 2.5 * (std::cos(slips) - std::cos(2.5)) - 2.0 * (2.5 - slips), 1e-9);
  }
}

// A limit above both branches changes nothing, and one below them is as strong as they would be.
TEST(JumpingInputs, SlideUnderAnEffortLimitToo) {
  const auto pushed = [](const std::string& effort, const std::string& limit) {
    std::string text = mass(effort, "initial: {x: {v: 0.5}}\n" + tight);
    text.insert(text.find("}]\n", text.find("motors:")), limit);
    return text.insert(text.find("motors:"),
                       "  forces: [{name: push, on: m, force: [1.9*sin(3*t), 0, 0]}]\n");
  };
  for (const auto& [strength, limit] :
       {std::pair{"2", "2"}, std::pair{"2", "2.1"}, std::pair{"1", "1"}}) {
    WatchedRun free(pushed("-" + std::string(strength) + "*sign(v.x)", ""), 3.0);
    WatchedRun run(pushed("-2*sign(v.x)", ", effort_limit: " + std::string(limit)), 3.0);
    EXPECT_EQ(run.of(EventKind::Slide).size(), free.of(EventKind::Slide).size()) << limit;
    EXPECT_NEAR(run.q(), free.q(), 1e-9) << limit;
    EXPECT_NEAR(run.v(), free.v(), 1e-9) << limit;
    EXPECT_LT(run.unexplained(), 1e-9) << limit;
  }
}

// Swings that become shorter for ever: they end in rest, and the run does not hang.
TEST(JumpingInputs, ShortestSwingsEndInRest) {
  WatchedRun run(mass("-sign(q.x) - 8*v.x", "initial: {x: 0.1}\n"), 10.0);
  EXPECT_NEAR(run.q(), 0.0, 1e-9);
  EXPECT_NEAR(run.v(), 0.0, 1e-9);
  EXPECT_EQ(run.of(EventKind::Slide).size(), 1u);
  EXPECT_LT(run.unexplained(), 1e-10);
}

TEST(JumpingInputs, AllMethodsRunThem) {
  for (const char* how : {"integrator: {kind: rk4, step: 1 ms}\n",
                          "integrator: {kind: semi_implicit_euler, step: 1 ms}\n",
                          "integrator: {kind: radau}\n", "contact: {method: stepping}\n"}) {
    WatchedRun run(mass("-sign(q.x + v.x*abs(v.x)/1.6)", "initial: {x: -1}\n" + std::string(how)),
                   3.0);
    EXPECT_NEAR(run.q(), 0.0, 2e-3) << how;
    EXPECT_NEAR(run.v(), 0.0, 2e-3) << how;
    WatchedRun stuck(mass("3*sin(t) - 2*sign(v.x)", how), 3.0);
    const double slips = std::asin(2.0 / 3.0);
    EXPECT_NEAR(stuck.v(), 3.0 * (std::cos(slips) - std::cos(3.0)) - 2.0 * (3.0 - slips), 1e-2)
        << how;
  }
}

// In the middle of a sliding mode, as a state and by names.
TEST(JumpingInputs, CheckpointsKnowTheModes) {
  const std::string text = mass("-sign(q.x + v.x*abs(v.x)/1.6)", "initial: {x: -1}\n");
  WatchedRun whole(text, 1.2), part(text, 0.0);
  const State saved = whole.simulation.state();
  const Checkpoint checkpoint = make_checkpoint(whole.simulation, saved);
  whole.to(1.9);
  part.simulation.restore(saved);
  part.to(1.9);
  EXPECT_EQ(whole.q(), part.q());
  EXPECT_EQ(whole.v(), part.v());
  WatchedRun named(text, 0.0);
  named.simulation.restore(state_of(checkpoint, named.simulation.setup()));
  named.to(1.9);
  EXPECT_EQ(whole.q(), named.q());
}

TEST(JumpingInputs, FaultsOfBefore) {
  if (!has_faults()) GTEST_SKIP() << "the collected faults are not there";
  {
    WatchedRun run(fault("step_input_flywheel"));
    run.to(1.0);
    ASSERT_EQ(run.of(EventKind::Switch).size(), 1u);
    EXPECT_NEAR(run.events[0].t, 0.1, 1e-12);
    EXPECT_NEAR(run.v(), 160000.0, 1e-6);
  }
  {
    WatchedRun run(fault("cam_profile_jumps"));
    run.to(2.0);
    ASSERT_EQ(run.of(EventKind::Switch).size(), 1u);
    EXPECT_NEAR(run.of(EventKind::Switch)[0].t, 0.1, 1e-12);
    EXPECT_LT(run.unexplained(), 1e-8);
  }
  {
    WatchedRun run(fault("sign_friction_hangs"));
    run.to(2.0);
    EXPECT_GE(run.of(EventKind::Slide).size(), 1u);
    EXPECT_NEAR(run.of(EventKind::Slide)[0].t, 0.995, 1e-2);
    EXPECT_NEAR(run.v(), 0.0, 1e-12);
    EXPECT_LT(run.unexplained(), 1e-9);
  }
}

}  // namespace
}  // namespace catena
