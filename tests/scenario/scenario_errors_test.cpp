// Ways in which a scenario can be wrong: the exact message, with file, line and column.

#include <gtest/gtest.h>

#include <ostream>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

struct Case {
  const char* name;
  std::string text;
  const char* message;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

// Seven lines.
std::string base() {
  return R"(model:
  bodies:
    - {name: link1, shapes: [{cylinder: {radius: 0.05, length: 1}, at: [0, 0, 0.5], mass: 1}]}
    - {name: link2, shapes: [{sphere: {radius: 0.1}, mass: 1}]}
  joints:
    - {name: joint1, kind: revolute, parent: world, child: link1, axis: [0, 1, 0]}
    - {name: joint2, kind: universal, parent: link1, child: link2, coordinates: [abduction, flexion]}
)";
}

// The same with the first `from` replaced.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = base();
  return text.replace(text.find(from), from.size(), to);
}

std::vector<Case> file_cases() {
  return {
      {"NotAMap", "- a\n- b\n",
       "bad.yaml:1:1: found a list of 2, expected a map with the keys of a scenario"},
      {"DuplicateKey", base() + "duration: 1\nduration: 2\n",
       "bad.yaml:9:1: key 'duration' exists already in line 8; remove one of them"},
      {"TwoDocuments", base() + "---\nname: x\n",
       "bad.yaml:9:1: found a second document ('---'), expected one per file"},
      {"UnknownKey", base() + "inital: {joint1: 1}\n",
       "bad.yaml:8:1: unknown key 'inital'; did you mean 'initial'? (keys: catena, name, "
       "description, include, parameters, tables, model, initial, state, motors, controllers, "
       "prescribed, "
       "contact, ground, settle, impacts, changes, switched_off, reroot, integrator, start_time, "
       "duration, "
       "record, grasps, plots, study, picture)"},
      {"UnknownKeyUnlikeAny", base() + "zzzzzzzz: 1\n",
       "bad.yaml:8:1: unknown key 'zzzzzzzz', expected one of catena, name, description, include, "
       "parameters, tables, model, initial, state, motors, controllers, prescribed, contact, "
       "ground, settle, impacts, "
       "changes, switched_off, "
       "reroot, "
       "integrator, "
       "start_time, duration, record, grasps, plots, study, picture"},
      {"NoModel", "name: x\n",
       "bad.yaml:1:1: key 'model' is missing (the mechanism: described here, a "
       "file, or a built-in one)"},
      {"Version", "catena: 2\n" + base(),
       "bad.yaml:1:9: catena: found '2', expected 1, the only version of this format so far"},
      {"Malformed", "model: [1, 2\n", "bad.yaml:1:8: this '[' is never closed; expected ']'"},
      {"AliasOfItself", "a: &a [*a]\n",
       "bad.yaml:1:8: this alias is inside the value that it names; a value cannot contain itself"},
      {"KeyIsAList", base() + "? [a]\n: 1\n",
       "bad.yaml:8:3: found a key that is not text, expected a word before ':'"},
      {"AngleInKilograms", base() + "initial: {joint1: 45 kg}\n",
       "bad.yaml:8:19: initial.joint1: expected an angle (rad or deg), got 'kg'"},
      {"TimeInMetres", base() + "duration: 10 m\n",
       "bad.yaml:8:11: duration: expected a time (s or ms), got 'm'"},
      {"UnknownUnit", base() + "duration: 10 parsec\n",
       "bad.yaml:8:11: duration: expected a time (s or ms), got 'parsec'"},
      {"NotANumber", base() + "duration: nan\n",
       "bad.yaml:8:11: duration: found 'nan', expected a time (s or ms), finite"},
      {"Infinite", base() + "duration: inf\n",
       "bad.yaml:8:11: duration: found 'inf', expected a time (s or ms), finite"},
      {"Negative", base() + "duration: -1\n",
       "bad.yaml:8:11: duration: found '-1', expected a time (s or ms), 0 or greater"},
      {"TextForANumber", base() + "duration: soon\n",
       "bad.yaml:8:11: duration: found 'soon', expected a time (s or ms): unknown name 'soon'"},
      {"DivisionByZero", base() + "duration: 1/0\n",
       "bad.yaml:8:11: duration: '1/0' is inf, expected a finite number"},
      {"ListForANumber", base() + "duration: [1]\n",
       "bad.yaml:8:11: duration: found a list of 1, expected a time (s or ms)"},
      {"NothingForANumber", base() + "duration:\n",
       "bad.yaml:8:1: duration: found nothing, expected a time (s or ms)"},
      {"Hexadecimal", base() + "duration: 0x10\n",
       "bad.yaml:8:11: duration: expected a time (s or ms), got 'x10'"},
      {"CircularParameters", "parameters: {a: b, b: a}\n" + base(),
       "bad.yaml:1:17: parameters.a: this parameter depends on itself through other parameters"},
      {"ParameterNamedAsAFunction", "parameters: {sin: 1}\n" + base(),
       "bad.yaml:1:19: parameters.sin: 'sin' already has a meaning in formulas; choose another "
       "name"},
  };
}

