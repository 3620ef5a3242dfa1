#pragma once
// Columns of a recording that forces decide about, read while a simulation runs: what conditions of
// changes may name besides coordinates and frames.

#include <span>
#include <string>
#include <vector>

#include "catena/sim/recording_columns.hpp"
#include "catena/sim/transmitted_forces.hpp"

namespace catena {

// All that the simulation of a setup can ever read.
std::vector<std::string> readable_columns(const SimulationSetup& setup);

class ColumnReader {
 public:
  // Of the structure that the equations are those of; what this structure does not have reads as
  // zero.
  ColumnReader(const MotionEquations& equations, std::span<const std::string> names);

  // One number per name, at the instant that the equations evaluated last.
  const std::vector<double>& read(const Look& look, const Evaluation& evaluation);

 private:
  void put_transmitted(const Look& look, const Evaluation& evaluation);

  const MotionEquations& equations_;
  TransmittedForces transmitted_;
  bool needs_transmitted_ = false;
  std::size_t transmitted_end_ = 0;  // columns before are of joints and rods
  std::vector<int> places_;          // per name, in the row; -1: there is none
  std::vector<double> row_, values_;
};

}  // namespace catena
