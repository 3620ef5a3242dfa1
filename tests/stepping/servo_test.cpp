// Servos in time steps: stable at any gain, exact at their limits, of second order where the step
// is short for them.

#include <functional>

#include "catena/library/builtin_models.hpp"
#include "tests/stepping/boxes.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

struct Target {
  std::function<double(double)> value, rate;
};
Target fixed(double q) {
  return {[q](double) { return q; }, [](double) { return 0.0; }};
}
Target swaying(double amplitude, double w) {
  return {[=](double t) { return amplitude * std::sin(w * t); },
          [=](double t) { return amplitude * w * std::cos(w * t); }};
}

// On coordinate i of a model whose places in q and v are the same.
Motor servo(int i, const ServoGain& gain, const Target& target, double limit = 0.0) {
  Motor motor{"servo" + std::to_string(i), {i}, {}, {}};
  motor.effort = [=](double t, In<double> q, In<double> v, Out<double> e) {
    e[0] = gain.stiffness * (target.value(t) - q[i]) + gain.damping * (target.rate(t) - v[i]);
  };
  if (limit > 0.0) motor.effort_limit = {limit};
  motor.gains = {gain};
  return motor;
}

// An arm of two links in the plane of gravity, each with a servo.
SimulationSetup arm(const ServoGain& gain, const Target& target, double limit = 0.0) {
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(double_pendulum());
  setup.q = Eigen::Vector2d(1.2, 0.3);
  setup.v = Eigen::Vector2d::Zero();
  setup.motors = {servo(0, gain, target, limit), servo(1, gain, target, limit)};
  setup.contact_options.method = ContactMethod::Stepping;
  return setup;
}

// Efforts that hold the arm at rest.
Eigen::VectorXd load_at(const SimulationSetup& setup, const Eigen::VectorXd& q) {
  SimulationSetup free = setup;
  free.motors.clear(), free.q = q, free.v.setZero();
  Simulation simulation(free);
  // What the arm needs: pushes of unit size tell the mass matrix, rest the acceleration.
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  const Eigen::VectorXd a = at.a;
  Eigen::MatrixXd inverse(2, 2);
  for (int k = 0; k < 2; ++k) {
    SimulationSetup pushed = free;
    pushed.motors = {
        {"push", {k}, [](double, In<double>, In<double>, Out<double> e) { e[0] = 1.0; }, {}}};
    Simulation other(pushed);
    other.evaluate(other.state(), at);
    inverse.col(k) = at.a - a;
  }
  return -inverse.inverse() * a;
}

TEST(Servos, HoldAnArmAtAnyGainWithASagOfLoadOverStiffness) {
  for (const double stiffness : {1e3, 1e6, 1e9, 1e12})
    for (const double damping : {0.0, 0.05 * stiffness}) {
      SCOPED_TRACE(testing::Message() << stiffness << ", " << damping);
      SimulationSetup setup = arm({stiffness, damping}, fixed(0.9));
      setup.q = Eigen::Vector2d(0.9, 0.9);
      Simulation simulation(setup);
      const auto events = events_of(simulation, 3.0);
      EXPECT_TRUE(of_kind(events, EventKind::Residual).empty());
      if (stiffness < 1e6 && damping == 0.0) continue;  // it swings, as it would
      const State& state = simulation.state();
      const Eigen::VectorXd load = load_at(setup, state.q);
      for (int i = 0; i < 2; ++i)
        // Creeping by less than 1e-12 rad/s is rest.
        EXPECT_NEAR(0.9 - state.q[i], load[i] / stiffness,
                    1e-6 * std::abs(load[i]) / stiffness + 1e-12 * damping / stiffness + 3e-15);
      EXPECT_LT(state.v.norm(), 1e-6);
      EXPECT_NEAR(simulation.energy(state).balance, 0.0, 1e-8);
    }
}

// As it was, with efforts in the middle of the step: no step is short enough.
TEST(Servos, WouldNotHoldItByEffortsInTheMiddle) {
  SimulationSetup setup = arm({1e9, 1e6}, fixed(0.9));
  setup.q = Eigen::Vector2d(0.9, 0.9);
  for (Motor& motor : setup.motors) motor.gains.clear();
  Simulation simulation(setup);
  bool failed = false;
  try {
    failed = !of_kind(events_of(simulation, 0.1), EventKind::Residual).empty();
  } catch (const SimulationError&) {
    failed = true;
  }
  EXPECT_TRUE(failed);
}

