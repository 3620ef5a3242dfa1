// Balls and discs that slide until they roll, and roll down slopes.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/contact/contact_group.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

constexpr double wheel_radius = 0.1;

// A ball in space, or a disc in the x-y plane; the ground falls towards +x by `slope`, as seen from
// axes that lie in it.
SimulationSetup round_body(bool disc, double slope, double friction, double v0) {
  const double down = gravity * std::sin(slope), onto = -gravity * std::cos(slope);
  const ContactMaterial material{0.0, friction};
  if (disc) {
    SimulationSetup setup =
        lone_body(planar("plane", {0, 0, 1}), solid_cylinder_z(3.0, wheel_radius, 0.05),
                  {down, onto, 0}, numbers({0, wheel_radius, 0}), numbers({v0, 0, 0}));
    setup.contacts = {on_plane("ground", only_body, {0, 0, 0}, wheel_radius, material, {0, 1, 0})};
    return setup;
  }
  SimulationSetup setup =
      lone_body(free_joint("flight"), solid_sphere(3.0, wheel_radius), {down, 0, onto},
                numbers({1, 0, 0, 0, 0, 0, wheel_radius}), numbers({0, 0, 0, v0, 0, 0}));
  setup.contacts = {on_plane("ground", only_body, {0, 0, 0}, wheel_radius, material)};
  return setup;
}

double way(const Simulation& simulation) {
  return simulation.state().q[simulation.model().nq() == 3 ? 0 : 4];
}

class RoundBody : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(BallAndDisc, RoundBody, testing::Bool());

TEST_P(RoundBody, SlidesUntilItRolls) {
  const bool disc = GetParam();
  const double v0 = 2.0, mu = 0.3;
  const double t = disc ? 0.22652622041001247 : 0.19416533178001066;
  const double v = disc ? 4.0 / 3.0 : 1.4285714285714286;
  const double distance = disc ? (v0 + v) / 2 * t : 0.3328548544800183;
  Simulation simulation(round_body(disc, 0.0, mu, v0));
  double stuck_at = 0.0, distance_then = 0.0, speed_then = 0.0;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) {
    ASSERT_EQ(e.kind, EventKind::Stick);
    stuck_at = e.t, distance_then = way(simulation);
    speed_then = world_velocity(simulation, only_body).linear.x;
  };
  simulation.advance(2.0, observer);
  std::printf("[ measured ] %s rolls: to %.1e s, %.1e m, %.1e m/s; way after 2 s to %.1e m\n",
              disc ? "disc" : "ball", std::abs(stuck_at - t), std::abs(distance_then - distance),
              std::abs(speed_then - v), std::abs(way(simulation) - distance - v * (2.0 - t)));
  EXPECT_NEAR(stuck_at, t, 1e-12);
  EXPECT_NEAR(distance_then, distance, 1e-12);
  EXPECT_NEAR(speed_then, v, 1e-12);
  // The ball's velocity is in axes that roll with it, where the integrator's 1e-12 shows.
  EXPECT_NEAR(way(simulation), distance + v * (2.0 - t), disc ? 1e-14 : 1e-11);
  const Motion<double> now = world_velocity(simulation, only_body);
  EXPECT_NEAR(now.linear.x, v, 1e-12);
  EXPECT_NEAR(std::abs(disc ? now.angular.z : now.angular.y) * wheel_radius, v, 1e-12);
  EXPECT_NEAR(recorded(simulation, "contact.ground.ft"), 0.0, 1e-11);
  EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-11);
}

TEST_P(RoundBody, RollsDownWhereFrictionSuffices) {
  const bool disc = GetParam();
  const double slope = 20.0 * std::numbers::pi / 180.0;
  const double a = disc ? 2.2368117373498735 : 2.396584004303436;
  const double least = disc ? 0.12132341142206744 : 0.10399149550462923;
  for (const double share : {1.0 + 1e-6, 2.0, 1.0 - 1e-6, 0.5}) {
    Simulation simulation(round_body(disc, slope, share * least, 0.0));
    simulation.advance(1.0);
    const bool rolls = share > 1.0;
    const double expected =
        rolls ? a : gravity * (std::sin(slope) - share * least * std::cos(slope));
    const Motion<double> now = world_velocity(simulation, only_body);
    std::printf("[ measured ] %s, mu = %g mu_min: way after 1 s to %.1e m, speed to %.1e m/s\n",
                disc ? "disc" : "ball", share, std::abs(way(simulation) - expected / 2),
                std::abs(now.linear.x - expected));
    EXPECT_EQ(find_modes<ContactModes>(simulation.state())[0].kind,
              rolls ? ContactMode::Kind::Stick : ContactMode::Kind::Slide);
    EXPECT_NEAR(way(simulation), expected / 2, 1e-12);
    // The ball's velocities are in axes that roll with it, where the integrator's 1e-12 shows.
    EXPECT_NEAR(now.linear.x, expected, disc ? 1e-13 : 5e-12);
    // The share of friction that rolling needs, whatever there is of it.
    EXPECT_NEAR(
        recorded(simulation, "contact.ground.ft") / recorded(simulation, "contact.ground.fn"),
        rolls ? least : share * least, 1e-12);
  }
}

}  // namespace
}  // namespace catena::test
