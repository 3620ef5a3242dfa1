// Where a run begins: a state that was saved, and whether controllers can do their work there.

#include <algorithm>

#include "catena/mechanism/compile_parts.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::compiling {

void compile_state(const Mechanism& mechanism, Scenario& result) {
  if (!mechanism.state) return;
  result.state = *mechanism.state.state;
  result.setup.start_time = result.state->t;
  try {
    (void)state_of(*result.state, result.setup);
  } catch (const std::invalid_argument& error) {
    Where("scenario", mechanism.name, mechanism.said).at("state").fail(error.what());
  }
}

void check_controllers(const Mechanism& mechanism, const SimulationSetup& setup) {
  if (mechanism.controllers.empty()) return;
  const auto is_controller = [&](const Motor& motor) {
    return std::any_of(mechanism.controllers.begin(), mechanism.controllers.end(),
                       [&](const ControllerItem& item) { return item.name == motor.name; });
  };
  // Without them the start, its loops closed, can be found.
  SimulationSetup passive = setup;
  std::erase_if(passive.motors, is_controller);
  State start;
  try {
    start = Simulation(passive).state();
  } catch (const std::exception&) {
    return;  // not their fault: the simulation will say so
  }
  for (const ControllerItem& item : mechanism.controllers)
    for (const Motor& motor : setup.motors) {
      if (motor.name != item.name) continue;
      Eigen::VectorXd effort = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(motor.dofs.size()));
      try {
        motor.effort(start.t, start.q, start.v, effort);
      } catch (const SimulationError& error) {
        where(item).fail(error.what());
      }
    }
}

}  // namespace catena::compiling