// A mass on a slider under a servo that gives all it can: constant acceleration, to rounding.
TEST(Servos, GiveTheirLimitExactly) {
  constexpr double limit = 25.0;
  SimulationSetup setup = slider([](JointSpec&) {}, 0.0, 0.0);
  setup.contact_options.method = ContactMethod::Stepping;
  setup.motors = {servo(0, {1e6, 1e3}, fixed(100.0), limit)};
  Simulation simulation(setup);
  simulation.advance(1.0);
  const double a = limit / slider_mass - gravity;
  const State& state = simulation.state();
  EXPECT_NEAR(state.v[0], a, 1e-13);
  EXPECT_NEAR(state.q[0], 0.5 * a, 1e-12);
  EXPECT_NEAR(simulation.energy(state).work, limit * state.q[0], 1e-11);
  EXPECT_NEAR(simulation.energy(state).balance, 0.0, 1e-11);
}

TEST(Servos, HoldWhatIsBelowTheirLimitAndNothingAbove) {
  const double weight = slider_mass * gravity;
  for (const double part : {1.0 - 1e-6, 1.0 + 1e-6}) {
    SimulationSetup setup = slider([](JointSpec&) {}, -weight / 1e9, 0.0);
    setup.contact_options.method = ContactMethod::Stepping;
    setup.motors = {servo(0, {1e9, 1e6}, fixed(0.0), part * weight)};
    Simulation simulation(setup);
    simulation.advance(2.0);
    const double fallen = -weight / 1e9 - simulation.state().q[0];
    EXPECT_NEAR(fallen, part > 1.0 ? 0.0 : 0.5 * 1e-6 * gravity * 4.0, 1e-13);
  }
}

// Against events, with falling step. Where the servo leaves its limit inside a step is not located.
TEST(Servos, AgreeWithEventsInTheOrderOfTheStep) {
  struct Case {
    ServoGain gain;
    Target target;
    double limit;
  };
  const Case cases[] = {{{40.0, 2.0}, fixed(0.3), 0.0},
                        {{200.0, 10.0}, swaying(0.6, 5.0), 0.0},
                        {{200.0, 10.0}, swaying(0.6, 5.0), 12.0},
                        {{2e4, 50.0}, swaying(0.6, 5.0), 0.0}};
  for (const Case& c : cases) {
    SCOPED_TRACE(testing::Message() << c.gain.stiffness << ", limit " << c.limit);
    const auto end = [&](double step, ContactMethod method) {
      SimulationSetup setup = arm(c.gain, c.target, c.limit);
      setup.q = Eigen::Vector2d(0.1, -0.1);
      setup.contact_options.method = method, setup.contact_options.step = step;
      Simulation simulation(setup);
      simulation.advance(1.0);
      return simulation.state().q;
    };
    const Eigen::VectorXd exact = end(0.0, ContactMethod::Events);
    double before = 0.0, first = 0.0;
    for (const double step : {2e-3, 1e-3, 5e-4, 2.5e-4}) {
      const double error = (end(step, ContactMethod::Stepping) - exact).norm();
      if (before > 0.0 && c.limit == 0.0) {
        EXPECT_NEAR(before / error, 4.0, 0.2);
      }
      first = std::max(first, error), before = error;
    }
    EXPECT_LT(before, first / 8.0);
    EXPECT_LT(before, 1e-6);
  }
}

// Its stop takes what the servo gives and the weight does not.
TEST(Servos, PressAgainstStops) {
  constexpr double limit = 50.0;
  SimulationSetup setup = slider(
      [](JointSpec& spec) { spec.position_lower = -1.0, spec.position_upper = 0.1; }, 0.0, 0.0);
  setup.contact_options.method = ContactMethod::Stepping;
  setup.motors = {servo(0, {1e8, 1e5}, fixed(0.2), limit)};
  Simulation simulation(setup);
  simulation.advance(1.0);
  const State& state = simulation.state();
  EXPECT_EQ(state.q[0], 0.1);
  EXPECT_EQ(state.v[0], 0.0);
  double held = 0.0;
  for (const StepReaction& reaction : state.reactions) held += reaction.force[0];
  EXPECT_NEAR(held, slider_mass * gravity - limit, 1e-9);
}

TEST(Servos, GoOnBitwiseFromACheckpoint) {
  SimulationSetup setup = arm({2e4, 50.0}, swaying(0.6, 5.0), 12.0);
  setup.motors[1].effort_limit.clear();
  Simulation whole(setup), part(setup), restored(setup);
  whole.advance(0.6);
  part.advance(0.25);
  restored.restore(through_text(part.state(), setup));
  restored.advance(0.6);
  EXPECT_EQ(whole.state().q, restored.state().q);
  EXPECT_EQ(whole.state().v, restored.state().v);
}

}  // namespace
}  // namespace catena::test
