// By time steps a closed contact passes a fold of its chain: the tip of two equal links that slides
// on the ground passes their base, where a force on it has no effect.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

// Two links of length 1 stand at (q, pi - 2 q), the tip on the ground without friction. It passes
// the base at q = pi, whatever the speed.
struct Fold {
  double q, w;
};

std::string links(const Fold& fold, const std::string& method) {
  const std::string q = std::to_string(fold.q), w = std::to_string(fold.w);
  return R"(
model:
  bodies:
    - {name: a, inertia: &rod {mass: 1, com: [0, 0, 0.5], moments: [1/12, 1/12, 1e-6]}}
    - {name: b, inertia: *rod}
  joints:
    - {name: j, kind: revolute, parent: world, child: a, axis: [0, 1, 0]}
    - {name: k, kind: revolute, parent: a, child: b, axis: [0, 1, 0], at: [0, 0, 1]}
  contacts: [{name: tip, point: {body: b, at: [0, 0, 1]}, plane: ground, two_sided: true}]
initial: {j: {q: )" +
         q + ", v: " + w + "}, k: {q: pi - 2*" + q + ", v: -2*" + w + R"(}}
duration: 2
contact: )" +
         method;
}

State end_of(const std::string& text) {
  const Scenario scenario = parse_scenario(text, "fold.yaml", ".");
  Simulation simulation(scenario.setup);
  simulation.advance(scenario.duration);
  EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-6);
  return simulation.state();
}

TEST(Folds, ATipSlidesPastItsBaseByStepsAsByEvents) {
  for (int i = 0; i < 12; ++i) {
    const Fold fold{2.2 + 0.01 * i, 0.6 + 0.17 * i};
    const State exact = end_of(links(fold, "events"));
    for (const double step : {1e-3, 5e-4, 2e-4}) {
      const State steps =
          end_of(links(fold, "{method: stepping, step: " + std::to_string(step) + "}"));
      EXPECT_NEAR(steps.q[0], exact.q[0], 4e-4) << fold.w << " " << step;
      EXPECT_NEAR(steps.v[1], exact.v[1], 2e-2) << fold.w << " " << step;
    }
  }
}

// Carvalho's inverted double pendulum, whose tip comes to slide and passes the base at 1.966 s.
TEST(Folds, TheInvertedDoublePendulumGoesOn) {
  for (const double step : {1e-3, 5e-4}) {
    Scenario scenario =
        load_scenario(CATENA_SOURCE_DIR "/examples/inverted_double_pendulum_half.yaml");
    scenario.setup.contact_options.method = ContactMethod::Events;
    Simulation exact(scenario.setup);
    exact.advance(2.2);
    scenario.setup.contact_options.method = ContactMethod::Stepping;
    scenario.setup.contact_options.step = step;
    Simulation simulation(scenario.setup);
    simulation.advance(2.2);
    EXPECT_NEAR(simulation.state().q[0], exact.state().q[0], 4e-4) << step;
    EXPECT_NEAR(exact.state().q[0], 3.295, 1e-3);
  }
}

}  // namespace
}  // namespace catena
