// A scenario file is read, one mass is changed by name, and the mechanism runs twice at the same
// time. Simulations share nothing that changes, so each gives bitwise what it gives alone.

#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>

#include "catena/catena.hpp"

using namespace catena;

namespace {

Eigen::VectorXd end_of(const SimulationSetup& setup) {
  Simulation simulation(setup);
  simulation.advance(2.0);
  return simulation.state().q;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "examples";
  Mechanism mechanism = read_mechanism(folder + "/y_tree.yaml");
  const Scenario as_read = compile(mechanism);
  mechanism.body("trunk_link").shapes[0].mass = 2.0;
  const Scenario heavier = compile(mechanism);

  auto one = std::async(std::launch::async, end_of, as_read.setup);
  auto two = std::async(std::launch::async, end_of, heavier.setup);
  const Eigen::VectorXd q1 = one.get(), q2 = two.get();
  std::printf("after 2 s: %.9f rad, with 2 kg %.9f rad\n", q1[1], q2[1]);
  return q1 == end_of(as_read.setup) && q2 == end_of(heavier.setup) && q1 != q2 ? EXIT_SUCCESS
                                                                                : EXIT_FAILURE;
}
