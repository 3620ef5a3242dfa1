// A closed loop: a four-bar linkage whose crank is set going and left to itself. The tree is the
// crank with the coupler on it, and the rocker; a hinge between coupler and rocker closes the loop.

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "catena/catena.hpp"

using namespace catena;

int main() {
  constexpr double ground = 1.0, crank = 0.3, coupler = 0.9, rocker = 0.7;
  const Eigen::Vector3d y(0.0, 1.0, 0.0);

  ModelBuilder builder;
  const auto bar = [&](const char* name, double length) {  // upwards from its hinge
    return builder.add_body(name, Transform<double>::at({0, 0, length / 2}) *
                                      solid_box(2.0 * length, {0.02, 0.02, length}));
  };
  const BodyId a = bar("crank_bar", crank), b = bar("coupler_bar", coupler);
  const BodyId c = bar("rocker_bar", rocker);
  builder.add_joint(revolute("crank", y), builder.world(), a);
  builder.add_joint(revolute("elbow", y), a, b, Transform<double>::at({0, 0, crank}));
  builder.add_joint(revolute("rocker", y), builder.world(), c,
                    Transform<double>::at({ground, 0, 0}));

  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  LoopSpecs closed;
  closed.joints.push_back({revolute("tip", y), b, c, Transform<double>::at({0, 0, coupler}),
                           Transform<double>::at({0, 0, rocker})});
  setup.loops = std::make_shared<const Loops>(setup.model, closed);

  // The crank starts as given; the others are a guess, and move until the loop closes.
  setup.q = Eigen::Vector3d(0.0, 1.2, 0.0);
  setup.v = Eigen::Vector3d(10.0, 0.0, 0.0);
  setup.given = {true, false, false};
  Simulation simulation(setup);
  simulation.advance(5.0);

  // By hand: the coupler reaches from the end of the crank to the end of the rocker.
  const Eigen::VectorXd& q = simulation.state().q;
  const double x = ground + rocker * std::sin(q[2]) - crank * std::sin(q[0]);
  const double z = rocker * std::cos(q[2]) - crank * std::cos(q[0]);
  const double gap = std::hypot(x, z) - coupler;
  const double balance = simulation.energy(simulation.state()).balance;
  std::printf("after 5 s the crank has turned %.6f rad and the rocker stands at %.6f rad\n", q[0],
              q[2]);
  std::printf("the loop is open by %.1e m, the energy off by %.1e J\n", gap, balance);
  return std::abs(gap) < 1e-9 && std::abs(balance) < 1e-8 ? EXIT_SUCCESS : EXIT_FAILURE;
}
