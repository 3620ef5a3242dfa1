// A run that is watched: a ball on a vertical rail falls on a stop that returns half of its speed.
// Prints the ball's height every 0.1 s and every bounce. With the speed halved each time the ball
// comes to rest after finitely many seconds, which is what is checked.

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "catena/catena.hpp"

int main() {
  constexpr double height = 1.0, gravity = 9.81, restitution = 0.5;

  // A mechanism: one body on one joint. A joint with one coordinate takes numbers.
  catena::ModelBuilder builder;
  const catena::BodyId ball = builder.add_body("ball", catena::solid_sphere(0.2, 0.05));
  catena::JointSpec rail = catena::prismatic("rail", {0.0, 0.0, 1.0});
  rail.position_lower = 0.0;
  builder.add_joint(rail, builder.world(), ball);

  // What a simulation needs: the mechanism and how it starts.
  catena::SimulationSetup setup;
  setup.model = std::make_shared<const catena::Model>(builder.build());
  setup.q = Eigen::VectorXd::Constant(1, height);
  setup.limits.restitution = Eigen::VectorXd::Constant(1, restitution);
  catena::Simulation simulation(setup);

  // What is called while it runs. Samples look at the run; events and steps may change it.
  double first = 0.0, last = 0.0;
  catena::RunObserver observer;
  observer.sample_interval = 0.1;
  observer.sample = [](const catena::State& state) {
    std::printf("t = %.1f s: %.4f m\n", state.t, state.q[0]);
  };
  observer.event = [&](const catena::SimulationEvent& event) {
    if (event.kind != catena::EventKind::Limit) return;
    if (first == 0.0) first = event.t;
    last = event.t;
    std::printf("t = %.6f s: %s strikes with %.4f m/s, leaves with %.4f m/s, loses %.4f J\n",
                event.t, event.name.c_str(), -event.v_before, event.v_after, event.energy_lost);
  };
  simulation.advance(2.0, observer);

  // By hand: it falls for sqrt(2 h / g), and all bounces together take twice as long.
  const double fall = std::sqrt(2.0 * height / gravity);
  const double rest = fall * (1.0 + restitution) / (1.0 - restitution);
  std::printf("first bounce at %.9f s, by hand %.9f s; at rest from %.6f s, by hand %.6f s\n",
              first, fall, last, rest);
  return std::abs(first - fall) < 1e-10 && std::abs(last - rest) < 1e-6 ? EXIT_SUCCESS
                                                                        : EXIT_FAILURE;
}
