// Cables at their ends: reeled in completely.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/elements/simulation_error.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string message_of(const std::string& text, double end, double& stopped_at) {
  Simulation simulation(parse_scenario(text, "cable.yaml", ".").setup);
  try {
    simulation.advance(end);
  } catch (const SimulationError& error) {
    stopped_at = simulation.state().t;
    return error.what();
  }
  return "";
}

// The cable, 1 m under a strain of 9.81e-3, is wound at 0.5 m/s until no more than its radius is
// left: at (1/1.00981 - sqrt(1e-6/pi)) / 0.5 = 1.97944 s.
TEST(CableEnd, AWinchThatReelsInCompletelyStopsTheRun) {
  double at = 0.0;
  const std::string message = message_of(R"(
model:
  bodies: [{name: load, shapes: [{sphere: {radius: 0.05}, mass: 1}]}]
  joints: [{name: z, kind: prismatic, parent: world, child: load, axis: [0, 0, 1], at: [0, 0, -1]}]
  cables: [{name: c, route: [{body: world}, {body: load}], youngs_modulus: 1 GPa, area: 1 mm^2, damping: 1 MPa s, let_out: -0.5*t, tension: 9.81}]
)",
                                         4.0, at);
  EXPECT_THAT(message, AllOf(HasSubstr("cable 'c'"), HasSubstr("reeled in")));
  EXPECT_NEAR(at, (1.0 / 1.00981 - std::sqrt(1e-6 / std::numbers::pi)) / 0.5, 1e-2);
}

TEST(CableEnd, ADrumThatWindsUpCompletelyStopsTheRun) {
  double at = 0.0;
  const std::string message = message_of(R"(
model:
  bodies:
    - {name: load, shapes: [{sphere: {radius: 0.02}, mass: 1}]}
    - {name: drum, shapes: [{cylinder: {radius: 0.1, length: 0.1}, mass: 2}]}
  joints:
    - {name: z, kind: prismatic, parent: world, child: load, axis: [0, 0, 1], at: [0.1, 0, -1]}
    - {name: winder, kind: revolute, parent: world, child: drum, at: {rpy: [-90 deg, 0, 0]}}
  cables:
    - {name: rope, route: [{body: load}, {body: drum, radius: 0.1}], youngs_modulus: 2 GPa, radius: 1 mm, damping: 10 MPa s, tension: 9.81}
prescribed: [{joint: winder, position: '5*t'}]
)",
                                         6.0, at);
  EXPECT_THAT(message, AllOf(HasSubstr("cable 'rope'"), HasSubstr("reeled in")));
}

TEST(CableEnd, AWeightThatIsWoundUpOnAnInvoluteJointStopsTheRun) {
  double at = 0.0;
  const std::string message = message_of(R"(
model:
  bodies:
    - {name: drum, shapes: [{cylinder: {radius: 0.1, length: 0.05}, mass: 1}]}
    - {name: end, inertia: {mass: 1, com: [0, 0, 0], moments: [1e-3, 1e-3, 1e-3]}}
  joints:
    - {name: winder, kind: revolute, parent: world, child: drum, at: {rpy: [90 deg, 0, 0]}}
    - {name: un, kind: involute_eps, radius: 0.1, parent: drum, child: end}
  cables:
    - {name: c, joint: un, youngs_modulus: 1 GPa, radius: 1 mm, damping: 1 MPa s}
initial: {un: [5, 0.003]}
prescribed: [{joint: winder, position: "t"}]
)",
                                         8.0, at);
  EXPECT_THAT(message, AllOf(HasSubstr("cable 'c'"), HasSubstr("reeled in")));
}

}  // namespace
}  // namespace catena::test