std::vector<Case> model_cases() {
  return {
      {"UnknownKind", changed("revolute", "revolut"),
       "bad.yaml:6:28: model.joints[0].kind: unknown kind of joint 'revolut'; did you mean "
       "'revolute'?"},
      {"AxisOfTwoNumbers", changed("[0, 1, 0]", "[0, 1]"),
       "bad.yaml:6:73: model.joints[0].axis: found a list of 2, expected a list of 3 numbers"},
      {"AxisOfText", changed("[0, 1, 0]", "up"),
       "bad.yaml:6:73: model.joints[0].axis: found 'up', expected a list of 3 numbers"},
      {"AxisWithoutDirection", changed("[0, 1, 0]", "[0, 0, 0]"),
       "bad.yaml:6:7: model.joints[0]: joint 'joint1': axis (0, 0, 0) has no direction; give a "
       "vector of length > 0"},
      {"UnknownParent", changed("parent: link1", "parent: lnik1"),
       "bad.yaml:7:47: model.joints[1].parent: there is no body named 'lnik1'; did you mean "
       "'link1'?"},
      {"YesForTrue", changed("model:\n", "model:\n  fuse_welds: yes\n"),
       "bad.yaml:2:15: model.fuse_welds: found 'yes', expected true or false; write true"},
      {"UnitOfAPlainNumber",
       changed("axis: [0, 1, 0]", "axis: [0, 1, 0], limits: {restitution: 0.5 m}"),
       "bad.yaml:6:106: model.joints[0].limits.restitution: expected a number without a unit, got "
       "'m'"},
      {"ShapeWithoutSolid", changed("cylinder: {radius: 0.05, length: 1}", "color: [1, 0, 0]"),
       "bad.yaml:3:30: model.bodies[0].shapes[0]: expected one of the keys box, sphere, cylinder, "
       "capsule, ellipsoid, cone, half_space, hull, mesh, height_field"},
      {"NegativeRadius", changed("radius: 0.05", "radius: -0.05"),
       "bad.yaml:3:50: model.bodies[0].shapes[0].cylinder.radius: found '-0.05', expected a length "
       "(m or mm), 0 or greater"},
      {"ZeroRadius", changed("radius: 0.05", "radius: 0"),
       "bad.yaml:3:30: model.bodies[0].shapes[0]: cylinder: its radius is 0, expected a positive "
       "number of metres"},
      {"MassAndDensity",
       changed("at: [0, 0, 0.5], mass: 1", "at: [0, 0, 0.5], mass: 1, density: 2"),
       "bad.yaml:3:30: model.bodies[0].shapes[0]: found both 'mass' and 'density', expected only "
       "one of them"},
      {"ThreeNumbersForTwoCoordinates",
       changed("[abduction, flexion]", "[abduction, flexion], damping: [1, 2, 3]"),
       "bad.yaml:7:112: model.joints[1].damping: found a list of 3, expected a number or a list of "
       "2 numbers"},
      {"LimitsSwapped", changed("axis: [0, 1, 0]", "axis: [0, 1, 0], limits: {lower: 1, upper: 0}"),
       "bad.yaml:6:100: model.joints[0].limits.lower: the lower limit '1' is above the upper limit "
       "'0'; swap them"},
      {"StiffnessNotSquare",
       changed("[abduction, flexion]", "[abduction, flexion], spring: {stiffness: [[1, 2]]}"),
       "bad.yaml:7:123: model.joints[1].spring.stiffness: found a list of 1, expected a list of 2 "
       "rows"},
      {"ChildOfTwoJoints", changed("child: link2", "child: link1"),
       "bad.yaml:7:7: model.joints[1]: body 'link1' is the child of joint 'joint1' already, so "
       "joint 'joint2' would close a loop; a tree has one joint per child; put joints that close "
       "loops under 'loops'"},
      {"NoMassBehindAJoint", changed("sphere: {radius: 0.1}, mass: 1", "sphere: {radius: 0.1}"),
       "bad.yaml:7:7: model.joints[1]: joint 'joint2': nothing resists its coordinate 1, so its "
       "acceleration is not defined; give body 'link2' or a body beyond it mass and moments of "
       "inertia, or the joint an armature"},
      {"TwoBodiesOfOneName", changed("name: link2, shapes", "name: link1, shapes"),
       "bad.yaml:4:14: model.bodies[1].name: body 'link1' exists already; names must be unique, "
       "choose another"},
      {"TooFewCoordinateNames", changed("[abduction, flexion]", "[flexion]"),
       "bad.yaml:7:7: model.joints[1]: joint 'joint2': 1 coordinate names, expected 2 (one per "
       "velocity coordinate of a universal joint)"},
      {"CoordinateNamesTheSame", changed("[abduction, flexion]", "[flexion, flexion]"),
       "bad.yaml:7:7: model.joints[1]: joint 'joint2': two coordinates are named 'flexion'; names "
       "must differ"},
      {"QuaternionTooLong", changed("at: [0, 0, 0.5]", "at: {quaternion: [1, 1, 0, 0]}"),
       "bad.yaml:3:85: model.bodies[0].shapes[0].at.quaternion: the quaternion has length 1.41421, "
       "expected 1"},
      {"TwoRotations", changed("at: [0, 0, 0.5]", "at: {rpy: [0, 0, 0], quaternion: [1, 0, 0, 0]}"),
       "bad.yaml:3:72: model.bodies[0].shapes[0].at: found both 'rpy' and 'quaternion', expected "
       "only one of them"},
      {"AxisWithoutAngle", changed("at: [0, 0, 0.5]", "at: {axis: [0, 0, 1]}"),
       "bad.yaml:3:72: model.bodies[0].shapes[0].at: found 'axis' alone, expected 'axis' and "
       "'angle' together"},
      {"InertiaTwice",
       changed("{name: link2, ", "{name: link2, inertia: {mass: 1, moments: [1, 1, 1]}, "),
       "bad.yaml:4:70: model.bodies[1].shapes[0]: found a mass or density beside the body's "
       "'inertia', expected only one of them"},
  };
}

