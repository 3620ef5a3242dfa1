// Bodies that strike at many times and rebound: `automatic` goes on by events, since time steps
// would have to find the same impacts, and are less exact between them.

#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// The built-in hand on a vertical slide, palm down, moves down without weight until its fingertips
// strike the ground together.
std::string falling_hand(const std::string& restitution, double speed, const std::string& method) {
  std::string text = R"yaml(
model:
  builtin: hand
  springs: false
  limits: false
  damping: 0
  gravity: [0, 0, 0]
  edit: {joints: [{name: wrist, parent: carriage}]}
  bodies: [{name: carriage, inertia: {mass: 1, com: [0,0,0], moments: [1e-3,1e-3,1e-3]}}]
  joints: [{name: slide, kind: prismatic, parent: world, child: carriage, axis: [0, 0, 1], at: [0, 0, 0.3]}]
  frames:
    - {name: index_tip, body: index_distal, at: [0.01843, 0, 0]}
    - {name: middle_tip, body: middle_distal, at: [0.02052, 0, 0]}
    - {name: ring_tip, body: ring_distal, at: [0.02033, 0, 0]}
    - {name: little_tip, body: little_distal, at: [0.01767, 0, 0]}
  contacts:
)yaml";
  for (const char* finger : {"index", "middle", "ring", "little"})
    text += std::string("    - {name: ") + finger + ", point: " + finger +
            "_tip, plane: {at: [0, 0, 0.1]}, restitution: " + restitution + "}\n";
  return text + "initial: {slide: {v: " + std::to_string(-speed) + "}}\ncontact: " + method + "\n";
}

TEST(AutomaticRebounds, AreAsExactAsEvents) {
  for (const auto& [restitution, speed] : {std::pair{"0.5", 1.0}, {"0.3", 1.0}, {"0.6", 0.8}}) {
    WatchedRun events(falling_hand(restitution, speed, "events"), 0.45);
    WatchedRun automatic(falling_hand(restitution, speed, "automatic"), 0.45);
    EXPECT_TRUE(automatic.of(EventKind::Method).empty()) << restitution;
    EXPECT_LT(automatic.unexplained(), 1e-11) << restitution;
    EXPECT_NEAR(automatic.simulation.state().impact_loss, events.simulation.state().impact_loss,
                1e-9)
        << restitution;
  }
}

}  // namespace
}  // namespace catena
