// Checkpoints with numbers that cannot be: refused by name, or a run that ends in good order.

#include <gtest/gtest.h>

#include <sstream>

#include "catena/scenario/scenario.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

constexpr const char* wrong_numbers[] = {"nan", "inf", "1e300", "-1", "9223372036854775808", "0.5"};

// What becomes of a text: nothing but the errors that users can read.
std::string outcome(const std::string& text, const SimulationSetup& setup) {
  try {
    std::istringstream stream(text);
    Simulation simulation(setup);
    simulation.restore(state_of(read_checkpoint(stream, "test"), setup));
    RunObserver few_steps;  // a fast rotation needs many
    few_steps.step = [count = 0](const State&) mutable { return ++count < 20; };
    simulation.advance(simulation.state().t + 1e-3, few_steps);
    return simulation.state().q.allFinite() ? "runs" : "not finite";
  } catch (const StateFileError&) {
    return "refused";
  } catch (const std::invalid_argument&) {
    return "refused";
  } catch (const ModelError&) {
    return "refused";
  } catch (const SimulationError&) {
    return "stopped";
  }
}

// Each word of each line but its first is replaced, one at a time.
void try_all(const std::string& text, const SimulationSetup& setup) {
  std::istringstream lines(text);
  std::string line;
  for (std::size_t begin = 0; std::getline(lines, line); begin += line.size() + 1)
    for (std::size_t at = line.find(' '); at != std::string::npos; at = line.find(' ', at + 1)) {
      const std::size_t end = std::min(line.find(' ', at + 1), line.size());
      for (const char* wrong : wrong_numbers) {
        std::string changed = text;
        changed.replace(begin + at + 1, end - at - 1, wrong);
        EXPECT_NE(outcome(changed, setup), "not finite") << line << " with " << wrong;
      }
    }
}

TEST(CorruptCheckpoint, OfContactsStopsAndSprings) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [0.1, 0.1, 1]}, at: [0, 0, -0.5], mass: 1}]}
    - {name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}
  joints:
    - {name: hinge, kind: revolute, parent: world, child: arm, axis: [0, 1, 0], at: [0, 0, 3],
       limits: {lower: -0.2, upper: 0.9}, friction: {coulomb: 0.1}}
    - {name: fly, kind: free, parent: world, child: ball}
  contacts: [{name: floor, point: ball, radius: 0.1, plane: world, friction: 0.4}]
initial: {hinge: 0.9, fly: {position: [0, 0, 0.1], v: [0, 0, 0, 1, 0, 0]}}
duration: 1
)",
                                           "corrupt", ".");
  Simulation simulation(scenario.setup);
  simulation.advance(0.1);
  try_all(state_text(simulation), scenario.setup);
}

TEST(CorruptCheckpoint, OfJointsThatWereMade) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies:
    - {name: a, shapes: [{sphere: {radius: 0.1}, mass: 1}]}
    - {name: b, shapes: [{sphere: {radius: 0.1}, mass: 1}]}
  joints:
    - {name: fly1, kind: free, parent: world, child: a}
    - {name: fly2, kind: free, parent: world, child: b, at: [0.5, 0, 0]}
duration: 1
)",
                                           "corrupt", ".");
  Simulation simulation(scenario.setup);
  simulation.advance(0.1);
  LoopJoint made;
  made.spec = revolute("made", {0, 1, 0});
  made.a = BodyId{1}, made.b = BodyId{2};
  made.X_AF = Transform<double>::at({0.25, 0, 0});
  simulation.connect({made, true});
  simulation.advance(0.2);
  try_all(state_text(simulation), scenario.setup);
}

}  // namespace
}  // namespace catena::test
