// Cables in scenario files and in checkpoints.

#include <gtest/gtest.h>

#include <sstream>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena {
namespace {

std::string with_cable(const std::string& cable) {
  return R"(model:
  bodies: [{name: mass, inertia: {mass: 2}}]
  joints: [{name: fall, kind: prismatic, parent: world, child: mass, axis: [0, 0, -1]}]
  cables:
    - )" +
         cable + "\n";
}

std::string error_of(const std::string& cable) {
  try {
    parse_scenario(with_cable(cable), "test", ".");
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

TEST(CableFile, TellsWhatIsWrong) {
  const std::string good = "{body: world, at: [0, 0, 1]}, {body: mass}";
  EXPECT_EQ(error_of("{name: a, route: [" + good + "], youngs_modulus: 1 GPa, radius: 1 mm}"), "");
  const auto expect = [&](const std::string& cable, const char* part) {
    EXPECT_NE(error_of(cable).find(part), std::string::npos) << error_of(cable);
    EXPECT_EQ(error_of(cable).rfind("test:5:", 0), 0u) << error_of(cable);
  };
  expect("{name: a, route: [" + good + "], youngs_modulus: 1 m, radius: 1 mm}",
         "a stress (Pa or MPa)");
  expect("{name: a, route: [" + good + "], youngs_modulus: 1 GPa}", "radius");
  expect("{name: a, route: [{body: mass}], youngs_modulus: 1 GPa, radius: 1 mm}", "one stop");
  expect("{name: a, route: [{body: mas}, {body: mass}], youngs_modulus: 1 GPa, radius: 1 mm}",
         "'mass'");
  expect(
      "{name: a, route: [" + good + ", {body: world, grips: true}], youngs_modulus: 1, radius: 1}",
      "a point has none");
  expect("{name: a, joint: fall, youngs_modulus: 1 GPa, radius: 1 mm}",
         "expected involute_u, involute_eps or involute_l");
  expect("{name: a, joint: fal, youngs_modulus: 1 GPa, radius: 1 mm}", "fall");
}

TEST(CableFile, StopsInsideACircleAreRefusedAtTheStart) {
  const Scenario scenario = parse_scenario(
      with_cable("{name: a, route: [{body: world, radius: 2}, {body: mass, at: [1, 0, 0]}], "
                 "youngs_modulus: 1 GPa, radius: 1 mm}"),
      "test", ".");
  EXPECT_THROW(Simulation{scenario.setup}, ModelError);
}

TEST(CableFile, MassIsLentInAnyOrderAndNotTooMuch) {
  const auto scenario = [](double mass) {
    std::string text = R"(model:
  bodies:
    - {name: tip, lent_mass: {mass: MASS, from: rod, at: [0, 0, 1]}}
    - {name: rod, inertia: {mass: 3, com: [0, 0, 0.5], moments: [0.25, 0.25, 0.001]}}
  joints:
    - {name: swing, kind: revolute, parent: world, child: rod, axis: [1, 0, 0]}
    - {name: end, kind: prismatic, parent: rod, child: tip, at: [0, 0, 1]}
)";
    text.replace(text.find("MASS"), 4, std::to_string(mass));
    return parse_scenario(text, "test", ".");
  };
  const Scenario good = scenario(0.5);
  EXPECT_NEAR(good.setup.model->body(good.setup.model->find_body("tip")).inertia.mass, 0.5, 0.0);
  EXPECT_NEAR(good.setup.model->body(good.setup.model->find_body("rod")).inertia.mass, 2.5, 0.0);
  // About the centre of mass that is left, the rod's moment is 1 - m - (1.5 - m)^2 / (3 - m).
  EXPECT_NO_THROW(scenario(0.74));
  EXPECT_THROW(scenario(0.76), std::exception);
}

TEST(CableFile, CoordinatesThatDoNotExistAreRefused) {
  Scenario scenario = load_scenario(CATENA_SOURCE_DIR "/examples/tensegrity/single_strut.yaml");
  scenario.setup.cables[0].joint.first_dof = 1000;
  EXPECT_THROW(Simulation{scenario.setup}, std::invalid_argument);
}

// A checkpoint in the middle of slack, stick and slip continues bit for bit.
TEST(CableFile, CheckpointsContinueExactly) {
  const std::string folder = CATENA_SOURCE_DIR "/examples/tensegrity/";
  for (const char* name : {"tendon_finger.yaml", "single_strut.yaml"}) {
    const Scenario scenario = load_scenario(folder + name);
    Simulation whole(scenario.setup), first(scenario.setup), second(scenario.setup);
    whole.advance(0.3);
    first.advance(0.3);
    second.restore(test::through_text(first.state(), scenario.setup));
    whole.advance(0.6);
    second.advance(0.6);
    EXPECT_EQ((whole.state().q - second.state().q).norm(), 0.0) << name;
    EXPECT_EQ((whole.state().v - second.state().v).norm(), 0.0) << name;
    EXPECT_EQ(test::state_text(whole), test::state_text(second)) << name;
  }
}

}  // namespace
}  // namespace catena
