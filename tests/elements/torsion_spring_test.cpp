// Springs with tables, against piecewise closed solutions.

#include "catena/elements/torsion_spring.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "catena/model/model_error.hpp"
#include "tests/elements/springs.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

constexpr double inertia = 0.4 * 2.0 * 0.25;  // of the wheel about its axis
constexpr double pi = std::numbers::pi;

SimulationSetup wheel(const TorsionSpring& spring, double q0, double v0) {
  SimulationSetup setup =
      lone_body(revolute("hinge", Eigen::Vector3d::UnitZ()), solid_sphere(2.0, 0.5), {0, 0, 0},
                numbers({q0}), numbers({v0}));
  add_element<TorsionSpringSet>(setup, spring);
  return setup;
}

TorsionSpring with_table(Table table, double damping = 0.0, double rest = 0.0) {
  return {"coil", 0, std::move(table), rest, damping};
}

// Soft on one side and stiff on the other: two half periods of different length.
TEST(TorsionSpring, SwingsInHalvesOfDifferentStiffness) {
  const double k1 = 2.0, k2 = 18.0, rest = 0.3, v0 = 1.2;
  const double w1 = std::sqrt(k1 / inertia), w2 = std::sqrt(k2 / inertia);
  const SimulationSetup setup =
      wheel(with_table(Table({-1, 0, 1}, {-k1, 0, k2}), 0.0, rest), rest, v0);
  Simulation simulation(setup);
  const double period = pi / w1 + pi / w2;
  for (int i = 1; i <= 80; ++i) {
    simulation.advance(0.05 * i);
    const State& s = simulation.state();
    const double t = std::fmod(s.t, period);
    const double x =
        t < pi / w2 ? v0 / w2 * std::sin(w2 * t) : -v0 / w1 * std::sin(w1 * (t - pi / w2));
    EXPECT_NEAR(s.q[0], rest + x, 1e-10) << s.t;
    EXPECT_NEAR(recorded(simulation, "torsion.coil.angle"), x, 1e-10);
    EXPECT_NEAR(recorded(simulation, "torsion.coil.torque"), -(x > 0.0 ? k2 : k1) * x, 1e-9);
    EXPECT_LT(std::abs(simulation.energy(s).balance), 1e-12);
  }
  EXPECT_LT(ledger_error(setup, 4.0), 1e-10);
  EXPECT_LT(difference(state_at(setup, 4.0), state_at(with_radau(setup), 4.0)), 1e-8);
}

// Play between two springs: uniform motion, then half a period, and back. Steps of fixed size
// end at the corners as well.
TEST(TorsionSpring, HasPlay) {
  const double k = 50.0, play = 0.4, v0 = 1.0, omega = std::sqrt(k / inertia);
  const Table table({-2 - play, -play, play, 2 + play}, {-2 * k, 0, 0, 2 * k});
  SimulationSetup setup = wheel(with_table(table), 0.0, v0);
  const double half = pi / omega + 2.0 * play / v0;
  const auto expected = [&](double t) {
    t += play / v0;  // since it was at the lower end of the play
    const double turns = std::floor(t / half), in_half = t - turns * half;
    const double sign = std::fmod(turns, 2.0) == 0.0 ? 1.0 : -1.0;
    return sign * (in_half < 2.0 * play / v0
                       ? v0 * in_half - play
                       : play + v0 / omega * std::sin(omega * (in_half - 2.0 * play / v0)));
  };
  for (const double t : {0.3, 0.45, 0.9, 1.7, 3.1, 5.0})
    EXPECT_NEAR(state_at(setup, t).q[0], expected(t), 1e-10) << t;
  setup.integrator.kind = IntegratorKind::RungeKutta4;
  setup.integrator.step = 1e-3;
  EXPECT_NEAR(state_at(setup, 5.0).q[0], expected(5.0), 2e-9);
}

TEST(TorsionSpring, IsDamped) {
  const double k = 5.0, c = 0.3, beta = 0.5 * c / inertia;
  const double omega = std::sqrt(k / inertia - beta * beta);
  const SimulationSetup setup = wheel(with_table(Table({-1, 1}, {-k, k}), c), 0.7, 0.0);
  Simulation simulation(setup);
  simulation.advance(1.3);
  const double decay = 0.7 * std::exp(-beta * 1.3), phase = 1.3 * omega;
  const double x = decay * (std::cos(phase) + beta / omega * std::sin(phase));
  const double v = -decay * (omega + beta * beta / omega) * std::sin(phase);
  EXPECT_NEAR(simulation.state().q[0], x, 1e-11);
  const int source = simulation.ledger().find(EnergyKind::Dissipated, "coil");
  EXPECT_NEAR(simulation.state().spent[source], 0.5 * k * (0.49 - x * x) - 0.5 * inertia * v * v,
              1e-11);
  EXPECT_LT(ledger_error(setup, 2.0), 1e-10);
}