std::vector<Case> run_cases() {
  return {
      {"UnknownJoint", base() + "initial: {joint3: 1}\n",
       "bad.yaml:8:19: initial.joint3: the model has no coordinate named 'joint3'; did you mean "
       "'joint1'?"},
      {"NumberForTwoCoordinates", base() + "initial: {joint2: 1}\n",
       "bad.yaml:8:19: initial.joint2: found '1', expected a list of 2 numbers (a universal "
       "joint)"},
      {"UnknownCoordinate", base() + "initial: {joint2.flexon: 1}\n",
       "bad.yaml:8:26: initial.joint2.flexon: the model has no coordinate named 'joint2.flexon'; "
       "did you mean 'joint2.flexion'?"},
      {"PoseForAHinge", base() + "initial: {joint1: {rpy: [0, 0, 1]}}\n",
       "bad.yaml:8:19: initial.joint1: a revolute joint has no orientation, expected a number, a "
       "list or the keys q and v"},
      {"UnknownNameInAFormula", base() + "motors: [{joint: joint1, effort: 20*sin(q.jonit1)}]\n",
       "bad.yaml:8:41: motors[0].effort: found '20*sin(q.jonit1)', expected a formula of t, "
       "q.JOINT and v.JOINT: unknown name 'q.jonit1'; did you mean 'q.joint1'?"},
      {"UnknownNameInAQuotedFormula",
       base() + "motors:\n  - joint: joint1\n    effort: \"t > 0 ? v.joint2.flex : 0\"\n",
       "bad.yaml:10:22: motors[0].effort: found 't > 0 ? v.joint2.flex : 0', expected a formula of "
       "t, q.JOINT and v.JOINT: unknown name 'v.joint2.flex'; did you mean 'v.joint2.flexion'?"},
      {"EffortAndTarget", base() + "motors: [{joint: joint1, effort: 1, target: 2}]\n",
       "bad.yaml:8:10: motors[0]: found both 'effort' and 'target', expected only one of them"},
      {"NeitherEffortNorTarget", base() + "motors: [{joint: joint1}]\n",
       "bad.yaml:8:10: motors[0]: expected one of the keys effort, target"},
      {"StiffnessWithoutTarget", base() + "motors: [{joint: joint1, effort: 1, stiffness: 2}]\n",
       "bad.yaml:8:37: motors[0]: key 'stiffness' does not apply: it belongs to a servo, which has "
       "a 'target' instead of an 'effort'"},
      {"OneEffortForTwoCoordinates", base() + "motors: [{joint: joint2, effort: 1}]\n",
       "bad.yaml:8:34: motors[0].effort: found '1', expected a list of 2 formulas (one per "
       "coordinate)"},
      {"TwoMotorsOfOneName",
       base() + "motors: [{joint: joint1, effort: 1}, {joint: joint1, effort: 2}]\n",
       "bad.yaml:8:38: motors[1]: the name 'joint1' is already used; give each its own 'name'"},
      {"PathOfAPosition", base() + "prescribed: [{joint: joint1, position: sin(q.joint1)}]\n",
       "bad.yaml:8:44: prescribed[0].position: found 'sin(q.joint1)', expected a formula of t: "
       "unknown name 'q.joint1'"},
      {"PathForTwoCoordinates", base() + "prescribed: [{joint: joint2, position: sin(t)}]\n",
       "bad.yaml:8:22: prescribed[0].joint: joint 'joint2' has 2 coordinates, expected one of "
       "'joint2.abduction', 'joint2.flexion'"},
      {"PathWithInfiniteVelocity", base() + "prescribed: [{joint: joint1, position: sqrt(t)}]\n",
       "bad.yaml:8:40: prescribed[0].position: position, velocity or acceleration is not finite at "
       "t = 0, where it starts"},
      {"UnknownIntegrator", base() + "integrator: {kind: rk45}\n",
       "bad.yaml:8:20: integrator.kind: unknown integrator 'rk45'; write 'dormand_prince'"},
      {"ToleranceOfAFixedStep", base() + "integrator: {kind: rk4, tolerance: 1e-6}\n",
       "bad.yaml:8:36: integrator.tolerance: this integrator has a fixed step; set 'step', or "
       "choose automatic, dormand_prince or radau"},
      {"UnknownColumn", base() + "record: {columns: [q, torque]}\n",
       "bad.yaml:8:23: record.columns[1]: unknown column 'torque', expected one of q, v, a, tau, "
       "f, energy, limits, contacts, contact_points, cables, elements, poses, energy_by_source"},
      {"UnknownFrame", base() + "record: {frames: [tip]}\n",
       "bad.yaml:8:19: record.frames[0]: the model has no frame named 'tip'"},
      {"IncludeMissing", "include: nothere.yaml\n" + base(),
       "bad.yaml:1:10: include: found no file 'nothere.yaml', expected a scenario to include"},
      {"ModelMissing", "model: nothere.yaml\n",
       "bad.yaml:1:8: model: found no file 'nothere.yaml', expected a model (YAML or URDF)"},
      {"UrdfMissing", "model: {urdf: nothere.urdf}\n",
       "bad.yaml:1:15: model.urdf: found no file 'nothere.urdf', expected a URDF file"},
      {"UnknownBuiltin", "model: {builtin: hnad}\n",
       "bad.yaml:1:18: model.builtin: unknown built-in model 'hnad'; did you mean 'hand'?"},
      {"ChainWithoutLinks", "model: {builtin: chain}\n",
       "bad.yaml:1:8: model: key 'links' is missing: the number of links of the chain"},
      {"ChainOfNoLinks", "model: {builtin: chain, links: 0}\n",
       "bad.yaml:1:32: model.links: found '0', expected a whole number from 1 to 2000"},
      {"ArmWithLinks", "model: {builtin: arm, links: 2}\n",
       "bad.yaml:1:8: model: built-in model 'arm' has no 'links'; only chains do"},
      {"ArmWithLimits", "model: {builtin: arm, limits: true}\n",
       "bad.yaml:1:31: model.limits: built-in model 'arm' has none; only hand, human_figure and "
       "gymnast do"},
      {"GymnastWithSprings", "model: {builtin: gymnast, springs: true}\n",
       "bad.yaml:1:36: model.springs: built-in model 'gymnast' has none; only the hand does"},
  };
}

class ScenarioErrors : public testing::TestWithParam<Case> {};

TEST_P(ScenarioErrors, HaveThisMessage) {
  try {
    parse_scenario(GetParam().text, "bad.yaml", "");
    ADD_FAILURE() << "the scenario was accepted";
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Files, ScenarioErrors, testing::ValuesIn(file_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Models, ScenarioErrors, testing::ValuesIn(model_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Runs, ScenarioErrors, testing::ValuesIn(run_cases()), name_of);

TEST(ScenarioErrorCases, StartFromAGoodOne) {
  EXPECT_EQ(parse_scenario(base(), "good.yaml", "").setup.model->nv(), 3);
}

}  // namespace
}  // namespace catena
