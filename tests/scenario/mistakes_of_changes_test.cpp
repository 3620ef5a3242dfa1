// Further mistakes that people make, each with its message: changes, parts, integrators.

#include <gtest/gtest.h>

#include <ostream>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

struct MadeMistake {
  const char* name;
  std::string text;
  const char* message;
};
void PrintTo(const MadeMistake& mistake, std::ostream* out) {
  *out << mistake.name;
}

std::vector<MadeMistake> mistakes_of_changes() {
  const std::string arm = R"(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)";
  return {
      {"SwitchesWhatIsNotThere", arm + R"y(motors: [{name: pump, joint: elbow, effort: 1}]
changes: [{at: 1, switch_off: pmup}]
)y",
       "bad.yaml:7:31: changes[0].switch_off: there is no motor, contact, cable, spring or force "
       "'pmup'; did you mean 'pump'?"},
      {"SwitchesAJoint", arm + R"y(changes: [{at: 1, switch_off: elbow}]
)y",
       "bad.yaml:6:31: changes[0].switch_off: there is no motor, contact, cable, spring or force "
       "'elbow'"},
      {"CutsAMotor", arm + R"y(motors: [{name: pump, joint: elbow, effort: 1}]
changes: [{at: 1, cut: pump}]
)y",
       "bad.yaml:7:24: changes[0].cut: there is no joint, loop, cable, string or spring 'pump'"},
      {"RepeatsATime", arm + R"y(changes: [{at: 1, repeat: true, cut: elbow}]
)y",
       "bad.yaml:6:27: changes[0].repeat: goes with 'when'; with 'at', write 'every'"},
      {"ConditionEverySecond", arm + R"y(changes: [{when: q.elbow, every: 1 s, cut: elbow}]
)y",
       "bad.yaml:6:34: changes[0].every: goes with 'at'; with 'when', write 'repeat: true'"},
      {"DirectionUp", arm + R"y(changes: [{when: q.elbow, direction: up, cut: elbow}]
)y",
       "bad.yaml:6:38: changes[0].direction: unknown direction 'up', expected one of both, rising, "
       "falling"},
      {"ChangesNothing", arm + R"y(changes: [{at: 1}]
)y",
       "bad.yaml:6:11: changes[0]: expected at least one of 'cut', 'connect', 'switch_off' and "
       "'switch_on'"},
      {"BracesInAFormula", arm + R"y(motors: [{joint: elbow, effort: 3*{t + 1}}]
)y",
       "bad.yaml:6:35: found a brace inside a value; formulas use parentheses, (t + 1), and a text "
       "with braces must be in quotes"},
      {"GreekPi", arm + R"y(initial: {elbow: "π/2"}
)y",
       "bad.yaml:6:19: initial.elbow: found 'π/2', expected an angle (rad or deg): found 'π', "
       "expected a number, a name or '('; write 'pi'"},
      {"IntegratorOfAnotherProgram", arm + R"y(integrator: {kind: ode45}
)y",
       "bad.yaml:6:20: integrator.kind: unknown integrator 'ode45'; write 'dormand_prince'"},
      {"ToleranceOfAFixedStep", arm + R"y(integrator: {kind: rk4, tolerance: 1e-6}
)y",
       "bad.yaml:6:36: integrator.tolerance: this integrator has a fixed step; set 'step', or "
       "choose automatic, dormand_prince or radau"},
      {"ThreeCopiesOfAName", arm + R"y(parameters: {n: 2}
motors: [{for: i in 1..n, name: push, joint: elbow, effort: 1}]
)y",
       "bad.yaml:7:10: motors[1]: the name 'push' is already used; give each its own 'name'"},
      {"PartWithoutAPrefix", R"y(model: {parts: [{model: {builtin: arm}}]}
)y",
       "bad.yaml:1:17: model.parts[0]: key 'prefix' is missing (beginning of all its names: "
       "left_)"},
      {"PartOnNothing", R"y(model: {parts: [{prefix: a_, model: {builtin: arm}, on: table}]}
)y",
       "bad.yaml:1:17: model.parts[0]: there is no body named 'table'"},
      {"NegativeSize", R"y(model: {builtin: hand, scale: -2}
)y",
       "bad.yaml:1:31: model.scale: found '-2', expected a number, greater than 0"},
      {"WinchThatJumps", R"y(model:
  bodies: [{name: arm, inertia: {mass: 1, moments: [1, 1, 1]}}]
  joints: [{name: slide, kind: prismatic, parent: world, child: arm}]
  cables: [{name: c, route: [{body: world, at: [0, 0, 1]}, {body: arm}], youngs_modulus: 1 MPa, radius: 1 mm, let_out: 0.1*step(t - 2)}]
)y",
       "bad.yaml:4:120: model.cables[0].let_out: '0.1*step(t - 2)' jumps by 0.1 at t = 2 s, which "
       "the length of a cable cannot do; let it change within some time: clamp((t - 1)/0.1, 0, 1)"},
      {"BeltThatDependsOnVelocities",
       arm +
           R"y(  contacts: [{name: c, point: arm, plane: ground, friction: 1, surface_velocity: [0, "0.5*v.elbow", 0]}]
)y",
       "bad.yaml:6:82: model.contacts[0].surface_velocity: '0.5*v.elbow' changes smoothly with a "
       "velocity, expected a formula of time and positions; velocities may switch it: v.JOINT > "
       "0.1 ? 0.5 : 0"},
      {"EditsNothing",
       R"y(model: {builtin: hand, edit: {bodies: [{name: plam, inertia: {mass: 1}}]}}
)y",
       "bad.yaml:1:40: model.edit.bodies[0]: the model has no 'plam' among its bodies; did you "
       "mean 'palm'?"},
  };
}

class MistakesOfChanges : public testing::TestWithParam<MadeMistake> {};

TEST_P(MistakesOfChanges, AreExplained) {
  try {
    parse_scenario(GetParam().text, "bad.yaml", "");
    ADD_FAILURE() << "the scenario was accepted";
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MistakesOfChanges, testing::ValuesIn(mistakes_of_changes()),
                         [](const auto& made) { return std::string(made.param.name); });

}  // namespace
}  // namespace catena
