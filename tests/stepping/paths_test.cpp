// Joints on paths and what they touch: they lift and push, which their drives pay for, and where
// nothing can give way the run ends and says what presses what.

#include <fmt/format.h>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/energy_watch.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

constexpr const char* path_methods[] = {"automatic", "events", "stepping"};

SimulationSetup scene_of(const std::string& text, const std::string& method) {
  return parse_scenario(text + "contact: " + method + "\n", "scene.yaml", CATENA_SOURCE_DIR).setup;
}

// Runs a scene that cannot go on to its end by each method; the message must have these words.
void expect_pressed(const std::string& text, double t, const std::vector<std::string>& words) {
  for (const char* const method : path_methods) {
    SCOPED_TRACE(method);
    std::string message;
    Simulation simulation(scene_of(text, method));
    try {
      simulation.advance(t + 1.0);
    } catch (const SimulationError& error) {
      message = error.what();
    }
    for (const std::string& word : words)
      EXPECT_NE(message.find(word), std::string::npos) << message;
    EXPECT_NEAR(simulation.state().t, t, 2e-3);
  }
}

TEST(Paths, PressABallIntoTheGround) {
  expect_pressed(R"(
model:
  bodies: [{name: b, shapes: [{sphere: {radius: .1}, mass: 1}]}]
  joints: [{name: press, kind: prismatic, parent: world, child: b, axis: [0, 0, 1]}]
  contacts: [{name: ball, point: b, radius: .1, plane: ground, friction: .3}]
prescribed: [{joint: press, position: "0.2 - 0.2*t"}]
)",
                 0.5, {"'ball'", "'press'", "nothing can yield"});
}

TEST(Paths, SqueezeABall) {
  expect_pressed(R"(
model:
  bodies:
    - {name: a, shapes: [{sphere: {radius: .1}, mass: 1}]}
    - {name: l, shapes: [{sphere: {radius: .1}, mass: 1}]}
    - {name: r, shapes: [{sphere: {radius: .1}, mass: 1}]}
  joints:
    - {name: j, kind: free, parent: world, child: a}
    - {name: jl, kind: prismatic, parent: world, child: l, axis: [1, 0, 0]}
    - {name: jr, kind: prismatic, parent: world, child: r, axis: [1, 0, 0]}
  contacts:
    - {name: left, point: a, radius: .1, plane: {body: l, at: [.1, 0, 0], normal: [1, 0, 0]}, friction: .9}
    - {name: right, point: a, radius: .1, plane: {body: r, at: [-.1, 0, 0], normal: [-1, 0, 0]}, friction: .9}
    - {name: floor, point: a, radius: .1, plane: ground, friction: .9}
prescribed: [{joint: jl, position: "-0.3 + 0.2*t"}, {joint: jr, position: "0.3 - 0.2*t"}]
initial: {j: {position: [0, 0, .1]}}
)",
                 0.5, {"'left'", "'right'", "'jl'", "'jr'"});
}

// The tip of a crank whose rod moves a slider.
TEST(Paths, PressALoopAgainstAPlane) {
  expect_pressed(R"(
model:
  bodies:
    - {name: crank, shapes: [{box: {sides: [.3, .02, .02]}, mass: .5, at: [.15, 0, 0]}]}
    - {name: rod, shapes: [{box: {sides: [.6, .02, .02]}, mass: .5, at: [.3, 0, 0]}]}
    - {name: slider, shapes: [{box: {sides: [.1, .1, .1]}, mass: 1}]}
  joints:
    - {name: a, kind: revolute, parent: world, child: crank, axis: [0, 1, 0], at: [0, 0, .3]}
    - {name: b, kind: revolute, parent: crank, child: rod, axis: [0, 1, 0], at: [.3, 0, 0]}
    - {name: s, kind: prismatic, parent: world, child: slider, axis: [1, 0, 0], at: [0, 0, .3]}
  loops: [{name: pin, kind: revolute, axis: [0, 1, 0], a: {body: rod, at: [.6, 0, 0]}, b: slider}]
  contacts: [{name: tip, point: {body: crank, at: [.3, 0, 0]}, plane: {at: [0, 0, .1]}, friction: .3}]
prescribed: [{joint: a, position: 2*t}]
)",
                 std::asin(2.0 / 3.0) / 2.0, {"'tip'", "'a'"});
}

// A telescope that is pushed together up to its stop.
TEST(Paths, PressAStopAgainstTheGround) {
  expect_pressed(R"(
model:
  bodies: [{name: c, shapes: [{sphere: {radius: .1}, mass: 1}]}, {name: b, shapes: [{sphere: {radius: .1}, mass: 1}]}]
  joints:
    - {name: z, kind: prismatic, parent: world, child: c, axis: [0, 0, 1]}
    - {name: tele, kind: prismatic, parent: c, child: b, axis: [0, 0, 1], at: [0, 0, -.5], limits: {lower: -.1, upper: .1}}
  contacts: [{name: foot, point: b, radius: .1, plane: ground, friction: .3}]
prescribed: [{joint: z, position: "1 - 0.6*t"}]
)",
                 0.5 / 0.6, {"'foot'", "'z'", "'tele'"});
}

// What the drive of a path gives, J, and what stays without explanation of what was exchanged.
struct Paid {
  double work, unexplained;
};
Paid pay(const std::string& text, const char* method, const char* path, double duration) {
  const SimulationSetup setup = scene_of(text, method);
  Simulation simulation(setup);
  EnergyWatch watch(setup);
  RunObserver observer;
  observer.sample_interval = 0.01;
  observer.sample = [&](const State& state) { watch.see(simulation, state); };
  simulation.advance(duration, observer);
  const int account = simulation.ledger().find(EnergyKind::Work, path);
  return {simulation.state().spent[account], watch.unexplained() / watch.exchanged()};
}

