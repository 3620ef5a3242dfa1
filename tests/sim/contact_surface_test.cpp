// Contacts with a curved surface, and with planes that move.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/contact/contact_group.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

// The time from the top of a smooth sphere of 1 m, started with v0, to the angle: with
// sin(theta / 2) = v0 / (2 sqrt(g)) sinh(u) it is the integral of du / sqrt(g) / cos(theta / 2).
double time_to(double theta, double v0) {
  const double k = v0 / (2.0 * std::sqrt(gravity)), end = std::asinh(std::sin(theta / 2) / k);
  const int n = 4000;  // Simpson's rule
  double sum = 0.0;
  for (int i = 0; i <= n; ++i) {
    const double x = k * std::sinh(end * i / n);
    const double weight = i == 0 || i == n ? 1.0 : i % 2 ? 4.0 : 2.0;
    sum += weight / std::sqrt(1.0 - x * x);
  }
  return sum * end / n / 3.0 / std::sqrt(gravity);
}

TEST(SmoothSphere, IsLeftAtTwoThirds) {
  for (const double v0 : {1.0, 0.1, 0.01})
    for (const double azimuth : {0.0, 1.1}) {
      const double c = std::cos(azimuth), s = std::sin(azimuth), mass = 1.7;
      SimulationSetup setup =
          lone_body(free_joint("flight"), solid_sphere(mass, 0.01), {0, 0, -gravity},
                    numbers({1, 0, 0, 0, 0, 0, 1}), numbers({0, 0, 0, c * v0, s * v0, 0}));
      Contact contact;
      contact.name = "sphere", contact.a = only_body, contact.b = world_body;
      contact.against = Contact::Against::Surface;
      contact.surface = surface_from_formula("x^2+y^2+z^2-1");
      setup.contacts = {contact};
      Simulation simulation(setup);
      EXPECT_EQ(find_modes<ContactModes>(simulation.state())[0].kind, ContactMode::Kind::Slide);
      const double leaving = (2.0 + v0 * v0 / gravity) / 3.0;
      double worst_force = 0.0, worst_gap = 0.0, left_at = 0.0, left_cos = 0.0;
      Recorder recorder(simulation, {});
      RunObserver observer;
      observer.sample_interval = 0.02;
      observer.sample = [&](const State& state) {
        if (left_at > 0.0 || !find_modes<ContactModes>(state)[0].closed()) return;
        const auto& row = recorder.row(state);
        const double z = state.q[6], fn = mass * gravity * (3.0 * z - 3.0 * leaving);
        for (std::size_t i = 0; i < row.size(); ++i)
          if (recorder.columns()[i] == "contact.sphere.fn")
            worst_force = std::max(worst_force, std::abs(row[i] - fn));
        worst_gap = std::max(worst_gap, std::abs(state.q.tail<3>().norm() - 1.0));
      };
      observer.event = [&](const SimulationEvent& e) {
        if (e.kind == EventKind::Lift) left_at = e.t, left_cos = simulation.state().q[6];
      };
      const double expected = time_to(std::acos(leaving), v0);
      simulation.advance(expected + 0.1, observer);
      std::printf(
          "[ measured ] v0 = %g: leaves to %.1e s, cos to %.1e; force to %.1e N, gap %.1e m\n", v0,
          std::abs(left_at - expected), std::abs(left_cos - leaving), worst_force, worst_gap);
      EXPECT_NEAR(left_cos, leaving, 1e-12);
      EXPECT_NEAR(left_at, expected, v0 < 0.05 ? 1e-11 : 1e-12);
      EXPECT_LE(worst_force, 1e-10);
      EXPECT_LE(worst_gap, 1e-13);
      EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-11);
      EXPECT_FALSE(find_modes<ContactModes>(simulation.state())[0].closed());
    }
}

