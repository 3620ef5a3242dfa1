// Springs between two points, against closed solutions.

#include "catena/elements/point_spring.hpp"

#include <gtest/gtest.h>

#include "catena/library/builtin_models.hpp"
#include "catena/model/model_error.hpp"
#include "tests/elements/springs.hpp"
#include "tests/support/checkpoints.hpp"
#include "tests/support/elliptic.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

constexpr double m = slider_mass;

// From the world's origin to the mass.
PointSpring to_mass(double stiffness, double damping, double rest_length, double preload = 0.0) {
  PointSpring spring;
  spring.name = "coil", spring.b = only_body;
  spring.stiffness = stiffness, spring.damping = damping;
  spring.rest_length = rest_length, spring.preload = preload;
  return spring;
}

SimulationSetup sprung(const PointSpring& spring, double q0, double v0) {
  SimulationSetup setup = weightless_slider(q0, v0);
  add_element<PointSpringSet>(setup, spring);
  return setup;
}

TEST(PointSpring, MakesAMassOscillate) {
  const double k = 50.0, omega = std::sqrt(k / m), rest = 1.0, preload = 4.0;
  Simulation simulation(sprung(to_mass(k, 0.0, rest, preload), 1.3, 0.7));
  const double middle = rest - preload / k;
  for (int i = 1; i <= 60; ++i) {
    simulation.advance(0.05 * i);
    const State& s = simulation.state();
    const double x = (1.3 - middle) * std::cos(omega * s.t) + 0.7 / omega * std::sin(omega * s.t);
    EXPECT_NEAR(s.q[0], middle + x, 1e-11);
    EXPECT_NEAR(recorded(simulation, "spring.coil.force"), k * x, 1e-9);
    EXPECT_NEAR(recorded(simulation, "spring.coil.length"), middle + x, 1e-11);
    const double stretch = s.q[0] - rest;
    EXPECT_NEAR(simulation.energy(s).elastic, 0.5 * k * stretch * stretch + preload * stretch,
                1e-12);
    EXPECT_LT(std::abs(simulation.energy(s).balance), 1e-11);
  }
  EXPECT_EQ(simulation.ledger().find(EnergyKind::Dissipated, "coil"), -1);
}

TEST(PointSpring, IsDamped) {
  const double k = 50.0, c = 3.0, beta = 0.5 * c / m, omega = std::sqrt(k / m - beta * beta);
  const SimulationSetup setup = sprung(to_mass(k, c, 1.0), 1.3, 0.0);
  Simulation simulation(setup);
  const int source = simulation.ledger().find(EnergyKind::Dissipated, "coil");
  ASSERT_GE(source, 0);
  const double start = 0.5 * k * 0.09;
  for (int i = 1; i <= 40; ++i) {
    simulation.advance(0.05 * i);
    const State& s = simulation.state();
    const double decay = 0.3 * std::exp(-beta * s.t), phase = omega * s.t;
    const double x = decay * (std::cos(phase) + beta / omega * std::sin(phase));
    const double v = -decay * (omega + beta * beta / omega) * std::sin(phase);
    EXPECT_NEAR(s.q[0], 1.0 + x, 1e-11);
    EXPECT_NEAR(s.v[0], v, 1e-11);
    EXPECT_NEAR(s.spent[source], start - 0.5 * k * x * x - 0.5 * m * v * v, 1e-10);
    EXPECT_NEAR(recorded(simulation, "spring.coil.force"), k * x + c * v, 1e-9);
  }
  EXPECT_LT(ledger_error(setup, 2.0), 1e-10);
}

// Two balls that fly apart along a line that is no axis: they swing about their common centre.
TEST(PointSpring, HoldsTwoBodiesTogether) {
  const double m1 = 1.0, m2 = 3.0, k = 40.0, rest = 0.5;
  ModelBuilder builder;
  builder.set_gravity(Eigen::Vector3d::Zero());
  const BodyId a = builder.add_body("a", solid_sphere(m1, 0.1));
  const BodyId b = builder.add_body("b", solid_sphere(m2, 0.1));
  builder.add_joint(free_joint("free_a"), builder.world(), a);
  builder.add_joint(free_joint("free_b"), builder.world(), b);
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  const Eigen::Vector3d u(2.0 / 3, -1.0 / 3, 2.0 / 3);
  setup.q = Eigen::VectorXd::Zero(14);
  setup.q[0] = setup.q[7] = 1.0;
  setup.q.tail<3>() = 0.8 * u;
  setup.v = Eigen::VectorXd::Zero(12);
  setup.v.tail<3>() = 0.6 * u;
  PointSpring spring;
  spring.name = "link", spring.a = a, spring.b = b;
  spring.stiffness = k, spring.rest_length = rest;
  add_element<PointSpringSet>(setup, spring);
  const double omega = std::sqrt(k * (m1 + m2) / (m1 * m2));
  for (const double t : {0.3, 1.1, 2.7}) {
    const State s = state_at(setup, t);
    const double length = rest + 0.3 * std::cos(omega * t) + 0.6 / omega * std::sin(omega * t);
    const Eigen::Vector3d centre = m2 / (m1 + m2) * (0.8 + 0.6 * t) * u;
    const Eigen::Vector3d of_a = centre - m2 / (m1 + m2) * length * u;
    EXPECT_LT((s.q.segment<3>(4) - of_a).norm(), 1e-10) << t;
    EXPECT_LT((s.q.tail<3>() - of_a - length * u).norm(), 1e-10) << t;
  }
  EXPECT_LT(ledger_error(setup, 2.7), 1e-10);
}

