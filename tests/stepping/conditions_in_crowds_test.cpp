// Conditions of changes while many bodies strike within a step: none of them is lost.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

// Thirty balls bounce, and a slider passes a mark every 10 mm, at 1 m/s.
TEST(ConditionsInCrowds, AreMetWithinAStep) {
  const Scenario scenario = parse_scenario(R"yaml(
model:
  bodies:
    - {name: cart, inertia: {mass: 1, moments: [1, 1, 1]}}
    - {for: i in 1..30, name: ball$i, shapes: [{sphere: {radius: 20 mm}, mass: 0.1}]}
  joints:
    - {name: slide, kind: prismatic, axis: [1, 0, 0], parent: world, child: cart}
    - {for: i in 1..30, name: move$i, kind: free, parent: world, child: ball$i, at: [0, 0.1*$i, 22 mm + 0.1 mm*$i]}
  forces: [{name: nothing, on: cart, force: [0, 0, 0]}]
initial: {slide: {v: 1}}
contact: {method: stepping, shapes: all, ground: true, restitution: 0.7, step: 1 ms}
changes:
  - {for: i in 1..40, name: mark$i, when: q.slide - 0.01*$i, switch_off: nothing}
duration: 0.45
)yaml",
                                           "crowd.yaml", ".");
  Simulation simulation(scenario.setup);
  simulation.advance(0.45);
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_EQ(simulation.state().happened[i], 1) << "mark " << i + 1;
}

}  // namespace
}  // namespace catena
