// Conditions and efforts of frames, gaps, reactions and tensions, at exact times.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/sim/checkpoint.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// Two blocks on a guide, the second bolted to the first; a force grows on the second.
std::string bolted(const std::string& when, const std::string& rest = "") {
  return "model:\n"
         "  gravity: [0, 0, 0]\n"
         "  bodies:\n"
         "    - {name: a, inertia: {mass: 3, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
         "    - {name: b, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
         "  joints:\n"
         "    - {name: guide, kind: prismatic, parent: world, child: a, axis: [1, 0, 0]}\n"
         "    - {name: bolt, kind: weld, parent: a, child: b}\n"
         "  forces: [{name: pull, on: b, force: [20*t, 0, 0]}]\n"
         "changes: [{name: shears, when: \"" +
         when + "\", cut: bolt}]\n" + rest;
}

// Of the force, the bolt transmits what the first block needs: 3/4. It shears at 50 N: t = 10/3 s.
TEST(Conditions, ABoltShearsAtFiftyNewton) {
  for (const char* when :
       {"f.bolt.fx + 50", "abs(f.bolt.fx) - 50", "hypot(f.bolt.fx, f.bolt.fy) - 50"}) {
    WatchedRun run(bolted(when), 4.0);
    const auto cuts = run.of(EventKind::Cut);
    ASSERT_EQ(cuts.size(), 1u) << when;
    EXPECT_NEAR(cuts[0].t, 10.0 / 3.0, 1e-10) << when;
    // The first block goes on with the speed that it had: 20 t^2 / 2 / 4.
    const double v = 2.5 * 100.0 / 9.0, x = 2.5 / 3.0 * 1000.0 / 27.0 + v * (4.0 - 10.0 / 3.0);
    EXPECT_NEAR(run.x("a"), x, 1e-9) << when;
    EXPECT_LT(run.unexplained(), 1e-8) << when;
  }
}

// A condition that is true or false is met where it becomes true: the load reaches 50 N at 10/3 s,
// the guide 5 m/s at 2^(1/2) s.
TEST(Conditions, MayCompare) {
  for (const char* when :
       {"f.bolt.fx < -50", "50 < abs(f.bolt.fx)", "abs(f.bolt.fx) >= 50 && v.guide > 5",
        "!(abs(f.bolt.fx) <= 50)", "t > 100 || (abs(f.bolt.fx) > 50)"}) {
    WatchedRun run(bolted(when), 4.0);
    const auto cuts = run.of(EventKind::Cut);
    ASSERT_EQ(cuts.size(), 1u) << when;
    EXPECT_NEAR(cuts[0].t, 10.0 / 3.0, 1e-10) << when;
  }
  WatchedRun speed(bolted("v.guide > 5"), 4.0);
  ASSERT_EQ(speed.of(EventKind::Cut).size(), 1u);
  EXPECT_NEAR(speed.of(EventKind::Cut)[0].t, std::sqrt(2.0), 1e-10);
}

TEST(Conditions, NameFramesAndTheirVelocities) {
  // A ball that is thrown: at its highest point vel.ball.z is zero, at t = 0.5.
  const std::string thrown =
      "model:\n"
      "  gravity: [0, 0, -10]\n"
      "  bodies:\n"
      "    - {name: ball, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
      "    - {name: cap, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
      "  joints:\n"
      "    - {name: base, kind: free, parent: world, child: ball}\n"
      "    - {name: lid, kind: weld, parent: ball, child: cap}\n"
      "initial: {base: {position: [0, 0, 1], v: [0, 0, 0, 2, 0, 5]}}\n"
      "changes: [{when: \"";
  const auto time_of = [&](const std::string& when) {
    WatchedRun run(thrown + when + "\", cut: lid}]\n", 2.0);
    const auto cuts = run.of(EventKind::Cut);
    return cuts.size() == 1 ? cuts[0].t : -1.0;
  };
  EXPECT_NEAR(time_of("vel.ball.z"), 0.5, 1e-10);
  EXPECT_NEAR(time_of("p.ball.x - 1.4"), 0.7, 1e-10);
  EXPECT_NEAR(time_of("p.ball.z - 1"), 1.0, 1e-10);
}

// A mass hangs on a string that pays out: conditions of contacts and strings.
TEST(Conditions, NameGapsOfContacts) {
  const std::string text =
      "model:\n"
      "  gravity: [0, 0, -10]\n"
      "  bodies:\n"
      "    - {name: ball, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
      "    - {name: cap, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
      "  joints:\n"
      "    - {name: base, kind: free, parent: world, child: ball}\n"
      "    - {name: lid, kind: weld, parent: ball, child: cap}\n"
      "  contacts: [{name: land, point: {body: ball}, plane: ground}]\n"
      "initial: {base: {position: [0, 0, 2]}}\n"
      "changes: [{when: contact.land.gap - 0.75, cut: lid}]\n";
  WatchedRun run(text, 0.6);
  const auto cuts = run.of(EventKind::Cut);
  ASSERT_EQ(cuts.size(), 1u);
  EXPECT_NEAR(cuts[0].t, 0.5, 1e-10);
}

