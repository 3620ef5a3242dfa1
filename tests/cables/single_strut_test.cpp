// The strut on three cables of the tensegrity thesis (5.2), in three choices of coordinates,
// against an independent solution in minimal coordinates.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "catena/elements/cable_group.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

Scenario struts() {
  return load_scenario(CATENA_SOURCE_DIR "/examples/tensegrity/single_strut.yaml");
}

struct Strut {
  double psi, psi_rate, strain1, strain2, turn1;
};

// One of the three, by its variant.
Strut strut(Simulation& simulation, const State& state, const std::string& variant) {
  Evaluation evaluation;
  simulation.evaluate(state, evaluation);
  const CableForces& cables = simulation.observed().group<CableGroup>()->forces();
  std::map<std::string, double> strains;
  for (int c = 0; c < cables.count(); ++c) strains[cables.cable(c).name] = cables.strain(c);
  const Model& model = simulation.model();
  const JointInfo& swing = model.joint(model.find_joint("swing_" + variant));
  const JointInfo& winder = model.joint(model.find_joint("winder_" + variant + "1"));
  return {state.q[swing.q + 1], state.v[swing.v + 1], strains[variant + "1"],
          strains[variant + "2"], state.q[winder.q]};
}

TEST(SingleStrut, MovesAsInMinimalCoordinates) {
  const struct {
    double t;
    Strut expected;
  } rows[] = {
      {0.05, {1.2531374225e-7, 9.7612066849e-6, 9.1002736814e-3, 9.0945998662e-3, 1.0885153089e-4}},
      {0.1, {1.7145177163e-6, 6.1494704944e-5, 9.1095870989e-3, 9.0949372157e-3, 3.0040075187e-4}},
      {0.2, {1.5281638914e-5, 1.9525186776e-4, 9.1005585948e-3, 9.0957868470e-3, 2.6601821124e-4}},
      {0.5, {1.2552642874e-4, 6.2935129138e-4, 9.0936585037e-3, 9.0958220316e-3, 1.2400588711e-3}},
      {1.0, {1.0496632228e-3, 4.0253738383e-3, 9.0841166813e-3, 9.1027012292e-3, 1.0318229054e-2}},
      {2.0, {4.2450570835e-2, 1.5497791090e-1, 8.5697002477e-3, 9.3526603661e-3, 4.1970512923e-1}},
  };
  Simulation simulation(struts().setup);
  for (const auto& [t, expected] : rows) {
    SCOPED_TRACE(t);
    simulation.advance(t);
    // A unit in the last digit that is given, and what the strut's fall has made of rounding: it
    // doubles about every 0.2 s.
    const double slack = t > 1.0 ? 1e-10 : 2e-12;
    for (const char* variant : {"eps", "u", "l"}) {
      const Strut is = strut(simulation, simulation.state(), variant);
      EXPECT_NEAR(is.psi, expected.psi, slack) << variant;
      EXPECT_NEAR(is.psi_rate, expected.psi_rate, 5.0 * slack) << variant;
      EXPECT_NEAR(is.strain1, expected.strain1, slack) << variant;
      EXPECT_NEAR(is.strain2, expected.strain2, slack) << variant;
      EXPECT_NEAR(is.turn1, expected.turn1, 5.0 * slack) << variant;
    }
  }
}

// Ten thousand steps of one size, as the document takes them.
TEST(SingleStrut, VariantsAgreeOverTenThousandSteps) {
  SimulationSetup setup = struts().setup;
  setup.integrator.kind = IntegratorKind::RungeKutta4;
  setup.integrator.step = 2e-4;
  Simulation simulation(setup);
  double worst_angle = 0.0, worst_strain = 0.0;
  RunObserver observer;
  observer.sample_interval = 0.05;
  observer.sample = [&](const State& state) {
    const Strut eps = strut(simulation, state, "eps");
    for (const char* variant : {"u", "l"}) {
      const Strut other = strut(simulation, state, variant);
      worst_angle = std::max(worst_angle, std::abs(other.psi - eps.psi));
      worst_strain = std::max({worst_strain, std::abs(other.strain1 - eps.strain1),
                               std::abs(other.strain2 - eps.strain2)});
    }
  };
  int steps = 0;
  observer.step = [&](const State&) { return ++steps > 0; };
  simulation.advance(2.0, observer);
  EXPECT_EQ(steps, 10000);
  EXPECT_LT(worst_angle, 1e-11);
  EXPECT_LT(worst_strain, 1e-12);
}

// phi stays zero and cables 2 and 3 alike, because gravity and torques are symmetric.
TEST(SingleStrut, KeepsItsSymmetry) {
  Simulation simulation(struts().setup);
  simulation.advance(2.0);
  const Model& model = simulation.model();
  for (const char* variant : {"eps", "u", "l"}) {
    const JointInfo& swing = model.joint(model.find_joint(std::string("swing_") + variant));
    EXPECT_NEAR(simulation.state().q[swing.q], 0.0, 1e-11) << variant;
  }
  const EnergyBalance e = simulation.energy(simulation.state());
  EXPECT_LT(std::abs(e.balance), 1e-10 * e.kinetic);
}

}  // namespace
}  // namespace catena
