// A ball that bounces on a plane: times of impacts, the end of infinitely many bounces, no drift
// without loss, and an end to chattering.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/contact/contact_group.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

constexpr double radius = 0.1, rounding = 1e-16;  // m
const double fall_from_1m = 0.4515236409857309;   // sqrt(2 h / g)

// Its lowest point starts at `height`; in space, or on a slider.
SimulationSetup ball(bool in_space, double height, double restitution) {
  const Eigen::VectorXd q =
      in_space ? numbers({1, 0, 0, 0, 0.3, -0.2, height + radius}) : numbers({height + radius});
  SimulationSetup setup = lone_body(in_space ? free_joint("flight") : prismatic("drop", {0, 0, 1}),
                                    solid_sphere(1.0, radius), {0, 0, -gravity}, q,
                                    Eigen::VectorXd::Zero(in_space ? 6 : 1));
  setup.contacts = {on_plane("ground", only_body, {0, 0, 0}, radius, {restitution, 0.0})};
  return setup;
}

struct Bounces {
  double restitution, zeno, path;
};

class BouncingBall : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(SliderAndSpace, BouncingBall, testing::Bool());

TEST_P(BouncingBall, HitsAtItsTimesAndRestsAtTheEndOfTheSeries) {
  for (const auto& [e, zeno, path] : {Bounces{0.5, 1.3545709229571927, 5.0 / 3.0},
                                      Bounces{0.8, 4.063712768871579, 1.0 + 2.0 * 0.64 / 0.36},
                                      Bounces{0.9, 8.578949178728887, 9.526315789473687}}) {
    Simulation simulation(ball(GetParam(), 1.0, e));
    const auto events = events_of(simulation, zeno + 1.0);
    const auto impacts = of_kind(events, EventKind::Impact);
    ASSERT_GT(impacts.size(), 20u);
    double t = fall_from_1m, v = std::sqrt(2.0 * gravity), way = 1.0, worst_t = 0.0, worst_v = 0.0;
    for (std::size_t n = 0; n + 1 < impacts.size(); ++n) {
      // Near the end, a gap of 1e-17 m that rounding leaves is a time of 1e-11 s.
      if (v > 1e-3) {
        worst_t = std::max(worst_t, std::abs(impacts[n].t - t));
        worst_v = std::max(worst_v, std::abs(impacts[n].v_before + v));
      } else {
        EXPECT_NEAR(impacts[n].t, t, rounding / v / (1.0 - e));
        EXPECT_NEAR(impacts[n].v_before, -v, gravity * rounding / v);
      }
      EXPECT_NEAR(impacts[n].v_after, -e * impacts[n].v_before, 1e-14);
      way += impacts[n].v_after * impacts[n].v_after / gravity;
      v *= e;
      t += 2.0 * v / gravity;
    }
    const auto rests = of_kind(events, EventKind::Rest);
    ASSERT_EQ(rests.size(), 1u);
    const double left = zeno - rests[0].t;
    std::printf(
        "[ measured ] e = %g, %zu impacts: times to %.1e s, speeds to %.1e m/s, end to %.1e s "
        "(%.1e "
        "s early), path to %.1e m\n",
        e, impacts.size(), worst_t, worst_v, std::abs(rests[0].bounces_end - zeno), left,
        std::abs(way - path));
    EXPECT_LE(worst_t, 1e-12);
    EXPECT_LE(worst_v, 1e-12);
    // A flight is known to 1e-14 s, as its ends are located; e / (1 - e) of it are to come.
    EXPECT_NEAR(rests[0].bounces_end, zeno, 1e-14 / (1.0 - e));
    // Rebounds below 1e-6 m/s are left out, which take 2e-6 / g / (1 - e) at most.
    EXPECT_GE(left, 0.0);
    EXPECT_LE(left, 2e-6 / gravity / (1.0 - e));
    EXPECT_NEAR(way, path, 1e-12);
    EXPECT_EQ(events.back().kind, EventKind::Rest);
    EXPECT_EQ(simulation.state().v.norm(), 0.0);
    EXPECT_NEAR(recorded(simulation, "contact.ground.fn"), gravity, 1e-13);
    EXPECT_NEAR(recorded(simulation, "contact.ground.gap"), 0.0, 1e-15);
  }
}

