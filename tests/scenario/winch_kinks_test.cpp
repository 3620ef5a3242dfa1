// Winches whose speed jumps: located, and booked as the work of the winch.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/sim/checkpoint.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

constexpr double lifted = 2.0, g = 9.81, EA = 1e4, damping = 20.0, top = 3.0;

// A mass on a damped cable that a winch lets out.
std::string winch(const std::string& let_out, const std::string& rest = "") {
  return "model:\n"
         "  bodies: [{name: mass, inertia: {mass: 2, moments: [1, 1, 1]}}]\n"
         "  joints: [{name: height, kind: prismatic, parent: world, child: mass, axis: [0, 0, "
         "1]}]\n"
         "  cables:\n"
         "    - {name: line, route: [{body: world, at: [0, 0, 3]}, {body: mass}], youngs_modulus: "
         "1e9,\n"
         "       area: 1e-5, damping: 2e6, rest_length: 2.99, let_out: \"" +
         let_out + "\"}\n" +
         (rest.empty() ? "integrator: {kind: dormand_prince, tolerance: 1e-12}\n" : rest);
}

// The same by itself: dt at a time, with steps that end at the kinks. y: height and its rate.
template <class LetOut>
std::pair<double, double> by_small_steps(const LetOut& let_out, double t, double t_end, double x,
                                         double u) {
  const int steps = 4000;
  const double h = (t_end - t) / steps;
  const auto acceleration = [&](double at, double height, double rate) {
    const auto [out, out_rate] = let_out(at);
    const double natural = 2.99 + out, length = top - height, strain = length / natural - 1.0;
    const double strain_rate = (-rate - (1.0 + strain) * out_rate) / natural;
    return std::max(0.0, EA * strain + damping * strain_rate) / lifted - g;
  };
  for (int i = 0; i < steps; ++i, t += h) {
    const double a1 = acceleration(t, x, u), u2 = u + 0.5 * h * a1,
                 a2 = acceleration(t + 0.5 * h, x + 0.5 * h * u, u2), u3 = u + 0.5 * h * a2,
                 a3 = acceleration(t + 0.5 * h, x + 0.5 * h * u2, u3), u4 = u + h * a3,
                 a4 = acceleration(t + h, x + h * u3, u4);
    x += h / 6.0 * (u + 2.0 * u2 + 2.0 * u3 + u4);
    u += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return {x, u};
}

// Pulled in from 0.2 s to 0.5 s at 0.3 m/s.
TEST(WinchKinks, AreLocatedAndReported) {
  WatchedRun run(winch("-clamp(t - 0.2, 0, 0.3)*0.3"), 0.7);
  const auto kinks = run.of(EventKind::Kink);
  ASSERT_EQ(kinks.size(), 2u);
  EXPECT_EQ(kinks[0].name, "line");
  EXPECT_NEAR(kinks[0].t, 0.2, 1e-12);
  EXPECT_NEAR(kinks[0].v_before, 0.0, 1e-15);
  EXPECT_NEAR(kinks[0].v_after, -0.3, 1e-15);
  EXPECT_NEAR(kinks[1].t, 0.5, 1e-12);
  EXPECT_NEAR(kinks[1].v_after, 0.0, 1e-15);
  EXPECT_TRUE(run.of(EventKind::Slack).empty());
  EXPECT_LT(run.unexplained(), 1e-11);

  auto [x, u] = by_small_steps([](double) { return std::pair(0.0, 0.0); }, 0.0, 0.2, 0.0, 0.0);
  std::tie(x, u) =
      by_small_steps([](double t) { return std::pair(-0.3 * (t - 0.2), -0.3); }, 0.2, 0.5, x, u);
  std::tie(x, u) = by_small_steps([](double) { return std::pair(-0.09, 0.0); }, 0.5, 0.7, x, u);
  EXPECT_NEAR(run.q(), x, 1e-9);
  EXPECT_NEAR(run.v(), u, 1e-7);
}

// A jerk that is shorter than any step is not passed over.
TEST(WinchKinks, ShortOnesAreNotPassedOver) {
  WatchedRun run(winch("-0.001*clamp((t - 0.4)*1e6, 0, 1)"), 0.5);
  EXPECT_EQ(run.of(EventKind::Kink).size(), 2u);
  WatchedRun still(winch("0*t"), 0.5);
  EXPECT_GT(std::abs(run.v() - still.v()), 1e-3);
  EXPECT_LT(run.unexplained(), 1e-10);
}

TEST(WinchKinks, ByTimeStepsToo) {
  WatchedRun run(
      winch("-clamp(t - 0.2, 0, 0.3)*0.3", "contact: {method: stepping, step: 0.1 ms}\n"), 0.7);
  EXPECT_EQ(run.of(EventKind::Kink).size(), 2u);
  WatchedRun exact(winch("-clamp(t - 0.2, 0, 0.3)*0.3"), 0.7);
  EXPECT_NEAR(run.q(), exact.q(), 1e-5);
}

// A table has its kinks at its corners.
TEST(WinchKinks, CheckpointsKnowOnWhichSide) {
  const std::string text =
      winch("reel(t)") +
      "tables: [{name: reel, points: [[0, 0], [0.2, -0.1], [0.5, -0.1], [1, 0.05]]}]\n";
  WatchedRun whole(text, 0.9);
  EXPECT_EQ(whole.of(EventKind::Kink).size(), 2u);
  WatchedRun first(text, 0.2);  // on the kink itself
  WatchedRun second(parse_scenario(text, "s.yaml", CATENA_SOURCE_DIR).setup);
  second.simulation.restore(first.simulation.state());
  second.to(0.9), first.to(0.9);
  EXPECT_EQ(first.q(), second.q());
  EXPECT_EQ(first.v(), second.v());
  EXPECT_NEAR(whole.q(), first.q(), 1e-10);
}

}  // namespace
}  // namespace catena
