// What a run says of its energies: as much as its method promises, and no more.

#include "catena/sim/energy_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

using Verdict = EnergyWatch::Verdict;

SimulationSetup falling(IntegratorKind kind) {
  SimulationSetup setup = lone_body(prismatic("slide", {0, 0, 1}), solid_sphere(1.0, 0.1),
                                    {0, 0, -9.81}, numbers({0}), numbers({0}));
  setup.integrator.kind = kind;
  return setup;
}

// Of 10 J exchanged, so much is unexplained.
Verdict verdict_of(IntegratorKind kind, double unexplained) {
  EnergyWatch watch(falling(kind));
  watch.see({});
  EnergyBalance later;
  later.kinetic = 10.0, later.potential = -10.0, later.balance = unexplained;
  watch.see(later);
  EXPECT_EQ(watch.verdict() == Verdict::Explained, watch.complaint().empty());
  return watch.verdict();
}

TEST(EnergyWatch, AdaptiveMethodsPromiseAMillionth) {
  for (const IntegratorKind kind : {IntegratorKind::DormandPrince853, IntegratorKind::Radau}) {
    EXPECT_EQ(verdict_of(kind, 0.9e-5), Verdict::Explained);
    EXPECT_EQ(verdict_of(kind, -1.1e-5), Verdict::Wrong);
  }
}

TEST(EnergyWatch, FixedStepsAreWarnedOfFirst) {
  for (const IntegratorKind kind :
       {IntegratorKind::SemiImplicitEuler, IntegratorKind::RungeKutta4}) {
    EXPECT_EQ(verdict_of(kind, 0.9e-2), Verdict::Explained);
    EXPECT_EQ(verdict_of(kind, 1.1e-2), Verdict::Doubtful);
    EXPECT_EQ(verdict_of(kind, 0.9), Verdict::Doubtful);
    EXPECT_EQ(verdict_of(kind, 1.1), Verdict::Wrong);
  }
}

// A run by events in which time steps had to take over promises what events promise; one that asks
// for time steps, what they do.
TEST(EnergyWatch, AFallBackToStepsChangesNoPromise) {
  for (const ContactMethod method :
       {ContactMethod::Automatic, ContactMethod::Events, ContactMethod::Stepping})
    for (const bool of_shapes : {false, true}) {
      SimulationSetup setup = falling(IntegratorKind::Automatic);
      setup.contact_options.method = method;
      setup.shape_contacts.enabled = of_shapes;
      setup.v = numbers({std::sqrt(20.0)});  // 10 J
      Simulation simulation(setup);
      State state = simulation.state();
      state.has_stepped = true;
      EnergyWatch watch(setup);
      watch.see(simulation, state);
      EnergyBalance later;
      later.kinetic = 0.0, later.potential = 10.0, later.balance = 1.1e-5;
      watch.see(later);
      const bool asked =
          method == ContactMethod::Stepping || (of_shapes && method == ContactMethod::Automatic);
      EXPECT_EQ(watch.verdict(), asked ? Verdict::Explained : Verdict::Wrong)
          << static_cast<int>(method) << of_shapes;
    }
}

TEST(EnergyWatch, NumbersThatAreNotFiniteAreWrong) {
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(verdict_of(IntegratorKind::DormandPrince853, wrong), Verdict::Wrong);
    EnergyWatch watch(falling(IntegratorKind::RungeKutta4));
    EnergyBalance bad;
    bad.balance = wrong;
    watch.see(bad), watch.see({});
    EXPECT_EQ(watch.verdict(), Verdict::Wrong);
    EXPECT_NE(watch.complaint().find("not finite"), std::string::npos);
  }
}

// Rounding of 100 J is no fault of a mechanism that rests; a weight that rises by itself is.
TEST(EnergyWatch, WhatRestsIsAtPeace) {
  EnergyBalance rest;
  rest.potential = 100.0;
  for (const double balance : {3e-14, 0.9e-10, 1.1e-10}) {
    EnergyWatch watch(falling(IntegratorKind::DormandPrince853));
    watch.see(rest);
    EnergyBalance later = rest;
    later.potential += balance, later.balance = balance;
    watch.see(later);
    EXPECT_EQ(watch.verdict() == Verdict::Explained, balance < 1e-10) << balance;
    EXPECT_EQ(watch.summary().find("exchanged (rounding)") != std::string::npos, balance < 1e-10);
  }
}

