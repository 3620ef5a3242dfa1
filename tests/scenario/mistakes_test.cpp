// Mistakes that people make, each with its message: formulas, YAML, words of other programs.

#include <gtest/gtest.h>

#include <ostream>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

struct Mistake {
  const char* name;
  std::string text;
  const char* message;
};
void PrintTo(const Mistake& mistake, std::ostream* out) {
  *out << mistake.name;
}

const std::string arm_text = R"(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)";

// The same with the first `from` replaced.
std::string arm_with(const std::string& from, const std::string& to) {
  std::string text = arm_text;
  return text.replace(text.find(from), from.size(), to);
}

std::vector<Mistake> formulas() {
  return {
      {"DegreesInFull", arm_text + R"y(initial: {elbow: 30 degrees}
)y",
       "bad.yaml:6:18: initial.elbow: expected an angle (rad or deg), got 'degrees'; write 'deg'"},
      {"SecondsInFull", arm_text + R"y(duration: 10 sec
)y",
       "bad.yaml:6:11: duration: expected a time (s or ms), got 'sec'; write 's'"},
      {"UnitInCapitals", arm_with("2", "2 KG"),
       "bad.yaml:3:81: model.bodies[0].shapes[0].mass: expected a mass (kg or g), got 'KG'; write "
       "'kg'"},
      {"NoSuchUnit", arm_text + R"y(duration: 10 parsec
)y",
       "bad.yaml:6:11: duration: expected a time (s or ms), got 'parsec'"},
      {"UnitBehindAName", "parameters: {r: 10 mm}\n" + arm_with("[0.5, 0, 0]", "[r mm, 0, 0]"),
       "bad.yaml:4:65: model.bodies[0].shapes[0].at[0]: found 'r mm', expected a length (m or mm): "
       "found 'mm' after the name 'r', which already has a unit; write r*1 mm where it is a plain "
       "number"},
      {"UnitBehindADivision", arm_text + R"y(initial: {elbow: 360/12 deg}
)y",
       "bad.yaml:6:22: initial.elbow: found '360/12 deg', expected an angle (rad or deg): the unit "
       "'deg' after a division can be read in two ways; write (360/12) deg or 360/(12 deg)"},
      {"SumOfUnlikeUnits", arm_text + R"y(duration: 2 s + 3 mm
)y",
       "bad.yaml:6:11: duration: found '2 s + 3 mm', expected a time (s or ms): a number in 'mm' "
       "and one in 's' have different units; write a unit after each number"},
      {"UnitBehindOneOfTwo", arm_text + R"y(duration: 1 + 200 ms
)y",
       "bad.yaml:6:11: duration: found '1 + 200 ms', expected a time (s or ms): a number in 'ms' "
       "and one without a unit have different units; write a unit after each number"},
      {"ProductOfOtherUnits", arm_text + R"y(duration: 2 s * 3 N
)y",
       "bad.yaml:6:11: duration: expected a time (s or ms), got '2 s * 3 N', which measures "
       "something "
       "else"},
      {"IfAsAFunction", arm_text + R"y(motors: [{joint: elbow, effort: "if(t > 1, 2, 3)"}]
)y",
       "bad.yaml:6:34: motors[0].effort: found 'if(t > 1, 2, 3)', expected a formula of t, q.JOINT "
       "and v.JOINT: unknown name 'if'; write condition ? a : b for if(condition, a, b)"},
      {"AndInWords", arm_text + R"y(motors: [{joint: elbow, effort: "t > 1 and t < 2"}]
)y",
       "bad.yaml:6:40: motors[0].effort: found 't > 1 and t < 2', expected a formula of t, q.JOINT "
       "and v.JOINT: found 'and', expected an operator or the end; write && for 'and'"},
      {"NaturalLogarithm", arm_text + R"y(motors: [{joint: elbow, effort: ln(t + 1)}]
)y",
       "bad.yaml:6:33: motors[0].effort: found 'ln(t + 1)', expected a formula of t, q.JOINT and "
       "v.JOINT: unknown name 'ln'; write log, which is the natural logarithm"},
      {"PowerOfPython", arm_text + R"y(motors: [{joint: elbow, effort: t**2}]
)y",
       "bad.yaml:6:34: motors[0].effort: found 't**2', expected a formula of t, q.JOINT and "
       "v.JOINT: found '**', expected '^' for powers"},
      {"OneEqualsSign", arm_text + R"y(motors: [{joint: elbow, effort: "t = 1 ? 1 : 2"}]
)y",
       "bad.yaml:6:36: motors[0].effort: found 't = 1 ? 1 : 2', expected a formula of t, q.JOINT "
       "and v.JOINT: found '=', expected '==' for a comparison"},
      {"Percent", arm_with("2", "50%"),
       "bad.yaml:3:81: model.bodies[0].shapes[0].mass: expected a mass (kg or g), got '%'"},
      {"DecimalComma", arm_text + R"y(duration: 2,5
)y",
       "bad.yaml:6:11: duration: found '2,5', expected a time (s or ms): the number contains a "
       "comma; write a decimal point"},
      {"DecimalCommaInBraces", arm_with("2", "2,5"),
       "bad.yaml:3:83: model.bodies[0].shapes[0]: a comma ends the value '2' inside braces; write "
       "a decimal point: 2.5"},
      {"DecimalCommaInInitial", arm_text + R"y(initial: {elbow: 2,5}
)y",
       "bad.yaml:6:20: initial: a comma ends the value '2' inside braces; write a decimal point: "
       "2.5"},
      {"CommaInBraces", arm_text + R"y(motors: [{joint: elbow, effort: 5*min(t,1)}]
)y",
       "bad.yaml:6:41: motors[0]: a comma ends the value '5*min(t' inside braces; put it in "
       "quotes: effort: \"5*min(t, 1)\""},
      {"CommaInBrackets", arm_text + R"y(motors: [{joint: elbow, effort: [5*min(t,1)]}]
)y",
       "bad.yaml:6:34: motors[0].effort[0]: found '5*min(t', whose parenthesis is not closed; "
       "inside braces and brackets a comma ends a value, so put a formula with commas in quotes"},
      {"ClosingParenthesisTooMany", arm_text + R"y(motors: [{joint: elbow, effort: sin(t))}]
)y",
       "bad.yaml:6:39: motors[0].effort: found 'sin(t))', expected a formula of t, q.JOINT and "
       "v.JOINT: found ')' without a '(' before it"},
      {"ParenthesisNotClosed", arm_text + R"y(motors:
  - joint: elbow
    effort: sin(t
)y",
       "bad.yaml:8:18: motors[0].effort: found 'sin(t', expected a formula of t, q.JOINT and "
       "v.JOINT: found the end, expected ')' after the arguments of 'sin'"},
      {"MisspeltFunction", arm_text + R"y(motors: [{joint: elbow, effort: sine(t)}]
)y",
       "bad.yaml:6:33: motors[0].effort: found 'sine(t)', expected a formula of t, q.JOINT and "
       "v.JOINT: unknown name 'sine'; did you mean 'sin'?"},
      {"JointWithoutQ", arm_text + R"y(motors: [{joint: elbow, effort: -2*elbow}]
)y",
       "bad.yaml:6:36: motors[0].effort: found '-2*elbow', expected a formula of t, q.JOINT and "
       "v.JOINT: unknown name 'elbow'; did you mean 'q.elbow'?"},
      {"MisspeltJointInAFormula", arm_text + R"y(motors: [{joint: elbow, effort: -2*q.ellbow}]
)y",
       "bad.yaml:6:36: motors[0].effort: found '-2*q.ellbow', expected a formula of t, q.JOINT and "
       "v.JOINT: unknown name 'q.ellbow'; did you mean 'q.elbow'?"},
      {"TooManyArguments", arm_text + R"y(motors: [{joint: elbow, effort: "max(1, 2, 3)"}]
)y",
       "bad.yaml:6:34: motors[0].effort: found 'max(1, 2, 3)', expected a formula of t, q.JOINT "
       "and v.JOINT: 'max' has 3 arguments, expected 2"},
  };
}