// A force that jumps over its threshold: the change comes in the same instant.
TEST(Conditions, ForcesMayJumpOverTheirThreshold) {
  for (const char* method : {"events", "stepping"}) {
    const std::string text =
        "model:\n"
        "  gravity: [0, 0, -10]\n"
        "  bodies:\n"
        "    - {name: ball, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
        "    - {name: cap, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
        "  joints:\n"
        "    - {name: base, kind: prismatic, parent: world, child: ball}\n"
        "    - {name: lid, kind: weld, parent: ball, child: cap}\n"
        "  contacts: [{name: land, point: {body: ball}, plane: ground}]\n"
        "initial: {base: 1.25}\n"
        "contact: {method: " +
        std::string(method) +
        ", step: 1 ms}\n"
        "changes: [{when: contact.land.fn - 15, cut: lid}]\n";
    WatchedRun run(text, 0.6);
    const auto cuts = run.of(EventKind::Cut);
    ASSERT_EQ(cuts.size(), 1u) << method;
    EXPECT_NEAR(cuts[0].t, 0.5, 2e-3) << method;
  }
}

// Efforts by frames: a motor that pulls a pendulum's tip down to a level, as gravity would.
TEST(Conditions, EffortsMayNameFrames) {
  const auto pendulum = [](const std::string& gravity, const std::string& motors) {
    return "model:\n"
           "  gravity: " +
           gravity +
           "\n"
           "  bodies: [{name: m, inertia: {mass: 1, com: [1, 0, 0], moments: [0, 0.1, 0.1]}}]\n"
           "  joints: [{name: x, kind: revolute, parent: world, child: m, axis: [0, 1, 0]}]\n"
           "  frames: [{name: tip, body: m, at: [1, 0, 0]}]\n" +
           motors;
  };
  // The moment of the weight about y: 9.81 times the tip's x.
  WatchedRun real(pendulum("[0, 0, -9.81]", ""), 1.3);
  WatchedRun by_frame(pendulum("[0, 0, 0]", "motors: [{joint: x, effort: 9.81*p.tip.x}]\n"), 1.3);
  EXPECT_NEAR(real.q(), by_frame.q(), 1e-10);
  EXPECT_NEAR(real.v(), by_frame.v(), 1e-10);
  EXPECT_LT(by_frame.unexplained(), 1e-10);
}

// An effort that jumps where a frame passes: found to the last digit.
TEST(Conditions, EffortsMayJumpWhereFramesPass) {
  const std::string text =
      "model:\n"
      "  gravity: [0, 0, 0]\n"
      "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
      "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n"
      "  frames: [{name: nose, body: m, at: [0.5, 0, 0]}]\n"
      "motors: [{joint: x, effort: \"p.nose.x < 1 ? 4 : 0\"}]\n";
  WatchedRun run(text, 1.0);
  ASSERT_EQ(run.of(EventKind::Switch).size(), 1u);
  EXPECT_NEAR(run.of(EventKind::Switch)[0].t, 0.5, 1e-11);
  EXPECT_NEAR(run.q(), 0.5 + 2.0 * 0.5, 1e-10);
}

// Velocities by which an effort jumps: a brake that slides along vel = 0, and rests.
TEST(Conditions, EffortsMaySlideAlongVelocitiesOfFrames) {
  const std::string text =
      "model:\n"
      "  gravity: [0, 0, 0]\n"
      "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
      "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n"
      "initial: {x: {q: 0, v: 2}}\n"
      "motors: [{joint: x, effort: -4*sign(vel.m.x)}]\n";
  WatchedRun run(text, 2.0);
  EXPECT_NEAR(run.q(), 0.5, 1e-10);
  EXPECT_NEAR(run.v(), 0.0, 1e-10);
}

