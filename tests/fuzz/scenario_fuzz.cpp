// Feeds arbitrary text to the scenario reader: whatever it is, the answer is a scenario that can be
// asked for its efforts, paths and surfaces, or a ScenarioError. What can be compiled can be
// written, and is then read as the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "catena/elements/simulation_error.hpp"
#include "catena/scenario/scenario.hpp"

namespace {

void use(const catena::Scenario& scenario) {
  const catena::SimulationSetup& setup = scenario.setup;
  for (const catena::Motor& motor : setup.motors) {
    Eigen::VectorXd effort(static_cast<Eigen::Index>(motor.dofs.size()));
    try {
      motor.effort(setup.start_time, setup.q, setup.v, effort);
    } catch (const catena::SimulationError&) {
      // A run would end there, with this message.
    }
  }
  for (const catena::PrescribedMotion& motion : setup.prescribed)
    motion.path(setup.start_time + scenario.duration);
  for (const catena::Contact& contact : setup.contacts)
    if (contact.surface) contact.surface({0.1, 0.2, 0.3}, {1.0, 0.0, 0.0});
  for (const catena::StructureEvent& event : setup.changes)
    if (event.when) event.when(setup.start_time, setup.q, setup.v);
}

void write_and_read(std::string_view text) {
  const std::string folder = CATENA_SOURCE_DIR "/examples";
  const catena::Mechanism mechanism = catena::parse_mechanism(text, "fuzz.yaml", folder);
  std::string written;
  try {
    written = catena::write_scenario(mechanism, folder);
  } catch (const catena::ScenarioError&) {
    return;  // says by name what has no text
  }
  if (!(catena::parse_mechanism(written, "written.yaml", folder) == mechanism)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    use(catena::parse_scenario(text, "fuzz.yaml", CATENA_SOURCE_DIR "/examples"));
  } catch (const catena::ScenarioError&) {
    return 0;
  }
  write_and_read(text);
  return 0;
}
