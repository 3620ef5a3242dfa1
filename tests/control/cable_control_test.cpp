// Controllers that work through cables on drums, and cables that are not there any more.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/elements/simulation_error.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/support/example_text.hpp"

namespace catena::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string strut(const std::string& control) {
  return R"(
model:
  bodies:
    - {name: strut, shapes: [{cylinder: {radius: 0.02, length: 1}, at: [0, 0, 0.5], mass: 3}]}
    - {for: i in 1..3, name: drum$i, shapes: [{cylinder: {radius: 0.07, length: 0.01}, mass: 0.4}]}
  joints:
    - {name: swing, kind: universal, parent: world, child: strut, axis: [1, 0, 0], axis2: [0, 1, 0], coordinates: [phi, psi]}
    - {for: i in 1..3, name: winder$i, kind: revolute, parent: world, child: drum$i, at: {position: [0.9*cos($i*120 deg), 0.9*sin($i*120 deg), 0], rpy: [-90 deg, 0, $i*120 deg]}}
  cables:
    - {for: i in 1..3, name: c$i, route: [{body: strut, at: [0, 0, 1]}, {body: drum$i, radius: 0.07}], youngs_modulus: 2 GPa, radius: 1 mm, damping: 10 MPa s, tension: 60}
controllers:
  - {name: go, follow: [swing.phi, swing.psi], inputs: [winder1, winder2, winder3], )" +
         control + "path: [{t: 0, at: [0, 0]}, {t: 2, at: [0, 0.3]}]}\n";
}

double error_of_strut(const std::string& control) {
  Simulation simulation(parse_scenario(strut(control), "strut.yaml", ".").setup);
  simulation.advance(2.0);
  const JointInfo& swing = simulation.model().joint(simulation.model().find_joint("swing"));
  return std::hypot(simulation.state().q[swing.q], simulation.state().q[swing.q + 1] - 0.3);
}

TEST(CablesOnDrums, AreDrivenByComputedTorque) {
  EXPECT_LT(error_of_strut("kind: computed_torque, "), 0.02);
  EXPECT_LT(error_of_strut("kind: computed_torque, rate: 8, "), 1e-3);
}

TEST(CablesOnDrums, AreDrivenInTheNearRigidForm) {
  EXPECT_LT(error_of_strut("kind: near_rigid, least_stress: 10 MPa, rate: 8, "), 1e-3);
}

// One cable and one drum: the load on a vertical guide rises as it is told.
TEST(CablesOnDrums, AHoistLiftsItsLoad) {
  Simulation simulation(parse_scenario(R"(
model:
  bodies:
    - {name: load, shapes: [{box: {sides: [0.1, 0.1, 0.1]}, mass: 5}]}
    - {name: drum, shapes: [{cylinder: {radius: 0.1, length: 0.1}, mass: 2}]}
  joints:
    - {name: z, kind: prismatic, parent: world, child: load, axis: [0, 0, 1], at: [0.1, 0, -2]}
    - {name: winder, kind: revolute, parent: world, child: drum, at: {rpy: [-90 deg, 0, 0]}}
  cables:
    - {name: rope, route: [{body: load}, {body: drum, radius: 0.1}], youngs_modulus: 2 GPa, radius: 2 mm, damping: 10 MPa s, tension: 49.03}
controllers:
  - {name: lift, kind: computed_torque, follow: [z], inputs: [winder], rate: 8, path: [{t: 0, at: [0]}, {t: 2, at: [1]}]}
)",
                                       "hoist.yaml", ".")
                            .setup);
  simulation.advance(2.0);
  EXPECT_NEAR(simulation.state().q[0], 1.0, 2e-3);
}

// What a cut cable did is not known; to go on as if it were there would tear the mechanism apart.
TEST(CablesUnderControl, ACutCableEndsTheRunByName) {
  const std::string text =
      example_text("tensegrity/single_strut_track.yaml", {{"rate: 0 ", "rate: 0 "}});
  const auto run = [&](const std::string& change) {
    Simulation simulation(parse_scenario(text + change, "strut.yaml", ".").setup);
    simulation.advance(2.3);
    return simulation.state().t;
  };
  try {
    run("\nchanges: [{at: 2, cut: cable1}]\n");
    FAIL() << "expected an error";
  } catch (const SimulationError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("t = 2 s"), HasSubstr("'tracking'"),
                                    HasSubstr("'cable1'"), HasSubstr("switch_off")));
  }
  EXPECT_EQ(run("\nchanges: [{at: 2, cut: cable1, switch_off: tracking}]\n"), 2.3);
  EXPECT_THROW(run("\nchanges: [{at: 2, switch_off: cable2}]\n"), SimulationError);
}

}  // namespace
}  // namespace catena::test