// A bumper: a weight bounces on a spring that only pushes. Each bounce takes (2 pi - 2
// atan(omega v / g)) / omega, each flight 2 v / g.
TEST(PointSpring, ThatIsOneSidedLetsGoAtTheRightInstant) {
  const double k = 800.0, omega = std::sqrt(k / m), height = 0.2, rest = 0.4;
  PointSpring spring = to_mass(k, 0.0, rest);
  spring.side = PointSpring::Side::Pushes;
  SimulationSetup setup = slider([](JointSpec&) {}, rest + height, 0.0);
  add_element<PointSpringSet>(setup, spring);
  const double fall = std::sqrt(2.0 * height / gravity), speed = gravity * fall;
  const double bounce = 2.0 * (std::acos(-1.0) - std::atan(omega * speed / gravity)) / omega;
  for (const IntegratorKind kind : {IntegratorKind::DormandPrince853, IntegratorKind::Radau}) {
    setup = kind == IntegratorKind::Radau ? with_radau(setup) : setup;
    Simulation simulation(setup);
    const std::vector<SimulationEvent> events = events_of(simulation, 3.0);
    ASSERT_GE(events.size(), 8u);
    double t = fall;
    for (std::size_t e = 0; e < events.size(); ++e) {
      EXPECT_EQ(events[e].kind, e % 2 == 0 ? EventKind::Taut : EventKind::Slack);
      EXPECT_EQ(events[e].name, "coil");
      EXPECT_NEAR(events[e].t, t, kind == IntegratorKind::Radau ? 1e-9 : 1e-10) << e;
      t += e % 2 == 0 ? bounce : 2.0 * fall;
    }
  }
  setup.integrator = {};
  EXPECT_LT(ledger_error(setup, 3.0), 1e-10);
  // Steps of fixed size end at the events, too.
  setup.integrator.kind = IntegratorKind::RungeKutta4;
  setup.integrator.step = 2e-4;
  Simulation fixed(setup);
  EXPECT_NEAR(events_of(fixed, 0.3).at(0).t, fall, 1e-12);
}

TEST(PointSpring, ThatOnlyPullsLetsAMassFly) {
  const double k = 50.0, omega = std::sqrt(k / m);
  PointSpring spring = to_mass(k, 0.0, 1.0);
  spring.side = PointSpring::Side::Pulls;
  Simulation simulation(sprung(spring, 1.3, 0.0));
  const std::vector<SimulationEvent> events = events_of(simulation, 0.5);
  ASSERT_EQ(events.size(), 1u);
  const double quarter = 0.5 * std::acos(-1.0) / omega;
  EXPECT_NEAR(events[0].t, quarter, 1e-11);
  EXPECT_NEAR(simulation.state().q[0], 1.0 - 0.3 * omega * (0.5 - quarter), 1e-11);
  EXPECT_EQ(recorded(simulation, "spring.coil.force"), 0.0);
}

// A bumper with a damper lets go where the damper would pull, before it is unstrained: where the
// acceleration of the damped motion is zero. The rest of its energy is lost.
TEST(PointSpring, ThatIsOneSidedAndDampedNeverPulls) {
  const double k = 800.0, c = 12.0, v0 = 1.5, rest = 0.4;
  const double beta = 0.5 * c / m, omega = std::sqrt(k / m - beta * beta);
  PointSpring spring = to_mass(k, c, rest);
  spring.side = PointSpring::Side::Pushes;
  const SimulationSetup setup = sprung(spring, rest + 0.3, -v0);
  Simulation simulation(setup);
  const std::vector<SimulationEvent> events = events_of(simulation, 0.6);
  ASSERT_EQ(events.size(), 2u);
  const double contact =
      (std::acos(-1.0) - std::atan2(2.0 * beta * omega, omega * omega - beta * beta)) / omega;
  EXPECT_NEAR(events[0].t, 0.3 / v0, 1e-11);
  EXPECT_NEAR(events[1].t, 0.3 / v0 + contact, 1e-10);
  const double v1 = -v0 * std::exp(-beta * contact) *
                    (std::cos(omega * contact) - beta / omega * std::sin(omega * contact));
  EXPECT_NEAR(simulation.state().v[0], v1, 1e-10);
  const int source = simulation.ledger().find(EnergyKind::Dissipated, "coil");
  EXPECT_NEAR(simulation.state().spent[source], 0.5 * m * (v0 * v0 - v1 * v1), 1e-10);
  EXPECT_EQ(simulation.energy(simulation.state()).elastic, 0.0);
  EXPECT_LT(ledger_error(setup, 0.6), 1e-10);
}