// What rests at the height zero has no energies, but its weight makes roundings, and they add up
// over many steps.
TEST(EnergyWatch, WhatRestsAtTheHeightZeroIsAtPeace) {
  // The weight of 1 kg times the radius of gyration of a ball of 0.1 m.
  const double possible = 9.81 * std::sqrt(0.6) * 0.1;
  for (const auto& [share, steps, explained] : {std::tuple{0.9e-12, 0, true},
                                                {1.1e-12, 0, false},
                                                {1.1e-12, 40000, true},
                                                {1.5e-12, 40000, false}}) {
    EnergyWatch watch(falling(IntegratorKind::DormandPrince853));
    watch.see({});
    for (int k = 0; k < steps; ++k) watch.count_step();
    EnergyBalance later;
    later.work = later.balance = share * possible;
    watch.see(later);
    EXPECT_EQ(watch.verdict() == Verdict::Explained, explained) << share << ' ' << steps;
  }
}

// Nor is that of 1 J, or what a tolerance of 1e-12 leaves of an even motion.
TEST(EnergyWatch, WhatMovesEvenlyIsAtPeace) {
  for (const auto& [kinetic, potential, balance, explained] : {std::tuple{0.0, 1.0, 0.9e-12, true},
                                                               {0.0, 1.0, 1.1e-12, false},
                                                               {0.5, 0.0, 5e-12, true},
                                                               {0.5, 0.0, 5e-9, false}}) {
    EnergyBalance begins;
    begins.kinetic = kinetic, begins.potential = potential;
    EnergyWatch watch(falling(IntegratorKind::DormandPrince853));
    watch.see(begins);
    EnergyBalance later = begins;
    later.kinetic += balance, later.balance = balance;
    watch.see(later);
    EXPECT_EQ(watch.verdict() == Verdict::Explained, explained) << kinetic << ' ' << balance;
  }
}

// What moves more slowly than `rest_speed` rests, however little energy there is beside it.
TEST(EnergyWatch, WhatIsSlowerThanRestIsAtPeace) {
  for (const double speed : {0.9e-6, 1.1e-6}) {
    SimulationSetup setup = lone_body(prismatic("slide", {0, 0, 1}), solid_sphere(1.0, 0.1),
                                      {0, 0, 0}, numbers({0}), numbers({0}));
    EnergyWatch watch(setup);
    watch.see({});
    EnergyBalance later;
    later.elastic = later.balance = 0.5 * speed * speed;
    watch.see(later);
    EXPECT_EQ(watch.verdict() == Verdict::Explained, speed < 1e-6) << speed;
  }
}

// A run that continues at rest exchanges nothing: what was left unexplained on the way to there is
// not its own.
TEST(EnergyWatch, WhatWasUnexplainedBeforeIsNotItsOwn) {
  EnergyBalance saved;
  saved.work = 1e-10, saved.balance = 8e-11;
  for (const double more : {0.0, 1e-12}) {
    EnergyWatch watch(falling(IntegratorKind::DormandPrince853));
    watch.continue_from(saved);
    EnergyBalance later = saved;
    later.balance += more;
    watch.see(later);
    EXPECT_EQ(watch.verdict() == Verdict::Explained, more == 0.0) << watch.complaint();
  }
}

TEST(EnergyWatch, SavedEnergiesBeyondAllProportionAreWrong) {
  EnergyBalance saved;
  saved.kinetic = 1.0, saved.balance = -1e300;
  EnergyWatch watch(falling(IntegratorKind::DormandPrince853));
  watch.continue_from(saved);
  watch.see(saved);
  EXPECT_EQ(watch.verdict(), Verdict::Wrong);
}

TEST(EnergyWatch, OpenLoopsAreWrong) {
  EnergyWatch watch(falling(IntegratorKind::DormandPrince853));
  watch.see({}, 1e-9);
  EXPECT_EQ(watch.verdict(), Verdict::Explained);
  watch.see({}, 0.38);
  watch.see({}, 0.0);
  EXPECT_EQ(watch.verdict(), Verdict::Wrong);
  EXPECT_NE(watch.complaint().find("open by 0.38"), std::string::npos);
}

TEST(EnergyWatch, LooksAtSimulations) {
  const SimulationSetup setup = falling(IntegratorKind::DormandPrince853);
  Simulation simulation(setup);
  EnergyWatch watch(setup);
  watch.see(simulation, simulation.state());
  simulation.advance(1.0);
  watch.see(simulation, simulation.state());
  EXPECT_NEAR(watch.exchanged(), 0.5 * 9.81 * 9.81, 1e-9);
  EXPECT_EQ(watch.verdict(), Verdict::Explained);
}

}  // namespace
}  // namespace catena::test
