#pragma once
// Columns of a recording that forces decide about, read while a simulation runs: what conditions of
// changes may name besides coordinates and frames.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/sim/recording_columns.hpp"
#include "catena/sim/touch_sums.hpp"
#include "catena/sim/transmitted_forces.hpp"

namespace catena {

// All that the simulation of a setup can ever read, but for contacts between bodies.
std::vector<std::string> readable_columns(const SimulationSetup& setup);
// Whether it can read this column of contacts between bodies ("contact.cup.table.points").
bool is_readable_touch(const SimulationSetup& setup, std::string_view column);

class ColumnReader {
 public:
  // Of the structure that the equations are those of; what this structure does not have reads as
  // zero.
  ColumnReader(const MotionEquations& equations, std::span<const std::string> names);

  // One number per name, at the instant that the equations evaluated last, in the modes of `state`.
  const std::vector<double>& read(const Look& look, const Evaluation& evaluation,
                                  const State& state);

 private:
  void put_transmitted(const Look& look, const Evaluation& evaluation);

  const MotionEquations& equations_;
  TransmittedForces transmitted_;
  TouchColumns touched_;  // of bodies, where they are named
  std::vector<TouchPoint> points_;
  bool needs_transmitted_ = false;
  std::size_t transmitted_end_ = 0;  // columns before are of joints and rods
  std::vector<int> places_;          // per name, in the row; -1: there is none
  std::vector<double> row_, values_;
};

}  // namespace catena
