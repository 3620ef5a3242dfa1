// Joints that are made and cut while a mechanism moves: a flying ball is caught by another one, and
// let go again. Catching is an impact, so velocities jump; cutting changes none.

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "catena/catena.hpp"

using namespace catena;

int main() {
  constexpr double m1 = 1.0, m2 = 3.0, speed = 2.0;

  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, 0.0});
  const BodyId one = builder.add_body("one", solid_sphere(m1, 0.1));
  const BodyId two = builder.add_body("two", solid_sphere(m2, 0.1));
  builder.add_joint(free_joint("one_free"), builder.world(), one);
  builder.add_joint(free_joint("two_free"), builder.world(), two,
                    Transform<double>::at({2.0, 0.0, 0.0}));
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  setup.v = Eigen::VectorXd::Zero(12);
  setup.v[3] = speed;  // of `one` along x

  Simulation simulation(setup);
  simulation.advance(0.5);
  std::vector<SimulationEvent> events;
  Connect grip;
  grip.joint.spec = weld("grip");
  grip.joint.a = one, grip.joint.b = two;
  grip.here = true;  // where the bodies are now
  simulation.connect(grip, &events);
  simulation.advance(1.0);
  simulation.cut("grip", &events);
  simulation.advance(2.0);

  // By hand: momentum stays, so both move with m1 speed / (m1 + m2).
  const double together = m1 * speed / (m1 + m2);
  const double lost = 0.5 * m1 * speed * speed - 0.5 * (m1 + m2) * together * together;
  const double impulse = m2 * together;
  const SimulationEvent& caught = events.front();
  std::printf(
      "caught at %.1f s: impulse %.9f N s, by hand %.9f; energy lost %.9f J, by hand %.9f\n",
      caught.t, caught.linear_impulse.x(), impulse, caught.energy_lost, lost);
  Kinematics<double> kinematics(simulation.model());
  kinematics.compute(simulation.model(), simulation.state().q, simulation.state().v);
  const double v_two =
      kinematics
          .velocity(simulation.model(), simulation.model().body_frame(two), Reference::WorldAligned)
          .linear.x;
  std::printf("cut at %.1f s; `two` goes on with %.9f m/s, by hand %.9f\n", events.back().t, v_two,
              together);
  return std::abs(caught.linear_impulse.x() - impulse) < 1e-12 &&
                 std::abs(caught.energy_lost - lost) < 1e-12 && std::abs(v_two - together) < 1e-12
             ? EXIT_SUCCESS
             : EXIT_FAILURE;
}
