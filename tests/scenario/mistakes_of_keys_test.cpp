// Mistakes with keys, names and places, each with its message.

#include <gtest/gtest.h>

#include <ostream>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

struct KeysMistake {
  const char* name;
  std::string text;
  const char* message;
};
void PrintTo(const KeysMistake& mistake, std::ostream* out) {
  *out << mistake.name;
}

const std::string keys_arm = R"(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)";

// The same with the first `from` replaced.
std::string keys_with(const std::string& from, const std::string& to) {
  std::string text = keys_arm;
  return text.replace(text.find(from), from.size(), to);
}

std::vector<KeysMistake> mistakes_of_keys() {
  return {
      {"ServoWithoutStiffness", keys_arm + R"y(motors: [{joint: elbow, target: 30 deg}]
)y",
       "bad.yaml:6:10: motors[0]: key 'stiffness' is missing (of a servo, N m/rad or N/m)"},
      {"SpeedOfAMotor", keys_arm + R"y(motors: [{joint: elbow, speed: 30 rpm}]
)y",
       "bad.yaml:6:25: motors[0]: unknown key 'speed'; a motor that keeps a speed has 'effort: "
       "5*(10 - v.JOINT)'; 'prescribed' gives a motion exactly (keys: name, joint, effort, ratio, "
       "target, stiffness, damping, effort_limit)"},
      {"SpeedOfAPath", keys_arm + R"y(prescribed: [{joint: elbow, velocity: 3}]
)y",
       "bad.yaml:6:29: prescribed[0]: unknown key 'velocity'; write 'position', for a constant "
       "speed 3*t (keys: name, joint, position)"},
      {"MotorOnABody", keys_arm + R"y(motors: [{joint: arm, effort: 3}]
)y",
       "bad.yaml:6:18: motors[0].joint: the model has no coordinate named 'arm'; this is a body; "
       "its joint is 'elbow'"},
      {"AxisWithoutCommas", keys_with(R"y([0, 1, 0])y", R"y(0 1 0)y"),
       "bad.yaml:5:70: model.joints[0].axis: found '0 1 0', expected a list of 3 numbers; write "
       "[1, 2, 3], with commas"},
      {"NegativeAxis", keys_with(R"y([0, 1, 0])y", R"y(-z)y"),
       "bad.yaml:5:70: model.joints[0].axis: found '-z', expected a list of 3 numbers; write [0, "
       "0, -1]"},
      {"AxisInParentheses", keys_with(R"y([0, 1, 0])y", R"y((0, 1, 0))y"),
       "bad.yaml:5:74: model.joints[0]: a comma ends the value '(0' inside braces; a list needs "
       "brackets: axis: [0, 1, 0]"},
      {"ParentIsTheGround", keys_with(R"y(worl)y", R"y(groun)y"),
       "bad.yaml:5:45: model.joints[0].parent: there is no body named 'ground'; the fixed body is "
       "called 'world'"},
      {"MassOfABody", keys_with(R"y(e: arm, )y", R"y(e: arm, mass: 2, )y"),
       "bad.yaml:3:19: model.bodies[0]: unknown key 'mass'; write 'inertia: {mass: ...}', or "
       "'mass' in one of its shapes (keys: name, inertia, shapes, draw, lent_mass)"},
      {"CoefficientOfAJoint", keys_with(R"y(1, 0])y", R"y(1, 0], friction: {mu: 0.3})y"),
       "bad.yaml:5:92: model.joints[0].friction: unknown key 'mu'; write 'coulomb', an effort: a "
       "joint has no normal force to multiply (keys: coulomb, static)"},
      {"PoseAsSixNumbers", keys_with(R"y(1, 0])y", R"y(1, 0], at: [0, 0, 1, 0, 0, 0])y"),
       "bad.yaml:5:85: model.joints[0].at: found a list of 6, expected a position [x, y, z]; with "
       "a rotation, write {position: [x, y, z], rpy: [0, 90 deg, 0]}"},
      {"RateOfSamples", keys_arm + R"y(record: {rate: 100 Hz}
)y",
       "bad.yaml:6:10: record: unknown key 'rate'; write 'interval', the time between samples "
       "(keys: interval, columns, frames, pairs, touched)"},
      {"MethodForKind", keys_arm + R"y(integrator: {method: rk4}
)y",
       "bad.yaml:6:14: integrator: unknown key 'method'; write 'kind' (keys: kind, step, "
       "tolerance, absolute_tolerance, max_step)"},
      {"PlotOfY", keys_arm + R"y(plots: [{y: q.elbow}]
)y",
       "bad.yaml:6:10: plots[0]: unknown key 'y'; write 'columns' (keys: title, columns, x)"},
      {"EditWithoutAList", R"y(model: {builtin: hand, edit: {palm: {mass: 3}}}
)y",
       "bad.yaml:1:37: model.edit.palm: the model has no list 'palm', expected one of bodies, "
       "joints"},
      {"EditOfNothing", R"y(model: {edit: {bodies: [{name: palm, inertia: {mass: 1}}]}}
)y",
       "bad.yaml:1:24: model.edit.bodies: the model has no list 'bodies'; 'edit' needs a model to "
       "change: include one, or name a built-in model or a robot"},
      {"ForceOnBody", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  forces: [{name: w, body: arm, force: [0, 0, 3]}]
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)y",
       "bad.yaml:4:22: model.forces[0]: unknown key 'body'; write 'on' (keys: name, on, force, "
       "torque, axes, energy)"},
      {"PlaceOfAForce", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  forces: [{name: w, on: arm, at: [1, 0, 0], force: [0, 0, 3]}]
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)y",
       "bad.yaml:4:31: model.forces[0]: unknown key 'at'; write 'on: {body: NAME, at: [x, y, z]}' "
       "(keys: name, on, force, torque, axes, energy)"},
      {"LoopWithParent", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  loops: [{name: k, kind: revolute, parent: world, child: arm}]
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)y",
       "bad.yaml:4:37: model.loops[0]: unknown key 'parent'; write 'a' (keys: name, kind, a, b, "
       "axis, axis2, pitch, radius, coordinates, damping, friction, spring, limits)"},
      {"ContactOfTwoBodies", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  contacts: [{name: k, a: arm, b: ground}]
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)y",
       "bad.yaml:4:24: model.contacts[0]: unknown key 'a'; write 'point' and 'plane', 'sphere' or "
       "'surface' (keys: name, point, radius, plane, surface, sphere, restitution, friction, "
       "static_friction, slip_speed, friction_across, friction_axis, spin, rolling, "
       "surface_velocity, region, friction_law, two_sided)"},
      {"StiffnessOfACable", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  cables: [{name: k, route: [{body: world}, {body: arm, at: [1, 0, 0]}], stiffness: 1000}]
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)y",
       "bad.yaml:4:74: model.cables[0]: unknown key 'stiffness'; write 'youngs_modulus' and "
       "'radius' or 'area': stiffness is the modulus times the area divided by the length (keys: "
       "name, route, joint, youngs_modulus, radius, area, damping, smoothing, tension, "
       "rest_length, let_out)"},
      {"TwoParents", keys_arm + R"y(    - {name: elbow2, kind: revolute, parent: world, child: arm}
)y",
       "bad.yaml:6:7: model.joints[1]: body 'arm' is the child of joint 'elbow' already, so joint "
       "'elbow2' would close a loop; a tree has one joint per child; put joints that close loops "
       "under 'loops'"},
      {"LooseBody", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
    - {name: stray, shapes: [{sphere: {radius: 1}, mass: 1}]}
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)y",
       "bad.yaml:4:7: model.bodies[1]: body 'stray' has no joint to a parent; add one: a weld if "
       "it is fixed, a free joint if it can fly"},
      {"MatrixOfInertia", R"y(model:
  bodies: [{name: a, inertia: {mass: 1, matrix: [[1,0,0],[0,1,0],[0,0,1]]}}]
  joints: [{name: e, kind: revolute, parent: world, child: a}]
)y",
       "bad.yaml:2:41: model.bodies[0].inertia: unknown key 'matrix'; write 'moments' [ixx, iyy, "
       "izz] and 'products' [ixy, ixz, iyz] (keys: mass, com, moments, products, first_moment, "
       "tolerated)"},
      {"MassWithoutMoments", R"y(model:
  bodies: [{name: a, inertia: {mass: 1}}]
  joints: [{name: e, kind: revolute, parent: world, child: a}]
)y",
       "bad.yaml:3:12: model.joints[0]: joint 'e': nothing resists its coordinate 0, so its "
       "acceleration is not defined; give body 'a' or a body beyond it mass and moments of "
       "inertia, or the joint an armature"},
      {"Floor", keys_arm + R"y(floor: true
)y",
       "bad.yaml:6:1: unknown key 'floor'; write 'ground' (keys: catena, name, description, "
       "include, parameters, tables, model, initial, state, motors, controllers, prescribed, "
       "contact, ground, settle, impacts, changes, switched_off, reroot, integrator, start_time, "
       "duration, record, grasps, plots, study, picture)"},
      {"UnknownIgnoredBody", keys_arm + R"y(contact: {shapes: all, ignore: [[arm, tabel]]}
)y",
       "bad.yaml:6:33: contact.ignore[0]: there is no body 'tabel'"},
      {"CouplingOfTime", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  loops: [{name: k, coupling: {zero: q.elbow - t}}]
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)y",
       "bad.yaml:4:48: model.loops[0].coupling.zero: found 'q.elbow - t', expected a formula of "
       "q.JOINT, of angles and lengths: unknown name 't'; this value cannot depend on time"},
  };
}

class MistakesOfKeys : public testing::TestWithParam<KeysMistake> {};

TEST_P(MistakesOfKeys, AreExplained) {
  try {
    parse_scenario(GetParam().text, "bad.yaml", "");
    ADD_FAILURE() << "the scenario was accepted";
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MistakesOfKeys, testing::ValuesIn(mistakes_of_keys()),
                         [](const auto& made) { return std::string(made.param.name); });

}  // namespace
}  // namespace catena
