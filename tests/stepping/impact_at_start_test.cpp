// What touches at the start and approaches is an impact, whatever rounding has left of its gap.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

constexpr double start_fall = 2.0, start_rebound = 0.65;  // m/s, restitution

struct StartWay {
  const char* method;
  bool of_shapes;
  double gap;  // m
};

// A ball of 1 kg that falls onto the ground at the start.
std::string ball_at_the_start(const StartWay& way) {
  const char* const contacts =
      "  contacts: [{name: c, point: ball, radius: 0.1, plane: {}, restitution: 0.65}]\n";
  return fmt::format(
      "contact: {{method: {}{}}}\n"
      "model:\n"
      "  bodies: [{{name: ball, shapes: [{{sphere: {{radius: 0.1}}, mass: 1}}]}}]\n"
      "  joints: [{{name: z, kind: prismatic, parent: world, child: ball, axis: [0, 0, 1], at: [0, "
      "0, 0.1]}}]\n{}"
      "initial: {{z: {{q: {}, v: {}}}}}\nduration: 0.1\n",
      way.method, way.of_shapes ? ", ground: true, restitution: 0.65" : "",
      way.of_shapes ? "" : contacts, way.gap, -start_fall);
}

class ImpactAtStart : public testing::TestWithParam<StartWay> {};
INSTANTIATE_TEST_SUITE_P(
    WaysToTouch, ImpactAtStart,
    testing::Values(StartWay{"events", false, 0.0}, StartWay{"events", false, -1e-17},
                    StartWay{"events", false, -1e-12}, StartWay{"events", false, -1e-3},
                    StartWay{"stepping", false, 0.0}, StartWay{"stepping", false, -1e-17},
                    StartWay{"stepping", false, -1e-12}, StartWay{"stepping", false, -1e-3},
                    StartWay{"automatic", false, -1e-17}, StartWay{"events", true, -1e-17},
                    StartWay{"stepping", true, -1e-17}, StartWay{"events", true, -1e-3},
                    StartWay{"stepping", true, -1e-3}));

TEST_P(ImpactAtStart, ReboundsAndIsBooked) {
  WatchedRun run(ball_at_the_start(GetParam()), 0.0);
  const std::vector<SimulationEvent> impacts = run.of(EventKind::Impact);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].t, 0.0);
  EXPECT_NEAR(impacts[0].v_before, -start_fall, 1e-12);
  EXPECT_NEAR(run.v(), start_rebound * start_fall, 1e-12);
  const double lost = 0.5 * start_fall * start_fall * (1.0 - start_rebound * start_rebound);
  EXPECT_NEAR(impacts[0].energy_lost, lost, 1e-12);
  EXPECT_NEAR(run.simulation.energy(run.simulation.state()).impact, lost, 1e-12);
  run.to(0.1);
  EXPECT_EQ(run.of(EventKind::Impact).size(), 1u);
  EXPECT_LT(run.unexplained(), 1e-12);
}

// A rod falls flat: both ends are struck in the same instant, and it does not turn.
TEST(ImpactAtStart, OfBothEndsOfACapsule) {
  for (const char* method : {"events", "stepping"})
    for (const double turned : {0.0, 1e-16, -3e-17}) {
      WatchedRun run(
          fmt::format("contact: {{method: {}, ground: true, restitution: 0.5}}\n"
                      "model:\n"
                      "  bodies: [{{name: rod, shapes: [{{capsule: {{radius: 0.1, length: 0.7}}, "
                      "at: {{rpy: [0, 90 deg, 0]}}, mass: 1}}]}}]\n"
                      "  joints: [{{name: free, kind: free, parent: world, child: rod}}]\n"
                      "initial: {{free: {{position: [0, 0, 0.1], rpy: [0, {}, 0], "
                      "v: [0, 0, 0, 0, 0, -1]}}}}\nduration: 0.1\n",
                      method, turned),
          0.0);
      EXPECT_NEAR(run.v(1), 0.0, 1e-12) << method << turned;
      EXPECT_NEAR(run.v(5), 0.5, 1e-12) << method << turned;
    }
}

// Two links that are put exactly onto the ground: a gap of rounding changes nothing.
TEST(ImpactAtStart, OfLinksDoesNotDependOnRounding) {
  for (const char* method : {"events", "stepping"})
    for (int i = 0; i < 20; ++i) {
      const double a = 0.15 + 0.03 * i, b = 0.4 + 0.05 * i;
      const auto after = [&](double shift) {
        WatchedRun run(
            fmt::format(
                "contact: {}\n"
                "model:\n"
                "  bodies:\n"
                "    - {{name: upper, shapes: [{{cylinder: {{radius: 0.02, length: 0.5}}, "
                "at: [0, 0, -0.25], mass: 1}}]}}\n"
                "    - {{name: lower, shapes: [{{cylinder: {{radius: 0.02, length: 0.4}}, "
                "at: [0, 0, -0.2], mass: 0.7}}]}}\n"
                "  joints:\n"
                "    - {{name: a, kind: revolute, parent: world, child: upper, axis: [0, "
                "1, 0], at: [0, 0, 0.5*cos({}) + 0.4*cos({}) + {}]}}\n"
                "    - {{name: b, kind: revolute, parent: upper, child: lower, axis: [0, "
                "1, 0], at: [0, 0, -0.5]}}\n"
                "  contacts: [{{name: tip, point: {{body: lower, at: [0, 0, -0.4]}}, plane: {{}}, "
                "friction: 0.3, restitution: 0.7}}]\n"
                "initial: {{a: {{q: {}, v: -1}}, b: {{q: {}, v: -1.5}}}}\n"
                "duration: 0.1\n",
                method, a, a + b, shift, a, b),
            0.0);
        EXPECT_EQ(run.of(EventKind::Impact).size(), 1u);
        return Eigen::Vector2d(run.v(0), run.v(1));
      };
      const Eigen::Vector2d here = after(0.0);
      EXPECT_LT((after(1e-15) - here).norm(), 1e-12) << method << i;
      EXPECT_LT((after(-1e-15) - here).norm(), 1e-12) << method << i;
    }
}

}  // namespace
}  // namespace catena
