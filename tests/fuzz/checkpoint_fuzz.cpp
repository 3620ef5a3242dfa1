// Feeds arbitrary text to the reader of checkpoints: whatever it is, the answer is a checkpoint or
// a StateFileError. A checkpoint is written and read as the same, and is a state of a mechanism
// from which it can move on, or is refused.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "catena/elements/simulation_error.hpp"
#include "catena/record/state_file.hpp"
#include "catena/scenario/scenario.hpp"

namespace {

// A joint with a stop, one with a free body that touches the ground, and a change to come.
constexpr const char* text = R"(
model:
  bodies:
    - {name: arm, inertia: {mass: 1, com: [0.5, 0, 0], moments: [0.1, 0.1, 0.1], products: [0, 0, 0]}}
    - {name: ball, inertia: {mass: 1, com: [0, 0, 0], moments: [0.1, 0.1, 0.1], products: [0, 0, 0]}}
  joints:
    - {name: hip, kind: revolute, axis: [0, 1, 0], parent: world, child: arm, limits: {lower: -0.1, upper: 0.1}}
    - {name: float, kind: free, parent: world, child: ball, at: [0, 2, 0.05]}
  contacts: [{name: floor, point: ball, radius: 0.05, plane: world, friction: 0.5}]
changes:
  - {name: grab, at: 0.2, connect: [{name: grip, kind: weld, a: arm, b: ball, here: true}]}
duration: 1
)";

void move_on(const catena::Checkpoint& checkpoint) {
  static const catena::Scenario scenario = catena::parse_scenario(text, "fuzz.yaml", ".");
  try {
    const catena::State state = catena::state_of(checkpoint, scenario.setup);
    catena::Simulation simulation(scenario.setup);
    simulation.restore(state);
    simulation.advance(state.t + 1e-4);
  } catch (const std::invalid_argument&) {
    // another mechanism, or numbers that cannot be
  } catch (const catena::SimulationError&) {
    // numbers from which nothing goes on, with a message
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream stream(std::string(reinterpret_cast<const char*>(data), size));
  catena::Checkpoint checkpoint;
  try {
    checkpoint = catena::read_checkpoint(stream, "fuzz.state");
  } catch (const catena::StateFileError&) {
    return 0;
  }
  if (!checkpoint.by_position) {
    const std::string written = catena::checkpoint_text(checkpoint);
    std::istringstream again(written);
    if (catena::checkpoint_text(catena::read_checkpoint(again, "written.state")) != written)
      std::abort();
  }
  move_on(checkpoint);
  return 0;
}
