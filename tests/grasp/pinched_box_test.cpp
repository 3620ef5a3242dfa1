// A box between two flat fingers: each face touches with four corners, and any share of the load
// among them obeys the laws. With all of it on one corner the box would swing about it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

constexpr double friction = 0.5, gravity = 9.81;

// Fingers press with so much each, from so far away.
Simulation pinch(double force, double mass, double gap) {
  const Scenario scenario = parse_scenario(fmt::format(R"(
model:
  bodies:
    - {{name: box, shapes: [{{box: {{sides: [0.06, 0.06, 0.1]}}, mass: {1}}}]}}
    - {{name: left, shapes: [{{box: {{sides: [0.02, 0.02, 0.02]}}, mass: 0.1}}]}}
    - {{name: right, shapes: [{{box: {{sides: [0.02, 0.02, 0.02]}}, mass: 0.1}}]}}
  joints:
    - {{name: move, kind: free, parent: world, child: box}}
    - {{name: jl, kind: prismatic, parent: world, child: left, axis: [1, 0, 0], at: [{3}, 0, 0]}}
    - {{name: jr, kind: prismatic, parent: world, child: right, axis: [-1, 0, 0], at: [{2}, 0, 0]}}
motors: [{{joint: jl, effort: {0}}}, {{joint: jr, effort: {0}}}]
contact: {{method: stepping, shapes: all, friction: 0.5}}
duration: 1
)",
                                                       force, mass, 0.04 + gap, -0.04 - gap),
                                           "pinch.yaml", ".");
  return Simulation(scenario.setup);
}

TEST(PinchedBox, IsHeldUpToWhatFrictionTakes) {
  for (const double force : {4.0, 5.0, 6.0, 10.0, 15.0, 30.0, 50.0})
    for (const double part : {0.1, 0.3, 0.7, 0.99}) {
      Simulation simulation = pinch(force, part * 2.0 * friction * force / gravity, 0.0);
      simulation.advance(0.05);
      const Eigen::VectorXd& q = simulation.state().q;
      EXPECT_LT(q.segment<3>(1).norm() + q.segment<3>(4).norm(), 1e-12) << force << " " << part;
    }
}

// What is too heavy slides straight down.
TEST(PinchedBox, SlidesStraightDown) {
  for (const double mass : {1.02, 1.03, 1.1, 1.5}) {
    Simulation simulation = pinch(10.0, mass, 0.0);
    simulation.advance(0.05);
    const Eigen::VectorXd& q = simulation.state().q;
    const double fall = 0.5 * (gravity - 2.0 * friction * 10.0 / mass) * 0.05 * 0.05;
    EXPECT_NEAR(q[6], -fall, 1e-9) << mass;
    EXPECT_LT(q.segment<3>(1).norm() + q.segment<2>(4).norm(), 1e-12) << mass;
  }
}

// It falls until the fingers have come.
TEST(PinchedBox, IsCaught) {
  Simulation simulation = pinch(10.0, 0.4, 1e-4);
  simulation.advance(0.1);
  const Eigen::VectorXd caught = simulation.state().q;
  EXPECT_NEAR(caught[6], -9.81e-6, 1e-6);
  EXPECT_LT(caught.segment<3>(1).norm() + caught.segment<2>(4).norm(), 1e-12);
  simulation.advance(0.3);
  EXPECT_LT((simulation.state().q - caught).norm(), 1e-12);
}

}  // namespace
}  // namespace catena
