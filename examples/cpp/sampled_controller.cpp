// A controller in discrete time, as it runs on a processor: every 10 ms it reads the position and
// velocity of a cart and sets the force of the motor, which then stays until the next time.

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "catena/catena.hpp"

using namespace catena;

int main() {
  constexpr double mass = 2.0, period = 0.01, stiffness = 80.0, damping = 20.0, target = 0.5;

  ModelBuilder builder;
  const BodyId cart = builder.add_body("cart", solid_sphere(mass, 0.1));
  builder.add_joint(prismatic("track", {1.0, 0.0, 0.0}), builder.world(), cart);
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  // The motor on velocity coordinate 0 exerts what stands in `force`.
  const auto force = std::make_shared<std::vector<double>>(1, 0.0);
  setup.motors.push_back(hand_motor("drive", {0}, force));
  Simulation simulation(setup);

  // By hand: a constant force over one period.
  double x = 0.0, v = 0.0;
  for (int k = 0; k < 150; ++k) {
    const State& now = simulation.state();
    (*force)[0] = stiffness * (target - now.q[0]) - damping * now.v[0];
    simulation.inputs_changed();  // the next step must not continue with the old force
    simulation.advance((k + 1) * period);

    const double a = (stiffness * (target - x) - damping * v) / mass;
    x += v * period + 0.5 * a * period * period;
    v += a * period;
  }
  const double q = simulation.state().q[0];
  std::printf("after %.2f s the cart is at %.9f m, by hand %.9f m\n", simulation.state().t, q, x);
  return std::abs(q - x) < 1e-11 && std::abs(q - target) < 0.01 ? EXIT_SUCCESS : EXIT_FAILURE;
}