std::vector<Mistake> yaml() {
  return {
      {"Tab", R"y(model:
	bodies: []
)y",
       "bad.yaml:2:1: this line is indented with a tab; YAML allows only spaces; use two instead"},
      {"TabBelow", R"y(model:
  bodies:
	- {name: arm}
)y",
       "bad.yaml:3:1: this line is indented with a tab; YAML allows only spaces; use two instead"},
      {"BraceNotClosed", R"y(model:
  bodies:
    - {name: arm, mass: 1
  joints: []
)y",
       "bad.yaml:3:7: this '{' is never closed; expected '}'"},
      {"BracketClosedByABrace", R"y(model: {bodies: [}, joints: []}
)y",
       "bad.yaml:1:18: found '}', but the '[' of line 1, column 17 is still open; expected ']' "
       "first"},
      {"BraceTooMany", R"y(model: {bodies: []}}
)y",
       "bad.yaml:1:20: found '}' without a '{' before it"},
      {"UnevenIndentation", R"y(model:
  bodies: []
 joints: []
)y",
       "bad.yaml:3:2: this line begins in column 2 and line 2 in column 3; keys of one map and "
       "items of one list begin in the same column; the value of a key begins further right, below "
       "a ':' that ends its line"},
      {"NoSpaceBehindTheColon", R"y(name:Arm
model: {bodies: []}
)y",
       "bad.yaml:1:5: expected a space after 'name:'"},
      {"FormulaWithAColon", arm_text + R"y(motors:
  - joint: elbow
    effort: t > 1 ? 2 : 3
)y",
       "bad.yaml:8:19: a formula that contains '? :' must be in quotes: \"t > 1 ? 2 : 3\""},
      {"ChoiceInBraces", arm_text + R"y(motors: [{joint: elbow, effort: t > 1 ? 2 : 3}]
)y",
       "bad.yaml:6:39: a formula that contains '? :' must be in quotes: \"t > 1 ? 2 : 3\""},
      {"KeyTwice", arm_text + R"y(duration: 1
duration: 2
)y",
       "bad.yaml:7:1: key 'duration' exists already in line 6; remove one of them"},
  };
}