// A ball and a plate below it, both free: the plate carries the plane.
TEST(MovingPlane, IsHitByABallWhileBothFall) {
  for (const double e : {0.0, 0.6, 1.0}) {
    ModelBuilder builder;
    const BodyId plate = builder.add_body("plate", solid_box(5.0, {1, 1, 0.1})),
                 ball = builder.add_body("ball", solid_sphere(1.0, 0.1));
    builder.add_joint(free_joint("flight_plate"), builder.world(), plate);
    builder.add_joint(free_joint("flight_ball"), builder.world(), ball);
    SimulationSetup setup;
    setup.model = std::make_shared<const Model>(builder.build());
    setup.q = numbers({1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1.15});
    setup.v = numbers({0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1});
    Contact c = on_plane("plate", ball, {0, 0, 0}, 0.1, {e, 0.0});
    c.b = plate, c.p_B = {0, 0, 0.05};
    setup.contacts = {c};
    Simulation simulation(setup);
    const auto events = events_of(simulation, 0.75);
    const auto impacts = of_kind(events, EventKind::Impact);
    ASSERT_EQ(impacts.size(), 1u);
    EXPECT_NEAR(impacts[0].t, 0.5, 1e-13);
    EXPECT_NEAR(impacts[0].v_before, -2.0, 1e-13);
    // The mass centre goes on with 2/3 m/s; relative velocity is 2 e.
    const double fall = gravity * 0.75, mean = 4.0 / 6.0;
    EXPECT_NEAR(world_velocity(simulation, plate).linear.z, mean - 2.0 * e / 6.0 - fall, 1e-12);
    EXPECT_NEAR(world_velocity(simulation, ball).linear.z, mean + 10.0 * e / 6.0 - fall, 1e-12);
    EXPECT_NEAR(recorded(simulation, "contact.plate.gap"), 0.25 * 2.0 * e, 1e-12);
  }
}

// A point on a body that a path moves; it sticks until friction is too weak.
SimulationSetup on_table(const Eigen::Vector3d& axis, double at, double mu,
                         std::function<PathPoint(double)> path) {
  ModelBuilder builder;
  const BodyId table = builder.add_body("table", solid_box(5.0, {2, 2, 0.1})),
               point = builder.add_body("point", solid_sphere(0.8, 0.01));
  builder.add_joint(revolute("turn", axis), builder.world(), table);
  builder.add_joint(free_joint("flight"), builder.world(), point);
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  setup.q = numbers({0, 1, 0, 0, 0, at, 0, 0});
  const double w = path(0.0).velocity;
  setup.v = numbers({w, 0, 0, 0, 0, axis.z() * w * at, -axis.y() * w * at});
  setup.prescribed = {{"path", 0, std::move(path)}};
  Contact c = on_plane("table", point, {0, 0, 0}, 0.0, {0.0, mu});
  c.b = table;
  setup.contacts = {c};
  return setup;
}

TEST(MovingPlane, CarriesAPointUntilTheTurntableIsTooFast) {
  const double rate = 2.0, r = 0.4, mu = 0.5;
  Simulation simulation(on_table({0, 0, 1}, r, mu, [=](double t) {
    return PathPoint{0.5 * rate * t * t, rate * t, rate};
  }));
  const auto events = events_of(simulation, 2.0);
  ASSERT_GE(events.size(), 2u);
  EXPECT_EQ(events[1].kind, EventKind::Slip);
  // (rate r)^2 + (rate t)^4 r^2 = (mu g)^2.
  const double t = std::pow(std::pow(mu * gravity / r, 2) - rate * rate, 0.25) / rate;
  std::printf("[ measured ] turntable: slips to %.1e s\n", std::abs(events[1].t - t));
  EXPECT_NEAR(events[1].t, t, 1e-12);
}

TEST(MovingPlane, CarriesAPointUntilTheTableIsTooSteep) {
  const double w = 0.3, r = 0.4, mu = 0.5;
  Simulation simulation(on_table({0, 1, 0}, r, mu, [=](double t) {
    return PathPoint{w * t, w, 0.0};
  }));
  const auto events = events_of(simulation, 3.0);
  ASSERT_GE(events.size(), 2u);
  EXPECT_EQ(events[1].kind, EventKind::Slip);
  // Downhill, friction holds g sin(phi) + w^2 r; the table presses with g cos(phi).
  const double phi = std::atan(mu) - std::asin(w * w * r / gravity / std::hypot(1.0, mu));
  std::printf("[ measured ] tilting table: slips to %.1e s\n", std::abs(events[1].t - phi / w));
  EXPECT_NEAR(events[1].t, phi / w, 1e-12);
}

}  // namespace
}  // namespace catena::test
