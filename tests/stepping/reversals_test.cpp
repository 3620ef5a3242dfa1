// Sliding that turns round without sticking is an event of its own kind.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// A block of 1 kg that a force of 10 N cos(5 t) drives to and fro over a rough floor; friction
// holds up to 1 N, so it never sticks.
std::string shaken_block(const char* contact, bool shapes) {
  const char* const given =
      "  contacts: [{name: c, point: {body: block, at: [0, 0, -0.1]}, plane: {}, friction: 0.1}]\n";
  return fmt::format(
      "contact: {{{}{}}}\n"
      "model:\n"
      "  gravity: [0, 0, -10]\n"
      "  bodies:\n"
      "    - {{name: block, shapes: [{{box: {{sides: [0.2, 0.2, 0.2]}}, mass: 1}}]}}\n"
      "    - {{name: carrier}}\n"
      "  joints:\n"
      "    - {{name: x, kind: prismatic, parent: world, child: carrier, axis: [1, 0, 0]}}\n"
      "    - {{name: z, kind: prismatic, parent: carrier, child: block, axis: [0, 0, 1], at: [0, "
      "0, 0.1]}}\n{}"
      "motors: [{{name: drive, joint: x, effort: 10*cos(5*t)}}]\nduration: 2\n",
      contact, shapes ? ", ground: true, friction: 0.1" : "", shapes ? "" : given);
}

TEST(Reversals, OfASlidingContactAreEvents) {
  for (const bool shapes : {false, true})
    for (const char* contact : {"method: events", "method: stepping"}) {
      // Faces by events do not tell of it yet.
      if (shapes && std::string(contact) == "method: events") continue;
      WatchedRun run(shaken_block(contact, shapes), 2.0);
      EXPECT_TRUE(run.of(EventKind::Stick).empty()) << contact << shapes;
      const std::vector<SimulationEvent> reversals = run.of(EventKind::Reverse);
      ASSERT_EQ(reversals.size(), 3u) << contact << shapes;
      // v = 2 sin(5 t) less friction, which acts for as long in both directions but for the start.
      for (std::size_t i = 0; i + 1 < reversals.size(); ++i)
        EXPECT_NEAR(reversals[i + 1].t - reversals[i].t, std::numbers::pi / 5.0, 0.06);
    }
}

// One that goes in a circle never stops, and does not turn round.
TEST(Reversals, ACircleHasNone) {
  for (const char* method : {"events", "stepping"}) {
    WatchedRun run(
        fmt::format("contact: {{method: {}}}\n"
                    "model:\n"
                    "  bodies:\n"
                    "    - {{name: a}}\n"
                    "    - {{name: b}}\n"
                    "    - {{name: ball, shapes: [{{sphere: {{radius: 0.1}}, mass: 1}}]}}\n"
                    "  joints:\n"
                    "    - {{name: x, kind: prismatic, parent: world, child: a, axis: [1, 0, 0]}}\n"
                    "    - {{name: y, kind: prismatic, parent: a, child: b, axis: [0, 1, 0]}}\n"
                    "    - {{name: z, kind: prismatic, parent: b, child: ball, axis: [0, 0, 1]}}\n"
                    "  contacts: [{{name: c, point: ball, plane: {{}}, friction: 0.1}}]\n"
                    "initial: {{y: {{q: 0, v: -2}}}}\n"
                    "motors:\n"
                    "  - {{name: fx, joint: x, effort: 10*cos(5*t)}}\n"
                    "  - {{name: fy, joint: y, effort: 10*sin(5*t)}}\n"
                    "duration: 2\n",
                    method),
        2.0);
    EXPECT_TRUE(run.of(EventKind::Reverse).empty()) << method;
  }
}

}  // namespace
}  // namespace catena