// Duffing's oscillator: x = A cn(Omega t, modulus).
TEST(PointSpring, FollowsALaw) {
  const double k1 = 20.0, k3 = 300.0, A = 0.4;
  PointSpring spring = to_mass(0.0, 0.0, 0.0);
  spring.law = [=](double length, double) {
    const double x = length - 1.0;
    return k1 * x + k3 * x * x * x;
  };
  const SimulationSetup setup = sprung(spring, 1.0 + A, 0.0);
  Simulation simulation(setup);
  const double frequency = std::sqrt((k1 + k3 * A * A) / m);
  const double modulus = std::sqrt(k3 * A * A / (2.0 * (k1 + k3 * A * A)));
  const auto potential = [&](double x) { return 0.5 * k1 * x * x + 0.25 * k3 * x * x * x * x; };
  const int source = simulation.ledger().find(EnergyKind::Work, "coil");
  for (int i = 1; i <= 30; ++i) {
    simulation.advance(0.1 * i);
    const State& s = simulation.state();
    const double x = A * jacobi_elliptic(frequency * s.t, modulus).cn;
    EXPECT_NEAR(s.q[0], 1.0 + x, 1e-10) << s.t;
    EXPECT_NEAR(s.spent[source], potential(A) - potential(x), 1e-10) << s.t;
  }
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-10);
}

// A law with its own damping that only pulls: the same motion as the numbers give, as long as the
// spring is stretched. It acts where its force is positive.
TEST(PointSpring, WithALawCanBeOneSided) {
  PointSpring numbers_given = to_mass(50.0, 0.0, 1.0);
  numbers_given.side = PointSpring::Side::Pulls;
  PointSpring law = to_mass(0.0, 0.0, 0.0);
  law.law = [](double length, double) { return 50.0 * (length - 1.0); };
  law.side = PointSpring::Side::Pulls;
  Simulation expected(sprung(numbers_given, 1.3, 0.1)), found(sprung(law, 1.3, 0.1));
  const auto a = events_of(expected, 0.6), b = events_of(found, 0.6);
  ASSERT_EQ(a.size(), 1u);
  ASSERT_EQ(b.size(), 1u);
  EXPECT_NEAR(a[0].t, b[0].t, 1e-11);
  EXPECT_LT(difference(expected.state(), found.state()), 1e-11);
}

// Between random points of random trees: forces are the slope of the energy, and those on the two
// bodies are opposite and on one line.
TEST(PointSpring, IsTheGradientOfItsEnergyInRandomTrees) {
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RandomModelOptions options;
    options.max_bodies = 10, options.min_bodies = 2, options.massless = false;
    Random random(seed);
    SimulationSetup setup;
    setup.model = std::make_shared<Model>(random_model(seed, options));
    const RandomState state = random_state(*setup.model, random);
    setup.q = state.q, setup.v = state.v;
    PointSpring spring;
    spring.name = "spring";
    spring.a = BodyId{1 + pick(random, setup.model->body_count() - 1)};
    spring.b = BodyId{1 + pick(random, setup.model->body_count() - 1)};
    spring.p_A = to_vec3(random_vector(random, 3).head<3>());
    spring.p_B = to_vec3(random_vector(random, 3).head<3>());
    spring.stiffness = uniform(random, 10.0, 100.0), spring.rest_length = uniform(random, 0.1, 1.0);
    spring.preload = uniform(random, -5.0, 5.0);
    if (spring.a.index == spring.b.index || setup.model->nv() == 0) continue;
    add_element<PointSpringSet>(setup, spring);
    LoneGroup group(setup);
    const Exerted all = group.at(group.start());
    EXPECT_LT(imbalance(all), 1e-13) << seed;
    if (all.tau.norm() < 1e-3) continue;  // the bodies cannot move against each other
    EXPECT_LT(group.gradient_error(group.start()), 1e-7) << seed;
    ++checked;
  }
  EXPECT_GT(checked, 25);
}