TEST_P(BouncingBall, FirstFiveImpactsOfHalfRestitution) {
  Simulation simulation(ball(GetParam(), 1.0, 0.5));
  const auto impacts = of_kind(events_of(simulation, 1.3), EventKind::Impact);
  ASSERT_EQ(impacts.size(), 5u);
  const double expected[] = {0.45152364, 0.90304728, 1.12880910, 1.24169001, 1.29813047};
  for (std::size_t n = 0; n < 5; ++n) EXPECT_NEAR(impacts[n].t, expected[n], 5.1e-9);
}

// A parabola is exact for all methods of order two and more.
TEST_P(BouncingBall, HitsAtItsTimesWhateverTheMethod) {
  for (const IntegratorKind kind : {IntegratorKind::RungeKutta4, IntegratorKind::Radau}) {
    SimulationSetup setup = ball(GetParam(), 1.0, 0.5);
    setup.integrator.kind = kind;
    Simulation simulation(setup);
    const auto events = events_of(simulation, 2.0);
    const auto impacts = of_kind(events, EventKind::Impact);
    ASSERT_GT(impacts.size(), 20u);
    double t = fall_from_1m, v = std::sqrt(2.0 * gravity), worst = 0.0;
    for (std::size_t n = 0; n < 12; ++n) {
      worst = std::max(worst, std::abs(impacts[n].t - t));
      t += 2.0 * (v *= 0.5) / gravity;
    }
    std::printf("[ measured ] %s: 12 impacts to %.1e s\n",
                kind == IntegratorKind::Radau ? "radau" : "rk4", worst);
    EXPECT_LE(worst, 1e-12);
    EXPECT_EQ(events.back().kind, EventKind::Rest);
    EXPECT_EQ(simulation.state().v.norm(), 0.0);
  }
}

TEST_P(BouncingBall, KeepsItsHeightForAHundredBounces) {
  Simulation simulation(ball(GetParam(), 1.0, 1.0));
  const auto impacts = of_kind(events_of(simulation, 199.5 * fall_from_1m), EventKind::Impact);
  ASSERT_EQ(impacts.size(), 100u);
  const double v = std::sqrt(2.0 * gravity);
  double worst_t = 0.0, worst_v = 0.0;
  for (std::size_t n = 0; n < impacts.size(); ++n) {
    const double t = (2.0 * static_cast<double>(n) + 1.0) * fall_from_1m;
    worst_t = std::max(worst_t, std::abs(impacts[n].t - t));
    worst_v = std::max(worst_v, std::abs(impacts[n].v_before + v));
  }
  std::printf("[ measured ] 100 bounces, e = 1: speeds to %.1e m/s, times to %.1e s\n", worst_v,
              worst_t);
  EXPECT_LE(worst_v, 1e-12);
  EXPECT_LE(worst_t, 1e-11);
  EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-11);
}

// Bounces that take no time to speak of come to rest, after as many as 0.1 s has room for.
TEST(Chattering, EndsForTheTiniestBounces) {
  for (const double e : {0.5, 0.99, 0.99999, 1.0})
    for (const double height : {1e-6, 1e-8, 1e-10, 1e-11, 1e-13, 0.0}) {
      SCOPED_TRACE(testing::Message() << "e = " << e << ", height " << height);
      Simulation simulation(ball(true, height, e));
      const auto events = events_of(simulation, 0.1);
      const double flight = 2.0 * std::sqrt(2.0 * height / gravity);
      const bool rests = find_modes<ContactModes>(simulation.state())[0].closed();
      const std::size_t calmed = of_kind(events, EventKind::Chatter).size(),
                        impacts = of_kind(events, EventKind::Impact).size();
      std::printf("[ measured ] e = %g, height %g: %zu impacts, %zu times calmed, %s\n", e, height,
                  impacts, calmed, rests ? "rests" : "bounces");
      if (0.5 * flight * (1.0 + e) < 0.09 * (1.0 - e) || height <= 1e-11) {
        EXPECT_TRUE(rests);
      }
      if (e > 0.999 && height == 1e-10) {
        EXPECT_GE(calmed, 1u);
      }
      EXPECT_LE(simulation.energy(simulation.state()).stored(),
                gravity * (radius + height) + 1e-14);
    }
}

}  // namespace
}  // namespace catena::test
