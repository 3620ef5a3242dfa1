#pragma once
// What can be switched on and off while a simulation runs.

#include <vector>

#include "catena/sim/setup.hpp"

namespace catena {

// Motors, contacts and strings, cables, and elements of further kinds, by kind and name.
std::vector<SwitchedElement> switchable_elements(const SimulationSetup& setup);

// Throws ModelError where there is no such element.
void check_switchable(const SwitchedElement& element, const SimulationSetup& setup);

}  // namespace catena