TEST(Paths, PayForWhatTheyLift) {
  std::string text = R"(
model:
  bodies: [{name: c, shapes: [{box: {sides: [1, 1, .1]}, mass: 1}]}, {name: b, shapes: [{box: {sides: [.2, .2, .2]}, mass: 5}]}]
  joints:
    - {name: z, kind: prismatic, parent: world, child: c, axis: [0, 0, 1]}
    - {name: j, kind: free, parent: world, child: b}
initial: {j: {position: [0, 0, .15]}}
prescribed: [{joint: z, position: "0.1*t^2"}]
)";
  std::string contacts = "  contacts:\n";
  for (int k = 0; k < 4; ++k)
    contacts += fmt::format(
        "    - {{name: c{}, point: {{body: b, at: [{}, {}, -.1]}}, plane: {{body: c, at: [0, 0, "
        ".05]}}, friction: .3}}\n",
        k, k % 2 ? 0.1 : -0.1, k / 2 ? 0.1 : -0.1);
  text.insert(text.find("initial"), contacts);
  // Both masses by 0.1 m, and to 0.2 m/s.
  const double work = 6.0 * (gravity * 0.1 + 0.5 * 0.2 * 0.2);
  for (const char* const method : path_methods) {
    const Paid paid = pay(text, method, "z", 1.0);
    EXPECT_NEAR(paid.work, work, 1e-9) << method;
    EXPECT_LT(paid.unexplained, 1e-9) << method;
  }
}

// A crank on a path moves a slider with dry friction, which pushes a load with dry friction.
TEST(Paths, PayThroughLoops) {
  const std::string text = R"(
model:
  gravity: [0, 0, 0]
  bodies:
    - {name: crank, shapes: [{box: {sides: [.3, .02, .02]}, mass: .5, at: [.15, 0, 0]}]}
    - {name: rod, shapes: [{box: {sides: [.6, .02, .02]}, mass: .5, at: [.3, 0, 0]}]}
    - {name: slider, shapes: [{box: {sides: [.1, .1, .1]}, mass: 1}]}
    - {name: load, shapes: [{box: {sides: [.1, .1, .1]}, mass: 2}]}
  joints:
    - {name: a, kind: revolute, parent: world, child: crank, axis: [0, 1, 0]}
    - {name: b, kind: revolute, parent: crank, child: rod, axis: [0, 1, 0], at: [.3, 0, 0]}
    - {name: s, kind: prismatic, parent: world, child: slider, axis: [1, 0, 0], friction: {coulomb: 2}}
    - {name: l, kind: prismatic, parent: world, child: load, axis: [1, 0, 0], friction: {coulomb: 3}}
  loops: [{name: pin, kind: revolute, axis: [0, 1, 0], a: {body: rod, at: [.6, 0, 0]}, b: slider}]
  contacts:
    - {name: push, point: {body: slider, at: [.05, 0, 0]}, plane: {body: load, at: [-.05, 0, 0], normal: [-1, 0, 0]}}
prescribed: [{joint: a, position: "1.5 - 0.6*t^2"}]
initial: {l: .75, s: {q: .54, guess: true}}
)";
  const Paid exact = pay(text, "events", "a", 1.0), stepped = pay(text, "stepping", "a", 1.0);
  EXPECT_LT(exact.unexplained, 1e-6);
  EXPECT_LT(stepped.unexplained, 1e-4);
  EXPECT_GT(exact.work, 0.3);
  EXPECT_NEAR(stepped.work, exact.work, 1e-3 * exact.work);
}

// A bat on two slides, one on the other, goes on at 2 m/s; a ball of 1 kg leaves it at 3 m/s. The
// impulse of 3 N s costs each drive 3 J, and 1.5 J are lost.
TEST(Paths, PayForWhatTheyStrike) {
  const std::string text = R"(
model:
  gravity: [0, 0, 0]
  bodies:
    - {name: slide, shapes: [{box: {sides: [.1, 1, .1]}, mass: 2}]}
    - {name: bat, shapes: [{box: {sides: [.1, 1, 1]}, mass: 3}]}
    - {name: ball, shapes: [{sphere: {radius: .1}, mass: 1}]}
  joints:
    - {name: low, kind: prismatic, parent: world, child: slide, axis: [1, 0, 0]}
    - {name: high, kind: prismatic, parent: slide, child: bat, axis: [1, 0, 0]}
    - {name: j, kind: free, parent: world, child: ball}
  contacts: [{name: hit, point: ball, radius: .1, plane: {body: bat, at: [.05, 0, 0], normal: [1, 0, 0]}, restitution: .5}]
initial: {j: {position: [1, 0, 0]}}
prescribed: [{joint: low, position: t}, {joint: high, position: t}]
)";
  for (const char* const method : path_methods) {
    SCOPED_TRACE(method);
    Simulation simulation(scene_of(text, method));
    simulation.advance(1.0);
    const State& state = simulation.state();
    for (const char* const path : {"low", "high"})
      EXPECT_NEAR(state.spent[simulation.ledger().find(EnergyKind::Work, path)], 3.0, 1e-9);
    EXPECT_NEAR(state.impact_loss, 1.5, 1e-9);
    EXPECT_NEAR(simulation.energy(state).balance, 0.0, 1e-9);
  }
}

}  // namespace
}  // namespace catena::test
