// Bodies whose middle starts inside of a closed mesh are moved out of it, and stay outside.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

// A block of 2 x 2 x 1 about the origin, and a body of 1 kg that starts at this place.
Scenario in_a_block(const std::string& shape, const std::string& place) {
  return parse_scenario(
      fmt::format(
          "model:\n"
          "  world: {{shapes: [{{mesh: {{vertices: [[-1, -1, -0.5], [-1, -1, 0.5], [-1, 1, -0.5], "
          "[-1, 1, 0.5], [1, -1, -0.5], [1, -1, 0.5], [1, 1, -0.5], [1, 1, 0.5]], triangles: "
          "[[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, "
          "6], "
          "[0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]}}}}]}}\n"
          "  bodies: [{{name: thing, shapes: [{{{}, mass: 1}}]}}]\n"
          "  joints: [{{name: move, kind: free, parent: world, child: thing}}]\n"
          "initial: {{move: {{position: {}}}}}\n"
          "contact: {{shapes: all, friction: 0.5}}\nduration: 0.2\n",
          shape, place),
      "inside.yaml", "");
}

struct StartCase {
  const char *shape, *place;
  double height;  // of its middle at the end
};

TEST(StartsInside, OfAMeshIsMovedOut) {
  for (const StartCase& c :
       {StartCase{"sphere: {radius: 0.1}", "[0, 0, 0.1]", 0.6},
        StartCase{"sphere: {radius: 0.1}", "[0, 0, 0.4]", 0.6},
        StartCase{"sphere: {radius: 0.1}", "[0.3, 0.2, 0.499]", 0.6},
        StartCase{"sphere: {radius: 0.1}", "[0.3, 0.2, 0.58]", 0.6},
        StartCase{"box: {sides: [0.2, 0.3, 0.4]}", "[0, 0, 0.3]", 0.7},
        StartCase{"capsule: {radius: 0.1, length: 0.2}", "[0, 0, 0.45]", 0.7},
        StartCase{"cylinder: {radius: 0.1, length: 0.2}", "[0, 0, 0.2]", 0.6}}) {
    const Scenario scenario = in_a_block(c.shape, c.place);
    Simulation simulation(scenario.setup);
    simulation.advance(scenario.duration);
    EXPECT_NEAR(simulation.state().q[6], c.height, 1e-6) << c.shape << " at " << c.place;
    EXPECT_LT(simulation.state().v.norm(), 1e-6) << c.shape << " at " << c.place;
  }
}

// Out of the side: it falls beside the block, and not in it.
TEST(StartsInside, NearASideItComesOutThere) {
  const Scenario scenario = in_a_block("sphere: {radius: 0.1}", "[0.95, 0, 0]");
  Simulation simulation(scenario.setup);
  simulation.advance(scenario.duration);
  EXPECT_NEAR(simulation.state().q[4], 1.1, 1e-9);
  EXPECT_NEAR(simulation.state().q[6], -0.5 * 9.81 * 0.04, 1e-6);
}

}  // namespace
}  // namespace catena
