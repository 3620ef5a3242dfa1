// A damped cable that friction holds on a pulley, and that goes slack while it is strained.

#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// Its two sides are strained differently; slack, they are strained alike, and the difference of
// their energies was rubbed away on the pulley.
TEST(CableSlack, EnergyThatFrictionKeptApartIsBooked) {
  const std::string text = R"(
model:
  gravity: [0, 0, 0]
  bodies:
    - {name: wheel, shapes: [{cylinder: {radius: 0.17, length: 20 mm}, mass: 0.8}]}
    - {name: left, shapes: [{sphere: {radius: 50 mm}, mass: 0.43}]}
    - {name: right, shapes: [{sphere: {radius: 50 mm}, mass: 1.12}]}
  joints:
    - {name: axle, kind: continuous, parent: world, child: wheel, at: {position: [0, 0, 1], axis: [1, 0, 0], angle: -90 deg}}
    - {name: left_slide, kind: prismatic, axis: [0, 0, 1], parent: world, child: left, at: [-0.17, 0, 0]}
    - {name: right_slide, kind: prismatic, axis: [0, 0, 1], parent: world, child: right, at: [0.17, 0, 0]}
  cables:
    - {name: rope, route: [{body: left}, {body: wheel, radius: 0.17, sense: left, friction: 0.2}, {body: right}],
       youngs_modulus: 330 MPa, radius: 1 mm, damping: 5.5 MPa s, tension: 8.36}
)";
  WatchedRun run(text, 0.06);
  ASSERT_EQ(run.of(EventKind::Slack).size(), 1u);
  EXPECT_GT(run.of(EventKind::Slack)[0].t, 0.02);
  EXPECT_LT(run.unexplained(), 1e-9 * 0.0666);
}

}  // namespace
}  // namespace catena
