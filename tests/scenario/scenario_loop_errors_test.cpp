// Loops and changes of structure that are refused: the exact message, with file, line and column.

#include <gtest/gtest.h>

#include "tests/support/two_bars.hpp"

namespace catena {
namespace {

std::vector<RefusedBars> loop_cases() {
  const std::string loops = "  loops:\n    - ";
  const auto loop = [&](const char* item) { return loops + item + "\n"; };
  const auto change = [](const char* item) { return std::string("changes:\n  - ") + item + "\n"; };
  return {
      {"NoKindOfLoop", loop("{name: x, a: left, b: right}"),
       "bad.yaml:11:7: model.loops[0]: expected one of the keys kind, rod, coupling, rolling"},
      {"UnknownKind", loop("{name: x, kind: revolut, a: left, b: right}"),
       "bad.yaml:11:23: model.loops[0].kind: unknown kind of joint 'revolut'; did you mean "
       "'revolute'?"},
      {"UnknownPlace", loop("{name: x, kind: weld, a: lefd, b: right}"),
       "bad.yaml:11:32: model.loops[0].a: the model has no frame named 'lefd'; did you mean "
       "'left'?"},
      {"UnknownBody", loop("{name: x, kind: weld, a: {body: lefd}, b: right}"),
       "bad.yaml:11:39: model.loops[0].a.body: the model has no body named 'lefd'; did you mean "
       "'left'?"},
      {"BodyAndFrame", loop("{name: x, kind: weld, a: {body: left, frame: tip}, b: right}"),
       "bad.yaml:11:32: model.loops[0].a: found both 'body' and 'frame', expected only one of "
       "them"},
      {"ToItself", loop("{name: x, kind: weld, a: right, b: tip}"),
       "bad.yaml:11:7: model.loops[0]: 'x' joins body 'right' to itself; it needs two bodies"},
      {"NameTaken", loop("{name: crank, kind: weld, a: left, b: right}"),
       "bad.yaml:11:7: model.loops[0]: loop joint 'crank': a joint or constraint of that name "
       "exists already"},
      {"Armature", loop("{name: x, kind: weld, a: left, b: right, armature: 1}"),
       "bad.yaml:11:48: model.loops[0]: unknown key 'armature', expected one of name, kind, a, b, "
       "axis, axis2, pitch, radius, coordinates, damping, friction, spring, limits"},
      {"NegativeRod", loop("{name: x, rod: {a: left, b: right, length: -1}}"),
       "bad.yaml:11:50: model.loops[0].rod.length: found '-1', expected a length (m or mm), "
       "greater than 0"},
      {"RodWithoutLength", loop("{name: x, rod: {a: tip, b: {body: world, at: [1, 0, 1]}}}"),
       "bad.yaml:11:7: model.loops[0]: rod 'x' has the length 0, expected more than 0 m; for a "
       "length of 0 use a spherical joint"},
      {"UnknownCoordinate", loop("{name: x, coupling: {of: whele, to: crank}}"),
       "bad.yaml:11:32: model.loops[0].coupling.of: the model has no coordinate named 'whele'; did "
       "you mean 'wheel'?"},
      {"CoupledToItself", loop("{name: x, coupling: {of: wheel, to: wheel}}"),
       "bad.yaml:11:43: model.loops[0].coupling.to: 'wheel' is coupled to itself, expected another "
       "coordinate"},
      {"BothCouplings", loop("{name: x, coupling: {zero: q.wheel, ratio: 2}}"),
       "bad.yaml:11:43: model.loops[0].coupling: key 'ratio' does not apply: it belongs to the "
       "form "
       "'of = ratio to + offset'"},
      {"UnknownInFormula", loop("{name: x, coupling: {zero: q.wheel - v.crank}}"),
       "bad.yaml:11:44: model.loops[0].coupling.zero: found 'q.wheel - v.crank', expected a "
       "formula "
       "of q.JOINT, of angles and lengths: unknown name 'v.crank'; did you mean 'q.crank'?"},
      {"ConstantFormula", loop("{name: x, coupling: {zero: 1 - 1}}"),
       "bad.yaml:11:34: model.loops[0].coupling.zero: found '1 - 1', which contains no coordinate, "
       "expected a formula of q.JOINT, of angles and lengths"},
      {"RollingNothing", loop("{name: x, rolling: {radius: 1, on: world}}"),
       "bad.yaml:11:26: model.loops[0].rolling: expected one of the keys wheel, ball"},
      {"PrescribedLoopJoint",
       loop("{name: x, kind: planar, axis: [0, 1, 0], a: left, b: right}") +
           "prescribed: [{joint: x.0, position: t}]\n",
       "bad.yaml:12:22: prescribed[0].joint: 'x.0' closes a loop, expected a joint of the tree; "
       "let another joint close the loop"},
      {"CutUnknown", change("{at: 1, cut: cranc}"),
       "bad.yaml:11:18: changes[0].cut: there is no joint, loop, cable, string or spring 'cranc'; "
       "did you mean 'crank'?"},
      {"CutOwn", change("{at: 1, cut: x, connect: {name: x, kind: weld, a: left, b: right}}"),
       "bad.yaml:11:18: changes[0].cut: 'x' is connected by the same change, expected one that "
       "exists before it"},
      {"NoMoment", change("{cut: crank}"),
       "bad.yaml:11:5: changes[0]: expected one of the keys at, when"},
      {"TooEarly", change("{at: -1, cut: crank}"),
       "bad.yaml:11:10: changes[0].at: -1 s is before the start, which is at 0 s"},
      {"NoChange", change("{at: 1}"),
       "bad.yaml:11:5: changes[0]: expected at least one of 'cut', 'connect', 'switch_off' and "
       "'switch_on'"},
      {"ConnectTaken",
       change("{at: 1, connect: [{name: x, kind: weld, a: left, b: right}, {name: x, kind: weld, "
              "a: left, b: right}]}"),
       "bad.yaml:11:65: changes[0].connect[1]: a joint or loop 'x' exists already, expected a new "
       "name"},
      {"FormulaOfALaterJoint",
       change("{at: 1, connect: {name: x, kind: planar, axis: [0, 1, 0], a: left, b: right}}") +
           "motors: [{joint: crank, effort: v.x.1}]\n",
       "bad.yaml:12:33: motors[0].effort: 'v.x.1' belongs to a joint that is connected during the "
       "run, expected one of the start"},
      {"MotorOfALaterJoint",
       change("{at: 1, connect: {name: x, kind: revolute, a: left, b: right}}") +
           "motors: [{joint: x, effort: 1}]\n",
       "bad.yaml:12:18: motors[0].joint: 'x' belongs to a joint that is connected during the run, "
       "expected one of the start"},
  };
}

class ScenarioLoopErrors : public testing::TestWithParam<RefusedBars> {};

TEST_P(ScenarioLoopErrors, SayWhereAndWhat) {
  GetParam().expect();
}

INSTANTIATE_TEST_SUITE_P(All, ScenarioLoopErrors, testing::ValuesIn(loop_cases()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(ScenarioLoops, NeedTheNumberOfFourBars) {
  try {
    parse_scenario("model: {builtin: n_four_bar}\n", "bad.yaml", "");
    FAIL();
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(),
                 "bad.yaml:1:8: model: key 'four_bars' is missing: the number of four-bars of the "
                 "n_four_bar");
  }
}

}  // namespace
}  // namespace catena
