// The program of docs/description.md: descriptions that are read, changed, built, compiled and
// written.

#include <cstdio>
#include <cstdlib>
#include <string>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

using namespace catena;

namespace {

double end_of(const Mechanism& mechanism) {
  Simulation simulation(compile(mechanism).setup);
  simulation.advance(1.0);
  return simulation.state().q[0];
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : CATENA_EXAMPLES_DIR;
  const double before = end_of(read_mechanism(folder + "/y_tree.yaml"));

  Mechanism tree = read_mechanism(folder + "/y_tree.yaml");
  tree.body("trunk_link").shapes[0].mass = 2.0;
  tree.joint("left1").stiffness = 5.0;

  std::printf("after 1 s: %.6f rad, with other mass and spring %.6f rad\n", before, end_of(tree));

  Mechanism pendulum;
  BodyItem& rod = pendulum.bodies.emplace_back();
  rod.name = "rod";
  rod.mass = 1.0;
  rod.com = {0.0, 0.0, -0.5};
  rod.moments = {0.08, 0.08, 0.001};
  JointItem& hinge = pendulum.joints.emplace_back();
  hinge.name = "hinge";
  hinge.kind = JointKind::Revolute;
  hinge.child = "rod";
  hinge.axis = {0.0, 1.0, 0.0};
  hinge.damping = 0.1;
  MotorItem& motor = pendulum.motors.emplace_back();
  motor.joint = "hinge";
  motor.effort = {"2*sin(3*t) - 0.1*v.hinge"};
  pendulum.start_of("hinge").q = 0.5;

  Simulation simulation(compile(pendulum).setup);
  simulation.advance(2.0);
  const std::string text = write_scenario(pendulum);

  std::printf("%s", text.c_str());
  Simulation again(parse_scenario(text, "pendulum.yaml", "").setup);
  again.advance(2.0);
  return again.state().q == simulation.state().q ? EXIT_SUCCESS : EXIT_FAILURE;
}
