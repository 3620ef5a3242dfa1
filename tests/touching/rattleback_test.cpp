// The rattleback of Kane & Levinson 1982 against the equations of an ellipsoid that rolls without
// sliding.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/touching/rolling_equations.hpp"

namespace catena {
namespace {

// How fast the stone of the example turns about its vertical axis, and what equations say.
struct Spins {
  double found, known;
};

class Rattleback {
 public:
  explicit Rattleback(double sign)
      : scenario_(load_scenario(CATENA_SOURCE_DIR "/examples/bodies/rattleback.yaml")),
        simulation_(turned(scenario_.setup, sign)) {
    const Eigen::VectorXd &q = simulation_.state().q, &v = simulation_.state().v;
    rolling_ << v.head<3>(),
        Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix().row(2).transpose();
  }
  // By a hundredth of a second.
  Spins go_on() {
    rattleback().advance(rolling_, 1e-3, 10);
    simulation_.advance(simulation_.state().t + 0.01);
    return {simulation_.state().v[2], rolling_[2]};
  }
  double end() const { return scenario_.duration; }

 private:
  static SimulationSetup turned(SimulationSetup setup, double sign) {
    setup.v *= sign;
    return setup;
  }
  Scenario scenario_;
  Simulation simulation_;
  RollingState rolling_;
};

TEST(Rattlebacks, BeginToTurnBackAsEquationsSay) {
  Rattleback stone(1.0);
  for (int i = 0; i < 30; ++i) {
    const auto [found, known] = stone.go_on();
    EXPECT_NEAR(found, known, 0.02) << i;
  }
}

// With CATENA_SCENES: 6 s of it.
TEST(Rattlebacks, TurnBackOneWayOnly) {
  if (std::getenv("CATENA_SCENES") == nullptr) GTEST_SKIP() << "CATENA_SCENES=1 runs it";
  Rattleback stone(1.0);
  double found_at = 0.0, known_at = 0.0, last = 0.0;
  for (double t = 0.01; t < stone.end(); t += 0.01) {
    const auto [found, known] = stone.go_on();
    if (found_at == 0.0 && found > 0.0) found_at = t;
    if (known_at == 0.0 && known > 0.0) known_at = t;
    last = found;
  }
  std::printf("[ measured ] turns back at %.2f s, known %.2f s\n", found_at, known_at);
  EXPECT_NEAR(found_at, known_at, 0.02);
  EXPECT_GT(last, 1.5);
  Rattleback other(-1.0);
  for (double t = 0.01; t < other.end(); t += 0.01) EXPECT_GT(other.go_on().found, 1.8) << t;
}

}  // namespace
}  // namespace catena
