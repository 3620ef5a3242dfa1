#pragma once
// Which columns a recording of a mechanism has.

#include <vector>

#include "catena/elements/column.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

// Velocity coordinates with a limit, of the tree and of loop joints (null: no loops).
std::vector<int> limited_coordinates(const Model& model, const Loops* loops);

// Whether solver.* are recorded.
bool records_solver(const MotionEquations& equations, const RecordOptions& options);

// All columns, in the order of their values. `equations` give those of elements and of the ledger.
std::vector<RecordedColumn> recording_columns(const Model& model, const Loops* loops,
                                              const MotionEquations& equations,
                                              const RecordOptions& options);
// The same of all that a simulation has at the start, and of what its events will connect.
std::vector<RecordedColumn> recording_columns(const SimulationSetup& setup,
                                              const RecordOptions& options);
// All that a recording of it may have; of contacts between bodies, those that `named` names.
std::vector<RecordedColumn> all_columns(const SimulationSetup& setup,
                                        const RecordOptions& named = {});

}  // namespace catena
