// Values of the wrong form (a number where a map is expected, a name where three numbers are), and
// what the messages say to write.

#include <gtest/gtest.h>

#include <ostream>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

struct WrongForm {
  const char* name;
  std::string text;
  const char* message;  // its end
};
void PrintTo(const WrongForm& mistake, std::ostream* out) {
  *out << mistake.name;
}

// An arm with more keys of its shape and of its joint.
std::string arm_with(const std::string& shape, const std::string& joint, const std::string& rest) {
  return "model:\n  bodies:\n    - {name: arm, shapes: [{" + shape +
         "mass: 2}]}\n  joints:\n    - {name: elbow, kind: revolute, parent: world, child: arm, "
         "axis: [0, 1, 0]" +
         joint + "}\n" + rest;
}

std::vector<WrongForm> wrong_forms() {
  const std::string box = "box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], ";
  const auto top = [&](const std::string& rest) { return arm_with(box, "", rest); };
  const auto joint = [&](const std::string& keys) { return arm_with(box, ", " + keys, ""); };
  const auto shape = [&](const std::string& keys) { return arm_with(keys + ", ", "", ""); };
  return {
      {"GravityAsANumber", "model:\n  gravity: 9.81\n" + top("").substr(7),
       "found '9.81', expected a list of 3 numbers; write [0, 0, -9.81]"},
      {"FrictionAsANumber", joint("friction: 0.3"),
       "found '0.3', expected a map with the keys coulomb, static; write {coulomb: 0.3}"},
      {"SpringAsANumber", joint("spring: 100 N m"),
       "expected a map with the keys stiffness, rest; write {stiffness: 100 N m}"},
      {"LimitsAsAList", joint("limits: [-90 deg, 90 deg]"),
       "lower, upper, restitution, velocity, effort; write {lower: -90 deg, upper: 90 deg}"},
      {"BoxAsAList", shape("box: [1, 0.1, 0.1]"),
       "found a list of 3, expected a map with the keys sides; write {sides: [1, 0.1, 0.1]}"},
      {"SphereAsANumber", shape("sphere: 5 cm"),
       "found '5 cm', expected a map with the keys radius; write {radius: 5 cm}"},
      {"ColorByName", shape("sphere: {radius: 1}, color: Red"),
       "found 'Red', expected a list of 3 numbers; write [1, 0, 0]"},
      {"ColorByDigits", shape("sphere: {radius: 1}, color: '#ff8000'"),
       "found '#ff8000', expected a list of 3 numbers; write [1, 0.5, 0]"},
      {"ColorThatIsNone", shape("sphere: {radius: 1}, color: dark"),
       "expected a list of 3 numbers; write [red, green, blue], each from 0 to 1"},
      {"RecordAsANumber", top("record: 0.01\n"),
       "interval, columns, frames, pairs, touched; write {interval: 0.01}"},
      {"RecordAll", top("record: all\n"),
       "found 'all', expected a map with the keys interval, columns, frames, pairs, touched"},
      {"OnePlot", top("plots: q.elbow\n"), "found 'q.elbow', expected a list; write [q.elbow]"},
      {"MotorsAsABlock", top("motors:\n  joint: elbow\n  effort: 5\n"),
       "found a map (key: value), expected a list; write '- ' before each of its items"},
      {"MotorsInBraces", top("motors: {joint: elbow, effort: 5}\n"),
       "expected a list; write [{...}], with brackets around the braces"},
      {"OnForTrue", top("settle: on\n"), "found 'on', expected true or false; write true"},
      {"NoForFalse", top("ground: no\n"), "found 'no', expected true or false; write false"},
      {"TimeOfAChange", top("changes: [{time: 1, cut: elbow}]\n"),
       "unknown key 'time'; write 'at'"},
      {"CutsABody", top("changes: [{at: 1, cut: arm}]\n"),
       "there is no joint, loop, cable, string or spring 'arm'; this is a body; its joint is "
       "'elbow'"},
      {"Camera", top("camera: {zoom: 2}\n"), "unknown key 'camera'; write 'picture'"},
      {"FrameOfAParent", top("  frames: [{name: tip, parent: arm}]\n"),
       "unknown key 'parent'; write 'body'"},
      {"ControllerOfOneJoint", top("controllers: [{name: c, kind: pid, joint: elbow, p: 10}]\n"),
       "unknown kind of controller 'pid'; a controller of one joint is a motor: 'motors: [{joint: "
       "NAME, target: 30 deg, stiffness: 100, damping: 10}]'"},
      {"IntegratorForStiffMotion", top("integrator: ode15s\n"),
       "unknown integrator 'ode15s'; write 'radau'"},
      {"AnchorThatIsNotThere", top("initial: *start\n"),
       "'*start' stands for what is marked '&start', but nothing above is; put a text that begins "
       "with '*' in quotes"},
      {"RangeAsAList", top("  frames: [{for: i in [1, 2, 3], name: f$i, body: arm}]\n"),
       "found '[' inside a value; put a text with brackets in quotes; a range of 'for' is written "
       "'i in 1..3'"},
      {"RobotOfMuJoCo", "<mujoco model=\"m\">\n</mujoco>\n",
       "bad.yaml: this is a MuJoCo file (MJCF), expected YAML; robots are read from URDF files: "
       "write 'model: {urdf: FILE}'"},
      {"RobotInUrdf", "<?xml version=\"1.0\"?>\n<robot name=\"r\"/>\n",
       "bad.yaml: this is a robot file in XML, expected YAML; write 'model: {urdf: FILE}', or give "
       "it a name that ends in .urdf"},
      {"ALineTooFarToTheLeft", "model:\n    bodies: []\n  joints: []\n",
       "this line begins in column 3 and line 2 in column 5; keys of one map and items of one list "
       "begin in the same column; the value of a key begins further right, below a ':' that ends "
       "its line"},
  };
}

class WrongForms : public testing::TestWithParam<WrongForm> {};

TEST_P(WrongForms, SayWhatToWrite) {
  try {
    parse_scenario(GetParam().text, "bad.yaml", "");
    FAIL() << "accepted";
  } catch (const ScenarioError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos)
        << error.what() << "\nexpected " << GetParam().message;
  }
}

INSTANTIATE_TEST_SUITE_P(All, WrongForms, testing::ValuesIn(wrong_forms()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace catena
