// Steps of piles without events do not allocate, also where modes and regions change.

#include <gtest/gtest.h>

#include "tests/allocation/step_allocations.hpp"
#include "tests/touching/free_scene.hpp"

namespace catena::test {
namespace {

// Boxes that slide, turn about edges and come to rest on each other.
FreeScene boxes_that_fall() {
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  scene.setup.contact_options.tolerance = 1e-6;
  for (int i = 0; i < 18; ++i)
    scene.add(box_shape({0.2, 0.2, 0.2}), 1.0,
              {0.24 * (i % 3) + 0.01 * (i / 9), 0.24 * (i / 3 % 3), 0.15 + 0.3 * (i / 9)},
              {0.05 * (i % 4), 0.07 * (i % 3), 0.03 * i});
  return scene;
}

TEST(NoAllocationInTimeSteps, OfPiles) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  FreeScene scene = boxes_that_fall();
  Simulation simulation(scene.finish());
  // Buffers grow in a first run over the same time.
  const State start = simulation.state();
  simulation.advance(0.6);
  simulation.restore(start);
  std::size_t changes = 0;
  std::shared_ptr<const GroupModes> last;
  simulation.advance(0.25);  // from there on by steps of piles
  const StepAllocations is = allocations_in_steps(simulation, 300, [&](const State& state) {
    for (const auto& modes : state.modes)
      if (dynamic_cast<const ModesOf<ContactModes>*>(modes.get()) != nullptr) {
        changes += modes != last ? 1U : 0U;
        last = modes;
      }
  });
  EXPECT_EQ(is.steps, 300);
  EXPECT_EQ(is.worst, 0);
  EXPECT_GT(changes, 10U);
}

}  // namespace
}  // namespace catena::test
