// What comes more slowly than it could rebound with rest_speed does not rebound, and its loss is
// booked.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

constexpr double rest_speed = 1e-6;  // m/s, by default

// Contacts on which an impulse acts rebound with at least rest_speed, or rest.
void expect_no_slow_rebounds(const WatchedRun& run, const std::string& what) {
  int slow = 0;
  for (const SimulationEvent& event : run.of(EventKind::Impact))
    if (event.impulse > 0.0 && event.v_after > 1e-11 && event.v_after < 0.999 * rest_speed) ++slow;
  EXPECT_EQ(slow, 0) << what;
}

// A can falls onto a cube that stands: where the one strikes, the corners of the other rest.
std::string can_on_cube(const char* contact, double e, const char* law) {
  return fmt::format(
      "impacts: {{law: {}}}\n"
      "contact: {{ground: true, friction: 0.4, restitution: {}{}}}\n"
      "model:\n"
      "  bodies:\n"
      "    - {{name: cube, shapes: [{{box: {{sides: [45 mm, 45 mm, 45 mm]}}, density: 700}}]}}\n"
      "    - {{name: can, shapes: [{{cylinder: {{radius: 22 mm, length: 60 mm}}, density: "
      "1000}}]}}\n"
      "  joints:\n"
      "    - {{name: c, kind: free, parent: world, child: cube, at: [0, 0, 0.0225]}}\n"
      "    - {{name: z, kind: free, parent: world, child: can, at: {{position: [0.02, 0, 0.1], "
      "rpy: [20 deg, 30 deg, 0]}}}}\n"
      "duration: 1\n",
      law, e, contact);
}

void expect_none_of_a_can(const char* law) {
  for (const char* contact : {"", ", method: events", ", tolerance: 1e-6"})
    for (const double e : {0.2, 0.6}) {
      WatchedRun run(can_on_cube(contact, e, law), 0.6);
      EXPECT_FALSE(run.of(EventKind::Impact).empty());
      expect_no_slow_rebounds(run, law + std::string(contact) + std::to_string(e));
    }
}

TEST(SlowRebounds, OfACanOnACube) {
  expect_none_of_a_can("newton");
}

// By Poisson's law contacts leave with impulses in proportion to those of the compression, and one
// that hardly approached itself may leave more slowly than rest_speed: up to 25 of them in 0.6 s,
// where there should be none.
TEST(SlowRebounds, DISABLED_OfACanOnACubeByPoissonsLaw) {
  expect_none_of_a_can("poisson");
}

TEST(SlowRebounds, AtTheStartAreBookedAsLosses) {
  for (const char* method : {"events", "stepping"})
    for (const double v : {1e-6, 1e-7, 1e-9}) {
      WatchedRun run(
          fmt::format("contact: {{method: {}, ground: true, restitution: 0.65}}\n"
                      "model:\n"
                      "  bodies: [{{name: ball, shapes: [{{sphere: {{radius: 0.1}}, mass: 1}}]}}]\n"
                      "  joints: [{{name: z, kind: prismatic, parent: world, child: ball, axis: "
                      "[0, 0, 1], at: [0, 0, 0.1]}}]\n"
                      "initial: {{z: {{q: 0, v: {}}}}}\nduration: 0.1\n",
                      method, -v),
          0.0);
      EXPECT_EQ(run.v(), 0.0) << method << v;
      const double lost = run.simulation.energy(run.simulation.state()).impact;
      EXPECT_NEAR(lost, 0.5 * v * v, 1e-9 * v * v) << method << v;
    }
}

// Thirty contacts that rest while one strikes: it rebounds as if it were alone.
TEST(SlowRebounds, LeaveFastOnesAsTheyAre) {
  std::string bodies = "    - {name: ball, shapes: [{sphere: {radius: 0.05}, mass: 1}]}\n";
  std::string joints =
      "    - {name: ball, kind: free, parent: world, child: ball, at: [0, 0, 0.55]}\n";
  for (int i = 0; i < 8; ++i) {
    bodies += fmt::format(
        "    - {{name: b{}, shapes: [{{box: {{sides: [0.1, 0.1, 0.1]}}, mass: 1}}]}}\n", i);
    joints += fmt::format(
        "    - {{name: b{}, kind: free, parent: world, child: b{}, at: [{}, 0, 0.05]}}\n", i, i,
        1.0 + 0.3 * i);
  }
  for (const double e : {0.2, 0.9, 1.0}) {
    WatchedRun run(fmt::format("contact: {{ground: true, friction: 0.4, restitution: {}}}\n"
                               "model:\n  bodies:\n{}  joints:\n{}duration: 1\n",
                               e, bodies, joints),
                   0.0);
    run.to(std::sqrt(2.0 * 0.5 / 9.81) + 1e-4);
    double v = 0.0;
    for (const SimulationEvent& event : run.of(EventKind::Impact)) v = std::max(v, event.v_after);
    EXPECT_NEAR(v, e * std::sqrt(2.0 * 9.81 * 0.5), 1e-9);
    expect_no_slow_rebounds(run, std::to_string(e));
  }
}

}  // namespace
}  // namespace catena
