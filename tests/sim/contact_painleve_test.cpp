// A rod whose end slides on rough ground (Painleve 1895): where the normal force cannot keep it
// sliding, and what is done about it.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/contact/contact_group.hpp"
#include "catena/sim/motion_equations.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

// m = L = 1 in the x-y plane, leaning to the right by `angle` from the ground; its lower end, at
// the origin, moves to the left with `speed`, and the rod turns with w.
SimulationSetup rod(double angle, double mu, double speed, double w = 0.0) {
  const double c = 0.5 * std::cos(angle), s = 0.5 * std::sin(angle);
  SimulationSetup setup =
      lone_body(planar("plane", {0, 0, 1}),
                inertia_about_com(1.0, {0, 0, 0}, Sym3<double>::diagonal(1e-3, 1.0 / 12, 1.0 / 12)),
                {0, -gravity, 0}, numbers({c, s, angle}), numbers({-speed - w * s, w * c, w}));
  setup.contacts = {on_plane("end", only_body, {-0.5, 0, 0}, 0.0, {0.0, mu}, {0, 1, 0})};
  return setup;
}

// Normal acceleration of the end per unit of normal force, times m.
double A(double angle, double mu) {
  const double c = std::cos(angle), s = std::sin(angle);
  return 1.0 + 3.0 * c * (c - mu * s);
}

double pivot(double angle, double mu) {
  Simulation simulation(rod(angle, 0.1, 1.0));  // this one slides
  SimulationSetup setup = rod(angle, mu, 1.0);
  Simulation rough(setup);
  State sliding = simulation.state();
  Evaluation at;
  rough.evaluate(sliding, at);
  return rough.observed().group<ContactGroup>()->forces().pivot(0);
}

TEST(Painleve, PivotChangesItsSignAtTheKnownAngles) {
  for (const double mu : {0.5, 1.0, 4.0 / 3.0, 1.5, 2.0, 5.0})
    for (double angle = 5.0; angle < 90.0; angle += 5.0) {
      const double th = angle * degree, c = std::cos(th), s = std::sin(th);
      const double along = A(th, mu) + mu * (mu * (1.0 + 3.0 * s * s) - 3.0 * s * c);
      EXPECT_NEAR(pivot(th, mu), A(th, mu) / along, 1e-13) << mu << ' ' << angle;
    }
  for (const auto& [mu, first, last] :
       {std::tuple{1.5, 50.6416, 73.0485}, {2.0, 37.3774, 79.1877}}) {
    EXPECT_GT(pivot((first - 1e-4) * degree, mu), 0.0);
    EXPECT_LT(pivot((first + 1e-4) * degree, mu), 0.0);
    EXPECT_LT(pivot((last - 1e-4) * degree, mu), 0.0);
    EXPECT_GT(pivot((last + 1e-4) * degree, mu), 0.0);
  }
  // Below mu = 4/3 there is no paradox; there it is at tan(theta) = 2 alone.
  EXPECT_NEAR(pivot(std::atan(2.0), 4.0 / 3.0), 0.0, 1e-15);
  EXPECT_GT(pivot(std::atan(2.0), 4.0 / 3.0 - 1e-9), 0.0);
  EXPECT_LT(pivot(std::atan(2.0), 4.0 / 3.0 + 1e-9), 0.0);
}

// Runs with all numbers finite and energy that only falls. Returns the events.
std::vector<SimulationEvent> run(Simulation& simulation, double t_end) {
  std::vector<SimulationEvent> events = simulation.start_events();
  double stored = simulation.energy(simulation.state()).stored(), growth = 0.0;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
  observer.step = [&](const State& s) {
    EXPECT_TRUE(s.q.allFinite() && s.v.allFinite());
    const double now = simulation.energy(s).stored();
    growth = std::max(growth, now - stored);
    stored = now;
    return events.size() < 2000;
  };
  EXPECT_TRUE(simulation.advance(t_end, observer));
  EXPECT_LE(growth, 1e-11);
  EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-9);
  return events;
}

