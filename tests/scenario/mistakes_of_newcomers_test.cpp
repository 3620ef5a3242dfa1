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

}  // namespace
}  // namespace catena
