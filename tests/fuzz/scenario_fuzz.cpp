// Feeds arbitrary text to the scenario reader: whatever it is, the answer is a scenario that can be
// asked for its efforts, paths and surfaces, or a ScenarioError.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "catena/scenario/scenario.hpp"

namespace {

void use(const catena::Scenario& scenario) {
  const catena::SimulationSetup& setup = scenario.setup;
  for (const catena::Motor& motor : setup.motors) {
    Eigen::VectorXd effort(static_cast<Eigen::Index>(motor.dofs.size()));
    motor.effort(setup.start_time, setup.q, setup.v, effort);
  }
  for (const catena::PrescribedMotion& motion : setup.prescribed)
    motion.path(setup.start_time + scenario.duration);
  for (const catena::Contact& contact : setup.contacts)
    if (contact.surface) contact.surface({0.1, 0.2, 0.3}, {1.0, 0.0, 0.0});
  for (const catena::StructureEvent& event : setup.changes)
    if (event.when) event.when(setup.start_time, setup.q, setup.v);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    use(catena::parse_scenario({reinterpret_cast<const char*>(data), size}, "fuzz.yaml",
                               CATENA_SOURCE_DIR "/examples"));
  } catch (const catena::ScenarioError&) {
  }
  return 0;
}