std::vector<Mistake> words() {
  return {
      {"Hinge", arm_with("revolute", "hinge"),
       "bad.yaml:5:27: model.joints[0].kind: unknown kind of joint 'hinge'; write 'revolute'"},
      {"Slider", arm_with("revolute", "slider"),
       "bad.yaml:5:27: model.joints[0].kind: unknown kind of joint 'slider'; write 'prismatic'"},
      {"BallJoint", arm_with("revolute", "ball"),
       "bad.yaml:5:27: model.joints[0].kind: unknown kind of joint 'ball'; write 'spherical'"},
      {"FixedJoint", arm_with("revolute", "fixed"),
       "bad.yaml:5:27: model.joints[0].kind: unknown kind of joint 'fixed'; write 'weld'"},
      {"KindInCapitals", arm_with("revolute", "Revolute"),
       "bad.yaml:5:27: model.joints[0].kind: unknown kind of joint 'Revolute'; write 'revolute'"},
      {"TypeForKind", arm_with("kind:", "type:"),
       "bad.yaml:5:21: model.joints[0]: unknown key 'type'; write 'kind' (keys: name, kind, "
       "parent, child, axis, axis2, pitch, radius, at, child_at, coordinates, damping, armature, "
       "friction, spring, limits)"},
      {"MisspeltKey", arm_text + R"y(inital: {elbow: 1}
)y",
       "bad.yaml:6:1: unknown key 'inital'; did you mean 'initial'? (keys: catena, name, "
       "description, include, parameters, tables, model, initial, state, motors, controllers, "
       "prescribed, "
       "contact, ground, settle, impacts, changes, switched_off, reroot, integrator, start_time, "
       "duration, "
       "record, grasps, plots, study, picture)"},
      {"WeightForMass", arm_with("mass:", "weight:"),
       "bad.yaml:3:75: model.bodies[0].shapes[0]: unknown key 'weight'; write 'mass' (keys: box, "
       "sphere, cylinder, capsule, ellipsoid, cone, half_space, hull, mesh, height_field, at, "
       "mass, density, color, drawn, touches, material, surface_velocity, surface_name, "
       "friction_across, friction_axis)"},
      {"TorqueForEffort", arm_text + R"y(motors: [{joint: elbow, torque: 1}]
)y",
       "bad.yaml:6:25: motors[0]: unknown key 'torque'; write 'effort' (keys: name, joint, effort, "
       "ratio, target, stiffness, damping, effort_limit)"},
      {"LinksForBodies", R"y(model:
  links: []
)y",
       "bad.yaml:2:3: model: unknown key 'links'; write 'bodies' (keys: gravity, fuse_welds, "
       "edit, world, parts, scale, bodies, joints, frames, springs, loops, contacts, cables, "
       "point_springs, "
       "bushings, "
       "torsion_springs, strings, forces)"},
      {"LoopsOutsideOfTheModel", arm_text + R"y(loops: []
)y",
       "bad.yaml:6:1: unknown key 'loops'; it belongs in 'model': write 'model: {..., loops: "
       "...}'"},
      {"CubeForBox", arm_with("box:", "cube:"),
       "bad.yaml:3:29: model.bodies[0].shapes[0]: unknown key 'cube'; write 'box' (keys: box, "
       "sphere, cylinder, capsule, ellipsoid, cone, half_space, hull, mesh, height_field, at, "
       "mass, density, color, drawn, touches, material, surface_velocity, surface_name, "
       "friction_across, friction_axis)"},
      {"MisspeltIntegrator", arm_text + R"y(integrator: {kind: ode45}
)y",
       "bad.yaml:6:20: integrator.kind: unknown integrator 'ode45'; write 'dormand_prince'"},
      {"SwappedLimits", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0], limits: {lower: 30 deg, upper: -30 deg}}
)y",
       "bad.yaml:5:97: model.joints[0].limits.lower: the lower limit '30 deg' is above the upper "
       "limit '-30 deg'; swap them"},
      {"MisspeltBody", arm_with("child: arm", "child: amr"),
       "bad.yaml:5:59: model.joints[0].child: there is no body named 'amr'; did you mean "
       "'arm'?"},
      {"MisspeltJoint", arm_text + R"y(initial: {ellbow: 30 deg}
)y",
       "bad.yaml:6:19: initial.ellbow: the model has no coordinate named 'ellbow'; did you mean "
       "'elbow'?"},
      {"AxisInWords", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: y}
)y",
       "bad.yaml:5:70: model.joints[0].axis: found 'y', expected a list of 3 numbers; "
       "write [0, 1, 0]"},
      {"NoMass", arm_with("0], mass: 2", "0]"),
       "bad.yaml:5:7: model.joints[0]: joint 'elbow': nothing resists its coordinate 0, so its "
       "acceleration is not defined; give body 'arm' or a body beyond it mass and moments of "
       "inertia, or the joint an armature"},
      {"YesForTrue", arm_text + R"y(reroot: yes
)y",
       "bad.yaml:6:9: reroot: found 'yes', expected true or false; write true"},
  };
}

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreExplained) {
  try {
    parse_scenario(GetParam().text, "bad.yaml", "");
    ADD_FAILURE() << "the scenario was accepted";
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

std::string name_of(const testing::TestParamInfo<Mistake>& info) {
  return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Formulas, Mistakes, testing::ValuesIn(formulas()), name_of);
INSTANTIATE_TEST_SUITE_P(Yaml, Mistakes, testing::ValuesIn(yaml()), name_of);
INSTANTIATE_TEST_SUITE_P(Words, Mistakes, testing::ValuesIn(words()), name_of);

}  // namespace
}  // namespace catena
