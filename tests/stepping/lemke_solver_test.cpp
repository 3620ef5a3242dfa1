// Lemke's method on pyramids as the primary solver of time steps (Miller & Christensen 2003), with
// and without Newton's method on the cones after it.

#include "catena/solvers/contact_chain.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

struct PyramidCase {
  int edges;
  bool polish;
};

SimulationSetup box_by_lemke(const PyramidCase& which, double slope, double azimuth,
                             std::vector<double> masses = {1.0}) {
  SimulationSetup setup = stack(masses, sloping_gravity(slope, azimuth), 0.5);
  setup.contact_options.solver = {
      .kind = ContactSolver::Kind::Lemke, .edges = which.edges, .polish = which.polish};
  return setup;
}

class LemkeSteps : public testing::TestWithParam<PyramidCase> {};
INSTANTIATE_TEST_SUITE_P(Pyramids, LemkeSteps,
                         testing::Values(PyramidCase{4, true}, PyramidCase{8, true},
                                         PyramidCase{16, true}, PyramidCase{4, false},
                                         PyramidCase{8, false}, PyramidCase{16, false}),
                         [](const auto& which) {
                           return std::to_string(which.param.edges) +
                                  (which.param.polish ? "edgesPolished" : "edges");
                         });

// Within a pyramid of four edges, too: tan(18 degrees) < 0.5 cos(45 degrees).
TEST_P(LemkeSteps, ABoxStaysWhereItIs) {
  for (const double azimuth : {0.0, 30 * degree, 45 * degree}) {
    Simulation simulation(box_by_lemke(GetParam(), 18 * degree, azimuth));
    simulation.advance(0.5);
    const State& state = simulation.state();
    EXPECT_LT((state.q.segment<2>(4)).norm(), 1e-12) << azimuth;
    EXPECT_NEAR(state.q[6], 0.1, 1e-12);
    EXPECT_EQ(state.solver_link, static_cast<int>(ChainLink::Lemke));
    EXPECT_LT(std::abs(simulation.energy(state).balance), 1e-12);
  }
}

// Polished: as on the cone. Else friction along the way is short of mu by 1 - cos(pi / edges) at
// most, and across it no more than mu sin(pi / edges).
TEST_P(LemkeSteps, ABoxSlides) {
  const double slope = 35 * degree, g = gravity, mu = 0.5, t = 0.5;
  const double least = 0.5 * t * t * g * (std::sin(slope) - mu * std::cos(slope));
  const double turn = std::numbers::pi / GetParam().edges;
  const double most = 0.5 * t * t * g * (std::sin(slope) - mu * std::cos(turn) * std::cos(slope));
  for (const double azimuth : {0.0, 10 * degree, 30 * degree, 45 * degree, 77 * degree}) {
    Simulation simulation(box_by_lemke(GetParam(), slope, azimuth));
    simulation.advance(t);
    const State& state = simulation.state();
    const double x = state.q[4], y = state.q[5];
    const double along = x * std::cos(azimuth) + y * std::sin(azimuth);
    const double across = y * std::cos(azimuth) - x * std::sin(azimuth);
    if (GetParam().polish) {
      EXPECT_NEAR(along, least, 1e-9) << azimuth;
      EXPECT_NEAR(across, 0.0, 1e-9) << azimuth;
    } else {
      EXPECT_GE(along, least - 1e-9) << azimuth;
      EXPECT_LE(along, most + 1e-9) << azimuth;
      EXPECT_LE(std::abs(across), 0.5 * t * t * g * mu * std::sin(turn) * std::cos(slope));
    }
    EXPECT_NEAR(state.q[6], 0.1, 1e-9);
    // From four edges Newton's method does not always arrive on the cone; the chain answers then.
    if (!GetParam().polish) {
      EXPECT_EQ(state.solver_link, static_cast<int>(ChainLink::Lemke));
    }
    EXPECT_LT(std::abs(simulation.energy(state).balance), 1e-9);
  }
}

// It comes to rest and stays; friction takes all energy and gives none.
TEST_P(LemkeSteps, ABoxStops) {
  SimulationSetup setup = box_by_lemke(GetParam(), 0.0, 0.0);
  setup.v[3] = 0.6, setup.v[4] = 0.35;
  Simulation simulation(setup);
  double last = 1e300;
  for (int i = 1; i <= 50; ++i) {
    simulation.advance(0.01 * i);
    const double energy = 0.5 * simulation.state().v.tail<3>().squaredNorm();
    EXPECT_LE(energy, last + 1e-12) << i;
    last = energy;
  }
  EXPECT_LT(simulation.state().v.norm(), 1e-9);
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-9);
}

// Friction that holds with more than it slides with (eq. 13): what slides is rubbed by the lesser
// one.
TEST_P(LemkeSteps, WhatSlidesIsRubbedLess) {
  SimulationSetup setup = box_by_lemke(GetParam(), 20 * degree, 0.0);
  for (Contact& contact : setup.contacts)
    contact.material.friction = 0.2, contact.material.static_friction = 0.6;
  setup.v[3] = 0.5;
  Simulation simulation(setup);
  simulation.advance(0.3);
  const double a = gravity * (std::sin(20 * degree) - 0.2 * std::cos(20 * degree));
  EXPECT_NEAR(simulation.state().v[3], 0.5 + 0.3 * a, 1e-9);
}

TEST_P(LemkeSteps, BoxesStandOnEachOther) {
  Simulation simulation(box_by_lemke(GetParam(), 2 * degree, 0.3, {1.0, 1.0, 5.0}));
  simulation.advance(0.1);
  const State& state = simulation.state();
  for (int i = 0; i < 3; ++i) {
    EXPECT_LT((state.q.segment<2>(7 * i + 4)).norm(), 1e-9) << i;
    EXPECT_NEAR(state.q[7 * i + 6], 0.1 + 0.2 * i, 1e-9) << i;
  }
}

TEST(LemkeForEvents, IsRefused) {
  SimulationSetup setup = box_by_lemke({8, true}, 0.0, 0.0);
  setup.contact_options.method = ContactMethod::Events;
  EXPECT_THROW(Simulation{setup}, std::exception);
}

}  // namespace
}  // namespace catena::test