// A light gate that a pendulum passes within 2 ms, and windows of time and place: none is stepped
// over.
TEST(Conditions, AreNotSteppedOver) {
  const auto passes = [](const std::string& when) {
    WatchedRun run(
        "model:\n"
        "  gravity: [0, 0, 0]\n"
        "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
        "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n"
        "  frames: [{name: nose, body: m, at: [0.5, 0, 0]}]\n"
        "initial: {x: {q: 0, v: 2}}\n"
        "changes: [{name: gate, when: \"" +
            when + "\", connect: {name: stop, kind: weld, a: world, b: m, here: true}}]\n",
        2.0);
    const auto found = run.of(EventKind::Connect);
    return found.size() == 1 ? found[0].t : std::nan("");
  };
  for (const double width : {0.02, 0.002, 2e-5}) {
    const std::string w = std::to_string(width);
    EXPECT_NEAR(passes("abs(q.x - 1) < " + w), 0.5 - 0.5 * width, 1e-9);
    EXPECT_NEAR(passes("p.nose.x > 1.5 && p.nose.x < 1.5 + " + w), 0.5, 1e-9);
    EXPECT_NEAR(passes("t > 0.9 && t < 0.9 + " + w), 0.9, 1e-9);
    EXPECT_NEAR(passes(w + " - (q.x - 1)^2"), 0.5 - 0.5 * std::sqrt(width), 1e-9);
  }
}

TEST(Conditions, OfSinesAreMetEachTime) {
  for (const int half_turns : {10, 63, 200, 637}) {
    const std::string sine = "sin(" + std::to_string(half_turns + 0.5) + "*pi*t)";
    WatchedRun run(
        "model:\n"
        "  gravity: [0, 0, 0]\n"
        "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
        "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n"
        "motors: [{name: pump, joint: x, effort: 1}]\n"
        "changes:\n"
        "  - {when: " +
            sine +
            ", direction: falling, repeat: true, switch_off: pump}\n"
            "  - {when: " +
            sine + ", direction: rising, repeat: true, switch_on: pump}\n",
        1.0);
    EXPECT_EQ(run.of(EventKind::Off).size() + run.of(EventKind::On).size(),
              static_cast<std::size_t>(half_turns));
  }
}

// Also where the structure changes, or where steps of 0.1 s lead to it but for rounding.
TEST(Conditions, AreMetWhereAStepEnds) {
  for (const char* other :
       {"{name: other, at: 2, switch_off: idle}", "{name: other, when: t - 1.9, switch_off: idle}"})
    for (const double stop : {1.0, 1.5, 1.7, 1.9, 2.0}) {
      WatchedRun run(
          "model:\n"
          "  gravity: [0, 0, 0]\n"
          "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
          "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n"
          "motors: [{name: idle, joint: x, effort: 0*t}, {name: pump, joint: x, effort: 1}]\n"
          "switched_off: [pump]\n"
          "changes:\n"
          "  - {name: begins, when: t - 2, switch_on: pump}\n"
          "  - " +
              std::string(other) + "\n",
          stop);
      run.to(4.0);
      ASSERT_EQ(run.of(EventKind::On).size(), 1u) << other << stop;
      EXPECT_NEAR(run.of(EventKind::On)[0].t, 2.0, 1e-11) << other << stop;
    }
}

// Both are called after the pump, and a saved state keeps them apart.
TEST(Conditions, ChangesOfOneNameAreSavedEach) {
  const std::string text =
      "model:\n"
      "  gravity: [0, 0, 0]\n"
      "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
      "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n"
      "motors: [{name: pump, joint: x, effort: 1}]\n"
      "changes:\n"
      "  - {at: 1, switch_off: pump}\n"
      "  - {when: t - 2, switch_on: pump}\n"
      "  - {at: 3, switch_off: pump}\n";
  for (const double saved_at : {0.5, 1.5, 2.5, 3.5}) {
    WatchedRun whole(text, saved_at), rest(text, 0.0);
    const Checkpoint saved = make_checkpoint(whole.simulation, whole.simulation.state());
    EXPECT_EQ(saved.happened.size(), 3u);
    rest.simulation.restore(state_of(saved, rest.simulation.setup()));
    whole.to(4.0);
    rest.to(4.0);
    EXPECT_NEAR(whole.v(), 2.0, 1e-9) << saved_at;
    EXPECT_EQ(rest.v(), whole.v()) << saved_at;
  }
}

TEST(Conditions, SayWhatTheyCannotName) {
  const auto error_of = [](const std::string& when) -> std::string {
    try {
      parse_scenario(bolted(when), "bad.yaml", "");
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no error";
  };
  const auto expect = [&](const std::string& when, const std::string& expected) {
    const std::string message = error_of(when);
    EXPECT_NE(message.find(expected), std::string::npos) << message;
  };
  expect("f.bold.fx - 50", "there is no 'f.bold.fx'; did you mean 'f.bolt.fx'?");
  expect("p.c.x - 1", "found 'p.c.x'");
  expect("p.b - 1", "expected one of p.b.x, p.b.y, p.b.z");
  expect("energy.kinetic - 1", "there is no 'energy.kinetic'");
  const std::string effort = bolted("t - 1", "motors: [{joint: guide, effort: 2*f.bolt.fx}]\n");
  try {
    parse_scenario(effort, "bad.yaml", "");
    ADD_FAILURE();
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("'f.bolt.fx' follows from the forces"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace catena