TEST(Painleve, JamsWhereNoForceIsConsistent) {
  for (const auto& [mu, angle] :
       {std::pair{1.5, 51.0}, {1.5, 60.0}, {1.5, 72.0}, {2.0, 40.0}, {2.0, 63.4}, {2.0, 79.0}}) {
    SCOPED_TRACE(testing::Message() << "mu = " << mu << ", angle " << angle);
    ASSERT_LT(A(angle * degree, mu), 0.0);
    Simulation simulation(rod(angle * degree, mu, 1.0));
    const auto jams = of_kind(simulation.start_events(), EventKind::Jam);
    ASSERT_EQ(jams.size(), 1u);
    EXPECT_NEAR(jams[0].v_before, 1.0, 1e-14);
    EXPECT_GT(jams[0].energy_lost, 0.0);
    // Stopped by the impulse (p_t, p_n) at its end with W p = (1, 0): the end stands still.
    const double c = std::cos(angle * degree), s = std::sin(angle * degree);
    const double det = (1 + 3 * c * c) * (1 + 3 * s * s) - 9 * s * s * c * c;
    const double pt = (1 + 3 * c * c) / det, pn = 3 * s * c / det;
    const Eigen::VectorXd& v = simulation.state().v;
    EXPECT_NEAR(jams[0].impulse, pn, 1e-13);
    EXPECT_NEAR(jams[0].tangential_impulse, pt, 1e-13);
    EXPECT_LT((jams[0].linear_impulse - Eigen::Vector3d(pt, pn, 0.0)).norm(), 1e-13);
    EXPECT_NEAR(v[0], -1.0 + pt, 1e-13);
    EXPECT_NEAR(v[1], pn, 1e-13);
    EXPECT_NEAR(v[2], 6.0 * (s * pt - c * pn), 1e-13);
    const auto events = run(simulation, 2.0);
    std::printf("[ measured ] mu = %g, %g deg: jam takes %.6f J, %zu events in 2 s\n", mu, angle,
                jams[0].energy_lost, events.size());
    EXPECT_LT(events.size(), 100u);
  }
}

TEST(Painleve, SlidesOnJustOutside) {
  for (const auto& [mu, angle] : {std::pair{1.5, 50.0}, {1.5, 73.1}, {2.0, 37.0}, {2.0, 79.3}}) {
    SCOPED_TRACE(testing::Message() << "mu = " << mu << ", angle " << angle);
    const double a = A(angle * degree, mu);
    ASSERT_GT(a, 0.0);
    Simulation simulation(rod(angle * degree, mu, 1.0));
    EXPECT_TRUE(of_kind(simulation.start_events(), EventKind::Jam).empty());
    EXPECT_EQ(find_modes<ContactModes>(simulation.state())[0].kind, ContactMode::Kind::Slide);
    EXPECT_NEAR(recorded(simulation, "contact.end.fn"), gravity / a, 1e-12 * gravity / a / a);
    EXPECT_NEAR(recorded(simulation, "contact.end.ft"), mu * gravity / a, 1e-12 * gravity / a / a);
    const auto events = run(simulation, 2.0);
    std::printf("[ measured ] mu = %g, %g deg: %zu events in 2 s\n", mu, angle, events.size());
    EXPECT_LT(events.size(), 100u);
  }
}

// Turning fast enough, the end would come off without any force: it does, rather than jam.
TEST(Painleve, LiftsWhereItCan) {
  for (const auto& [mu, angle] : {std::pair{1.5, 60.0}, {2.0, 45.0}, {2.0, 70.0}})
    for (const double sign : {-1.0, 1.0}) {
      const double s = 0.5 * std::sin(angle * degree);
      ASSERT_LT(A(angle * degree, mu), 0.0);
      const double w = sign * 1.05 * std::sqrt(gravity / s);  // w^2 s - g > 0
      Simulation simulation(rod(angle * degree, mu, 1.0, w));
      EXPECT_TRUE(of_kind(simulation.start_events(), EventKind::Jam).empty());
      EXPECT_EQ(find_modes<ContactModes>(simulation.state())[0].kind, ContactMode::Kind::Open);
      const double rise = 0.05 * 2.05 * gravity;  // acceleration of the end
      simulation.advance(1e-3);
      EXPECT_NEAR(recorded(simulation, "contact.end.gap"), 0.5 * rise * 1e-6, 0.05 * rise * 1e-6);
      run(simulation, 1.0);
    }
}

}  // namespace
}  // namespace catena::test