// A wheel with detents turns over several of them and is caught: a periodic table.
TEST(TorsionSpring, TurnsOverDetents) {
  const std::vector<double> x = {0.0, 0.3, 0.9, 1.2}, y = {0.0, 2.0, -2.0, 0.0};
  for (const Table::Interpolation how :
       {Table::Interpolation::Linear, Table::Interpolation::MonotoneCubic}) {
    const Table table(x, y, how, Table::Range::Periodic);
    const SimulationSetup setup = wheel(with_table(table, 0.02), 0.05, 6.0);
    Simulation simulation(setup);
    simulation.advance(10.0);
    const double end = simulation.state().q[0];
    EXPECT_GT(end, 3.0);
    EXPECT_LT(ledger_error(setup, 10.0), 1e-10);
    EXPECT_LT(difference(state_at(setup, 2.0), state_at(with_radau(setup), 2.0)), 1e-8);
    // Saved on any piece of any turn, it goes on to the last bit.
    for (int i = 1; i <= 20; ++i) {
      Simulation whole(setup), continued(setup);
      whole.advance(0.1 * i);
      continued.restore(through_text(whole.state(), setup));
      whole.advance(2.5), continued.advance(2.5);
      EXPECT_EQ(whole.state().q, continued.state().q);
      EXPECT_EQ(whole.state().v, continued.state().v);
    }
  }
}

// Without damping, the speed follows from the integral of the table, over corners and clamps.
TEST(TorsionSpring, ConservesEnergyOverAllTables) {
  const std::vector<double> x = {-0.8, -0.2, 0.1, 0.6, 1.0}, y = {-3.0, -1.0, 0.4, 1.0, 4.0};
  for (const Table::Interpolation how :
       {Table::Interpolation::Linear, Table::Interpolation::MonotoneCubic})
    for (const Table::Range range : {Table::Range::Clamp, Table::Range::Extend}) {
      const Table table(x, y, how, range);
      Simulation simulation(wheel(with_table(table), 1.7, 0.0));
      for (int i = 1; i <= 40; ++i) {
        simulation.advance(0.1 * i);
        const State& s = simulation.state();
        EXPECT_NEAR(0.5 * inertia * s.v[0] * s.v[0], table.integral(s.q[0], 1.7), 1e-10);
      }
    }
}

// The slopes for implicit methods are those of the torques.
TEST(TorsionSpring, HasItsSlopes) {
  const Table table({-0.8, -0.2, 0.1, 0.6}, {-3.0, -1.0, 0.4, 1.0},
                    Table::Interpolation::MonotoneCubic);
  LoneGroup lone(wheel(with_table(table, 0.7, 0.1), 0.5, 0.2));
  const State& s = lone.start();
  const auto torque = [&](double dq, double dv) {
    State there = s;
    there.q[0] += dq, there.v[0] += dv;
    return lone.at(there).tau[0];
  };
  const double h = 1e-5;
  MotionSlopes slopes;
  slopes.K = slopes.C = Eigen::MatrixXd::Zero(1, 1);
  LookMaker looks(std::make_shared<const Coordinates>(lone.coordinates()));
  lone.group().add_slopes(looks.make(0.0, s.q, s.v), slopes);
  EXPECT_NEAR(slopes.K(0, 0), (torque(h, 0) - torque(-h, 0)) / (2.0 * h), 1e-8);
  EXPECT_NEAR(slopes.C(0, 0), (torque(0, h) - torque(0, -h)) / (2.0 * h), 1e-8);
  EXPECT_LT(slopes.K(0, 0), -0.5);
}

std::string refusal(SimulationSetup setup, TorsionSpring spring) {
  setup.elements.clear();
  add_element<TorsionSpringSet>(setup, std::move(spring));
  try {
    Simulation simulation(setup);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(TorsionSpring, RefusesWhatMakesNoSense) {
  const TorsionSpring good = with_table(Table({-1, 1}, {-1, 1}));
  const SimulationSetup setup = wheel(good, 0.0, 0.0);
  EXPECT_EQ(refusal(setup, good), "");
  TorsionSpring bad = good;
  bad.dof = 1;
  EXPECT_EQ(refusal(setup, bad),
            "torsion spring 'coil': there is no coordinate number 1, expected 0 to 0");
  bad = good, bad.damping = -1.0;
  EXPECT_EQ(refusal(setup, bad),
            "torsion spring 'coil': the damping is -1, expected a finite number, 0 or more");
  bad = good, bad.rest = std::nan("");
  EXPECT_EQ(refusal(setup, bad),
            "torsion spring 'coil': the rest position is nan, expected a finite number");
  const SimulationSetup ball = lone_body(free_joint("free"), solid_sphere(1.0, 0.1), {0, 0, 0},
                                         numbers({1, 0, 0, 0, 0, 0, 0}), Eigen::VectorXd::Zero(6));
  EXPECT_NE(refusal(ball, good).find("is not one angle or length"), std::string::npos);
}

}  // namespace
}  // namespace catena::test
