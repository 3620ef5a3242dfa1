// Forces of an impact within a nanosecond are no guess for the millisecond that follows.

#include <algorithm>

#include "catena/sim/simulation.hpp"
#include "catena/solvers/chain_watch.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

// A stack that tumbles down a slope. Forces of 4e9 N were kept as the best of a step that quick
// links did not solve; its passes ran away from there until contacts were asked to stop 1e36 m/s.
TEST(RunAway, NoProblemIsPosedThatIsNoMotion) {
  std::vector<double> masses(7, 1.0);
  masses.back() = 10.0;
  SimulationSetup setup = stack(masses, sloping_gravity(16.0 * degree, 2.0), 0.5);
  setup.v.setConstant(0.04);
  double fastest = 0.0;
  const ChainWatch watch([&](const PosedProblem& posed) {
    if (posed.system == nullptr) return;
    for (const double u : posed.system->biases()) fastest = std::max(fastest, std::abs(u));
    for (const double v : posed.system->free_velocities()) fastest = std::max(fastest, std::abs(v));
  });
  Simulation simulation(setup);
  simulation.advance(0.2);
  EXPECT_LT(fastest, 1e3);
  EXPECT_TRUE(simulation.state().v.allFinite());
}

}  // namespace
}  // namespace catena::test
