// Parameters that were given with a unit are checked where they are used.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

// An arm with parameters, a mass, and an effort of its motor.
std::string armed(const std::string& parameters, const std::string& mass,
                  const std::string& effort = "0", const std::string& at = "0.5") {
  return "parameters: {" + parameters +
         "}\n"
         "model:\n"
         "  bodies:\n"
         "    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [" +
         at + ", 0, 0], mass: " + mass +
         "}]}\n"
         "  joints:\n"
         "    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}\n"
         "motors: [{joint: elbow, effort: " +
         effort + "}]\n";
}

std::string message_of(const std::string& text) {
  try {
    parse_scenario(text, "bad.yaml", "");
    return "";
  } catch (const ScenarioError& error) {
    return error.what();
  }
}

TEST(UnitsOfParameters, AreCheckedWhereTheyAreUsed) {
  EXPECT_EQ(message_of(armed("m: 2 kg", "1", "0", "m")),
            "bad.yaml:4:63: model.bodies[0].shapes[0].at[0]: expected a length (m or mm), got 'm', "
            "which measures something else: the parameter 'm' was given in 'kg'");
  EXPECT_EQ(message_of(armed("m: 2 kg, a: m", "1", "0", "-a")),
            "bad.yaml:4:63: model.bodies[0].shapes[0].at[0]: expected a length (m or mm), got "
            "'-a', which measures something else: the parameter 'a' was given in 'kg'");
  EXPECT_NE(message_of(armed("r: 5 mm, w: 2 kg", "w + r"))
                .find("a number in 'mm' and one in 'kg' have different units"),
            std::string::npos)
      << message_of(armed("r: 5 mm, w: 2 kg", "w + r"));
  EXPECT_NE(message_of(armed("push: 3 N", "1", "push")).find("which measures something else"),
            std::string::npos)
      << message_of(armed("push: 3 N", "1", "push"));
  EXPECT_NE(message_of(armed("push: 3 N, w: 2 kg", "1", "w + push")), "");
  // What follows a name is shown as it stands.
  EXPECT_NE(message_of(armed("r: 5 mm", "1", "0", "r foo")).find("foo"), std::string::npos);
}

TEST(UnitsOfParameters, ValuesOfAStudyFitTheirParameter) {
  const auto study = [](const std::string& values) {
    return message_of(armed("w: 2 kg", "w") + "study: {vary: {w: " + values +
                      "}, take: [{column: q.elbow}]}\n");
  };
  EXPECT_EQ(study("[1, 2 kg, 500 g]"), "");
  EXPECT_NE(study("[1 kg, 2 m]").find("expected a value as that of the parameter (kg), got 'm'"),
            std::string::npos)
      << study("[1 kg, 2 m]");
  EXPECT_NE(study("{from: 1 s, to: 2, count: 3}"), "");
}

// Numbers without a unit may have one that was not written, and quotients are left alone.
TEST(UnitsOfParameters, LeaveWhatMayBeMeant) {
  for (const char* const effort :
       {"w*9.81*0.5", "w*g*r", "2*r", "r + 0.01", "push*r", "w*g*r*sin(t)", "5", "turn*1 N m"})
    EXPECT_EQ(
        message_of(armed("w: 2 kg, r: 5 mm, push: 3 N, g: 9.81 m/s^2, turn: 3", "w", effort, "r")),
        "")
        << effort;
  const Scenario scenario =
      parse_scenario(armed("r: 5 mm, w: 2 kg", "w", "w*1 m^2/s^2", "2*r"), "good.yaml", "");
  EXPECT_NEAR(scenario.setup.model->total_mass(), 2.0, 1e-15);
}

}  // namespace
}  // namespace catena
