// A mass falls onto a spring that pushes only, and bounces. An element of any kind is added to the
// setup as a set of its kind.

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "catena/catena.hpp"
#include "catena/elements/point_spring.hpp"

using catena::BodyId;

int main() {
  constexpr double g = 9.81, height = 0.6, k = 800.0, m = 2.0, rest = 0.4;

  catena::ModelBuilder builder;
  const BodyId mass = builder.add_body("mass", catena::solid_sphere(m, 0.05));
  builder.add_joint(catena::prismatic("height", {0.0, 0.0, 1.0}), builder.world(), mass);
  catena::SimulationSetup setup;
  setup.model = std::make_shared<const catena::Model>(builder.build());
  setup.q.setConstant(1, height);

  catena::PointSpring spring;
  spring.name = "coil", spring.b = mass;               // from the world's origin
  spring.stiffness = 800.0, spring.rest_length = 0.4;  // N/m, m
  spring.side = catena::PointSpring::Side::Pushes;
  auto springs = std::make_shared<catena::PointSpringSet>();
  springs->add(spring);
  setup.elements.push_back(springs);

  catena::Simulation simulation(setup);
  double lowest = height;
  catena::RunObserver observer;
  observer.step = [&](const catena::State& state) {
    lowest = std::min(lowest, state.q[0]);
    return true;
  };
  // By hand: it is back at the start after two falls and the time of the push.
  const double fall = std::sqrt(2.0 * (height - rest) / g), v = g * fall, w = std::sqrt(k / m);
  const double push = 2.0 * (std::acos(-1.0) - std::atan(v * w / g)) / w;
  simulation.advance(2.0 * fall + push, observer);
  const double q = simulation.state().q[0];
  std::printf("after one bounce the mass is at %.9f m, by hand %.9f m\n", q, height);
  return std::abs(q - height) < 1e-9 && lowest < rest ? EXIT_SUCCESS : EXIT_FAILURE;
}
