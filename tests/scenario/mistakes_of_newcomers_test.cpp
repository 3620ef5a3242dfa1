// Mistakes of those who write their first scenarios, each with its message.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

using testing::HasSubstr;

const std::string first_arm = R"(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  joints:
    - {name: left-arm, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
)";

std::string first_message(const std::string& text) {
  try {
    parse_scenario(text, "bad.yaml", "");
    return "";
  } catch (const ScenarioError& error) {
    return error.what();
  }
}

// It was accepted, and never met.
TEST(MistakesOfNewcomers, ConditionsThatHoldForAnInstant) {
  EXPECT_EQ(first_message(first_arm + "changes: [{when: t == 0.5, cut: left-arm}]\n"),
            "bad.yaml:6:18: changes[0].when: 't == 0.5' is true at single instants only; a change "
            "comes where a formula crosses zero, so write a difference, as t - 0.5 for t == 0.5");
  EXPECT_THAT(first_message(first_arm + "changes: [{when: t != 0.5, cut: left-arm}]\n"),
              HasSubstr("compare with < or >"));
  EXPECT_EQ(first_message(first_arm + "changes: [{when: t >= 0.5, cut: left-arm}]\n"), "");
}

// They stopped the run, when it came to the second one.
TEST(MistakesOfNewcomers, CutsOfWhatIsCut) {
  EXPECT_THAT(
      first_message(first_arm + "changes: [{at: 0.7, cut: left-arm}, {at: 0.5, cut: left-arm}]\n"),
      HasSubstr("changes[0].cut: 'left-arm' is cut already at 0.5 s"));
}

TEST(MistakesOfNewcomers, NamesThatFormulasCannotSay) {
  EXPECT_THAT(
      first_message(first_arm + "motors: [{joint: left-arm, effort: -v.left-arm}]\n"),
      HasSubstr("unknown name 'v.left'; names in formulas have letters a to z, digits, dots and "
                "underscores alone: call 'left-arm' otherwise"));
}

TEST(MistakesOfNewcomers, KeysThatStandElsewhere) {
  EXPECT_THAT(
      first_message(first_arm + "  couplings: [{name: g, zero: q.a - q.b}]\n"),
      HasSubstr("unknown key 'couplings'; write 'loops: [{name: gears, coupling: {zero: q.a "
                "- 2*q.b}}]'"));
  EXPECT_THAT(
      first_message("model:\n  bodies: [{name: b, shapes: [{sphere: {radius: 1}, rpy: [0, "
                    "0, 0]}]}]\n  joints: []\n"),
      HasSubstr("unknown key 'rpy'; write 'at: {position: [x, y, z], rpy: [0, 90 deg, 0]}'"));
}

std::string ball_on(const std::string& joint, const std::string& rest = "") {
  return "model:\n  bodies: [{name: b, shapes: [{sphere: {radius: 1}, mass: 1}]}]\n  joints: "
         "[{name: j, parent: world, child: b, " +
         joint + "}]\n" + rest;
}

// A screw without a pitch was a hinge; a length alone was taken per radian.
TEST(MistakesOfNewcomers, PitchesOfScrews) {
  EXPECT_THAT(first_message(ball_on("kind: helical")), HasSubstr("key 'pitch' is missing"));
  EXPECT_THAT(first_message(ball_on("kind: helical, pitch: 5 mm")),
              HasSubstr("pitch: '5 mm' may be meant per turn or per radian; write 5 mm/rad, or 5 "
                        "mm/(2*pi) for this advance per turn"));
  EXPECT_THAT(first_message(ball_on("kind: helical, pitch: 5 mm/rev")),
              HasSubstr("unknown name 'rev'; 1 revolution is 360 deg"));
  for (const char* pitch : {"0.005", "5 mm/rad", "5 mm/(2*pi)"})
    EXPECT_EQ(first_message(ball_on(std::string("kind: helical, pitch: ") + pitch)), "");
}

// They were accepted, and did nothing or something else.
TEST(MistakesOfNewcomers, KeysThatMeanNothing) {
  EXPECT_THAT(first_message(ball_on("kind: weld, limits: {lower: -1}")),
              HasSubstr("limits: a weld joint has none; it belongs to joints that can move"));
  EXPECT_THAT(first_message(first_arm + "  bushings: [{name: s, from: world, to: arm, stiffness: "
                                        "3}]\n"),
              HasSubstr("stiffness: found '3', expected three numbers for rotation, then three for "
                        "translation"));
}

TEST(MistakesOfNewcomers, FormsThatAreNearlyRight) {
  EXPECT_THAT(first_message(ball_on("kind: free", "initial: {j: [0, 0, 1]}\n")),
              HasSubstr("found a list of 3, expected {position: [x, y, z], rpy: [0, 90 deg, 0]}, "
                        "or 7 numbers"));
  EXPECT_THAT(first_message(ball_on("kind: free, at: {rotation: [0, 0, 1]}")),
              HasSubstr("unknown key 'rotation'; write 'rpy'"));
  EXPECT_THAT(first_message(ball_on("kind: free", "initial: {j: {omega: [0, 0, 1]}}\n")),
              HasSubstr("unknown key 'omega'; write 'v'"));
  EXPECT_THAT(first_message(first_arm + "  frames: [{name: tip, body: left-arm}]\n"),
              HasSubstr("no body named 'left-arm'; this is a joint; the body that it carries is "
                        "'arm'"));
  EXPECT_THAT(first_message(first_arm + "  world: {shapes: [{half_space: {normal: [0, 0, 1]}}]}\n"),
              HasSubstr("unknown key 'normal'; this map has no keys: write {}"));
  EXPECT_THAT(first_message(first_arm + "  world: {shapes: [{half_space: }]}\n"),
              HasSubstr("found nothing, expected an empty map: {}"));
  EXPECT_THAT(first_message(first_arm + "motors: [{<<: 3, joint: left-arm, effort: 3}]\n"),
              HasSubstr("unknown key '<<'; maps cannot be merged here"));
}

TEST(MistakesOfNewcomers, GravityInWords) {
  for (const auto& [word, hint] : {std::pair{"earth", "[0, 0, -9.81]"},
                                   {"false", "[0, 0, 0]"},
                                   {"0", "[0, 0, 0]"},
                                   {"[0, 0, -9.81 m/s2]", "unknown name 's2'; write 's^2'"}})
    EXPECT_THAT(first_message("model:\n  gravity: " + std::string(word) + first_arm.substr(6)),
                HasSubstr(hint));
  EXPECT_THAT(first_message(first_arm + "motors: [{joint: left-arm, effort: 2 kgf}]\n"),
              HasSubstr("1 kgf is 9.80665 N"));
  EXPECT_THAT(first_message(first_arm + "duration: 10\u207b\u00b3\n"),
              HasSubstr("write a power as 10^-3"));
  EXPECT_EQ(first_message(first_arm + "duration: 10^-3\n"), "");
}

}  // namespace
}  // namespace catena
