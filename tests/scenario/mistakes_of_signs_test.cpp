// Mistakes with numbers, units, signs and texts, each with its message.

#include <gtest/gtest.h>

#include <ostream>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

struct SignsMistake {
  const char* name;
  std::string text;
  const char* message;
};
void PrintTo(const SignsMistake& mistake, std::ostream* out) {
  *out << mistake.name;
}

const std::string signs_arm = R"(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)";

// The same with the first `from` replaced.
std::string signs_with(const std::string& from, const std::string& to) {
  std::string text = signs_arm;
  return text.replace(text.find(from), from.size(), to);
}

std::vector<SignsMistake> mistakes_of_signs() {
  return {
      {"PoundsOfMass", signs_with(R"y(s: 2)y", R"y(s: 2 lbs)y"),
       "bad.yaml:3:81: model.bodies[0].shapes[0].mass: expected a mass (kg or g), got 'lbs'; 1 lb "
       "is 0.45359237 kg"},
      {"Inches", signs_with(R"y([0.5)y", R"y([0.5 in)y"),
       "bad.yaml:3:63: model.bodies[0].shapes[0].at[0]: expected a length (m or mm), got 'in'; 1 "
       "inch is 25.4 mm"},
      {"UnitBeforeItsNumber", signs_with(R"y(ss: )y", R"y(ss: kg )y"),
       "bad.yaml:3:81: model.bodies[0].shapes[0].mass: found 'kg 2', expected a mass (kg or g): "
       "unknown name 'kg'; a unit follows its number: 2 kg"},
      {"Minutes", signs_arm + R"y(duration: 2 minutes
)y",
       "bad.yaml:6:11: duration: expected a time (s or ms), got 'minutes'; write 'min'"},
      {"MinutesAndSeconds", signs_arm + R"y(duration: 1:30
)y",
       "bad.yaml:6:11: duration: expected a time (s or ms), got ':30'; write '90 s' or '1.5 min'"},
      {"ThousandsMark", signs_arm + R"y(duration: 1_000
)y",
       "bad.yaml:6:11: duration: expected a time (s or ms), got '_000'; write a number without "
       "'_'"},
      {"TypographicMinus", signs_arm + R"y(initial: {elbow: −30 deg}
)y",
       "bad.yaml:6:18: initial.elbow: found '−30 deg', expected an angle (rad or deg): found '−', "
       "expected a number, a name or '('; write '-'"},
      {"TimesSign", signs_arm + R"y(motors: [{joint: elbow, effort: 2×t}]
)y",
       "bad.yaml:6:34: motors[0].effort: found '2×t', expected a formula of t, q.JOINT and "
       "v.JOINT: found '×', expected an operator or the end; write '*'"},
      {"MiddleDot", signs_arm + R"y(motors: [{joint: elbow, effort: 3 N·m}]
)y",
       "bad.yaml:6:36: motors[0].effort: found '3 N·m', expected a formula of t, q.JOINT and "
       "v.JOINT: found '·', expected an operator or the end; write '*'"},
      {"CubeSign", signs_with(R"y(mass: 2)y", R"y(density: 2 kg/m³)y"),
       "bad.yaml:3:84: model.bodies[0].shapes[0].density: expected a density (kg/m^3), got "
       "'kg/m³'; write 'kg/m^3'"},
      {"SquareSign", signs_arm + R"y(motors: [{joint: elbow, effort: t²}]
)y",
       "bad.yaml:6:34: motors[0].effort: found 't²', expected a formula of t, q.JOINT and v.JOINT: "
       "found '²', expected an operator or the end; write '^2'"},
      {"RootSign", signs_arm + R"y(motors: [{joint: elbow, effort: √t}]
)y",
       "bad.yaml:6:33: motors[0].effort: found '√t', expected a formula of t, q.JOINT and v.JOINT: "
       "found '√', expected a number, a name or '('; write sqrt(x)"},
      {"NumberBesideAName", signs_arm + R"y(motors: [{joint: elbow, effort: 2t}]
)y",
       "bad.yaml:6:34: motors[0].effort: found '2t', expected a formula of t, q.JOINT and v.JOINT: "
       "found 't', expected an operator or the end; a product is written with '*': 2*t"},
      {"NumberBesideAFunction", signs_arm + R"y(motors: [{joint: elbow, effort: 2 sin(t)}]
)y",
       "bad.yaml:6:35: motors[0].effort: found '2 sin(t)', expected a formula of t, q.JOINT and "
       "v.JOINT: found 'sin', expected an operator or the end; a product is written with '*': "
       "2*sin(t)"},
      {"NumberBesideAParenthesis", signs_arm + R"y(motors: [{joint: elbow, effort: 3(t+1)}]
)y",
       "bad.yaml:6:34: motors[0].effort: found '3(t+1)', expected a formula of t, q.JOINT and "
       "v.JOINT: found '(', expected an operator or the end; a product is written with '*': "
       "3*(t+1)"},
      {"SineOfDegrees", signs_arm + R"y(motors: [{joint: elbow, effort: sind(t)}]
)y",
       "bad.yaml:6:33: motors[0].effort: found 'sind(t)', expected a formula of t, q.JOINT and "
       "v.JOINT: unknown name 'sind'; write sin(30 deg)"},
      {"NoSuchVariable", signs_arm + R"y(motors: [{joint: elbow, effort: -2*theta}]
)y",
       "bad.yaml:6:36: motors[0].effort: found '-2*theta', expected a formula of t, q.JOINT and "
       "v.JOINT: unknown name 'theta'; there are t, q.elbow, v.elbow"},
      {"VelocityBehindTheJoint", signs_arm + R"y(motors: [{joint: elbow, effort: -2*elbow.v}]
)y",
       "bad.yaml:6:36: motors[0].effort: found '-2*elbow.v', expected a formula of t, q.JOINT and "
       "v.JOINT: unknown name 'elbow.v'; write v.elbow"},
      {"VelocityAsQd", signs_arm + R"y(motors: [{joint: elbow, effort: -2*qd.elbow}]
)y",
       "bad.yaml:6:36: motors[0].effort: found '-2*qd.elbow', expected a formula of t, q.JOINT and "
       "v.JOINT: unknown name 'qd.elbow'; write v.elbow"},
      {"FrameWithAFourthAxis", signs_arm + R"y(motors: [{joint: elbow, effort: -2*p.arm.w}]
)y",
       "bad.yaml:6:36: motors[0].effort: found 'p.arm.w', expected one of p.arm.x, p.arm.y, "
       "p.arm.z"},
      {"RandomNumber", signs_arm + R"y(motors: [{joint: elbow, effort: rand()}]
)y",
       "bad.yaml:6:33: motors[0].effort: found 'rand()', expected a formula of t, q.JOINT and "
       "v.JOINT: unknown name 'rand'; formulas have no random numbers"},
      {"RootOfLessThanZero", signs_arm + R"y(duration: sqrt(-1)
)y",
       "bad.yaml:6:11: duration: 'sqrt(-1)' is not a number, expected a finite number"},
      {"ParameterOfTime", signs_arm + R"y(parameters: {w: 2*t}
duration: w
)y",
       "bad.yaml:6:19: parameters.w: found '2*t', expected a number (with or without a unit): "
       "unknown name 't'; this value cannot depend on time"},
      {"UnitAlone", signs_arm + R"y(parameters: {r: mm}
duration: 1
)y",
       "bad.yaml:6:17: parameters.r: found 'mm', expected a number (with or without a unit): "
       "unknown name 'mm'; a unit follows its number: 2 mm"},
      {"NoSpaceInBraces", signs_arm + R"y(parameters: {r:1}
)y",
       "bad.yaml:6:14: parameters.r:1: expected a space after 'r:'"},
      {"MisspeltParameter", signs_arm + R"y(parameters: {stiff: 3}
motors: [{joint: elbow, effort: -stif*q.elbow}]
)y",
       "bad.yaml:7:33: motors[0].effort: found '-stif*q.elbow': unknown name 'stif'; did you mean "
       "'stiff'?"},
      {"ForceForTorque", signs_arm + R"y(motors: [{joint: elbow, effort: 5 N}]
)y",
       "bad.yaml:6:33: motors[0].effort: expected a torque (N m), got '5 N', which measures "
       "something else"},
      {"NewtonInFull", signs_arm + R"y(motors: [{joint: elbow, effort: 5 Newton meter}]
)y",
       "bad.yaml:6:35: motors[0].effort: found '5 Newton meter', expected a formula of t, q.JOINT "
       "and v.JOINT: found 'Newton', expected an operator or the end; write 'N'"},
      {"Hertz", signs_arm + R"y(motors: [{joint: elbow, effort: 5*sin(2*pi*2 Hz*t)}]
)y",
       "bad.yaml:6:46: motors[0].effort: found '5*sin(2*pi*2 Hz*t)', expected a formula of t, "
       "q.JOINT and v.JOINT: found 'Hz', expected ')' after the arguments of 'sin'; a wheel with 2 "
       "turns per second has 120 rpm, and a sine is sin(2*pi*2*t)"},
      {"MassForForce", R"y(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  forces: [{name: w, on: arm, force: [0, 0, 3 kg]}]
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)y",
       "bad.yaml:4:45: model.forces[0].force[2]: expected a force (N), got '3 kg', which measures "
       "something else"},
      {"ConstantCondition", signs_arm + R"y(changes: [{when: 3, cut: elbow}]
)y",
       "bad.yaml:6:18: changes[0].when: '3' does not change, so it never crosses zero; expected a "
       "formula of t, q.JOINT and the like"},
      {"DashWithoutSpace", signs_arm + R"y(motors:
  -joint: elbow
   effort: 3
)y",
       "bad.yaml:7:3: expected a space after '-'"},
      {"QuoteNotClosed", signs_arm + R"y(name: "My arm
)y",
       "bad.yaml:6:7: this '\"' is never closed; expected another one after the text"},
      {"TypographicQuotes", signs_arm + R"y(name: “My arm”
motors: [{joint: elbow, effort: “min(t, 1)”}]
)y",
       "bad.yaml:7:33: motors[0]: found a typographic quote; write a straight one: \""},
      {"CommentInBraces", signs_arm + R"y(motors: [{joint: elbow, effort: 3 #N m}]
)y",
       "bad.yaml:6:10: this '{' is never closed; expected '}'; ' #' begins a comment, which goes "
       "to the end of the line"},
      {"EqualsForColon", signs_arm + R"y(duration = 3
)y",
       "bad.yaml:6:1: found 'duration = 3', expected a colon and a space after 'duration'"},
      {"RangeDownwards",
       signs_arm + R"y(motors: [{for: i in 3..1, name: m$i, joint: elbow, effort: 1}]
)y",
       "bad.yaml:6:16: for: the range 3..1 goes down, expected the lower number first"},
      {"RangeWithoutDollar",
       signs_arm + R"y(motors: [{for: i in 1..3, name: m$i, joint: elbow, effort: 1*i}]
)y",
       "bad.yaml:6:60: motors[0].effort: found 'i'; the number of a range is written $i"},
      {"RangeInBraces",
       signs_arm + R"y(motors: [{for: i in 1..2, name: 'm${i}', joint: elbow, effort: 1}]
)y",
       "bad.yaml:6:33: 'm${i}': expected the name of a range after $: $i or $(i + 1)"},
  };
}

class MistakesOfSigns : public testing::TestWithParam<SignsMistake> {};

TEST_P(MistakesOfSigns, AreExplained) {
  try {
    parse_scenario(GetParam().text, "bad.yaml", "");
    ADD_FAILURE() << "the scenario was accepted";
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MistakesOfSigns, testing::ValuesIn(mistakes_of_signs()),
                         [](const auto& made) { return std::string(made.param.name); });

}  // namespace
}  // namespace catena