// Of rest length zero it passes through the point where it has no direction.
TEST(PointSpring, PassesThroughZeroLength) {
  const double k = 50.0, c = 1.0, beta = 0.5 * c / m, omega = std::sqrt(k / m - beta * beta);
  for (const double q0 : {0.3, 0.0}) {
    const double v0 = q0 == 0.0 ? 1.0 : 0.0;
    const State s = state_at(sprung(to_mass(k, c, 0.0), q0, v0), 2.0);
    const double x = std::exp(-beta * 2.0) * (q0 * std::cos(2.0 * omega) +
                                              (v0 + beta * q0) / omega * std::sin(2.0 * omega));
    EXPECT_NEAR(s.q[0], x, 1e-10);
  }
  // At rest in its middle, it stays there.
  EXPECT_EQ(state_at(sprung(to_mass(k, c, 0.0), 0.0, 0.0), 1.0).q[0], 0.0);
}

TEST(PointSpring, RadauAgrees) {
  for (const PointSpring::Side side : {PointSpring::Side::Both, PointSpring::Side::Pulls}) {
    PointSpring spring = to_mass(200.0, 2.0, 0.7, 1.0);
    spring.side = side, spring.b = BodyId{2}, spring.p_B = {0.1, 0.0, -0.3};
    spring.p_A = {0.5, 0.2, 0.1};
    SimulationSetup setup;
    setup.model = std::make_shared<Model>(double_pendulum());
    setup.q = Eigen::Vector2d(0.4, 0.7);
    add_element<PointSpringSet>(setup, spring);
    EXPECT_LT(difference(state_at(setup, 1.0), state_at(with_radau(setup), 1.0)), 1e-8);
    EXPECT_LT(ledger_error(setup, 2.0), 1e-10);
  }
}

// From every mode, a run that is saved and continued is the same to the last bit.
TEST(PointSpring, ContinuesFromCheckpoints) {
  PointSpring spring = to_mass(800.0, 12.0, 0.4);
  spring.side = PointSpring::Side::Pushes;
  SimulationSetup setup = slider([](JointSpec&) {}, 0.6, 0.0);
  add_element<PointSpringSet>(setup, spring);
  std::array<int, 3> seen = {};
  for (int i = 1; i <= 120; ++i) {
    Simulation whole(setup), halves(setup);
    whole.advance(0.005 * i);
    ++seen[static_cast<std::size_t>(find_modes<SpringModes>(whole.state()).at(0))];
    halves.restore(through_text(whole.state(), setup));
    whole.advance(1.0), halves.advance(1.0);
    EXPECT_EQ(whole.state().q, halves.state().q);
    EXPECT_EQ(whole.state().spent, halves.state().spent);
  }
  for (const int count : seen) EXPECT_GT(count, 0);
}

std::string refusal(PointSpring spring, double q0 = 1.0) {
  try {
    Simulation simulation(sprung(spring, q0, 0.0));
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(PointSpring, RefusesWhatMakesNoSense) {
  const auto changed = [](auto change) {
    PointSpring spring = to_mass(10.0, 1.0, 1.0);
    change(spring);
    return refusal(spring);
  };
  EXPECT_EQ(changed([](PointSpring&) {}), "");
  EXPECT_EQ(changed([](PointSpring& s) { s.b = BodyId{7}; }),
            "spring 'coil': there is no body number 7, expected 0 (the world) to 1");
  EXPECT_EQ(changed([](PointSpring& s) { s.a = s.b; }),
            "spring 'coil': both ends are on 'body'; put one on another body");
  EXPECT_EQ(changed([](PointSpring& s) { s.stiffness = -1.0; }),
            "spring 'coil': the stiffness is -1, expected a finite number, 0 or more");
  EXPECT_EQ(changed([](PointSpring& s) { s.damping = std::nan(""); }),
            "spring 'coil': the damping is nan, expected a finite number, 0 or more");
  EXPECT_EQ(changed([](PointSpring& s) { s.p_A.y = INFINITY; }),
            "spring 'coil': the point of body a is inf, expected a finite number");
  EXPECT_EQ(changed([](PointSpring& s) { s.name = ""; }), "a spring has no name; give it one");
  EXPECT_NE(changed([](PointSpring& s) { s.law = [](double, double) { return 0.0; }; }), "");
  EXPECT_NE(changed([](PointSpring& s) { s.stiffness = 0.0, s.side = PointSpring::Side::Pulls; }),
            "");
  EXPECT_EQ(refusal(to_mass(10.0, 1.0, 1.0), 0.0),
            "spring 'coil': its points coincide at the start, where its force is -10 N: the force "
            "has no direction; move one of the points, or start elsewhere");
  SimulationSetup twice = sprung(to_mass(10.0, 1.0, 1.0), 1.0, 0.0);
  twice.elements = {
      std::make_shared<PointSpringSet>(std::vector<PointSpring>(2, to_mass(10.0, 1.0, 1.0)))};
  EXPECT_THROW(Simulation{twice}, ModelError);
}

}  // namespace
}  // namespace catena::test
