#pragma once
// A recording whose columns stay the same while the structure changes. Joints that are cut, or not
// yet made, have no numbers (NaN); joints that re-rooting has turned round or made needless keep
// the meaning that they had when they were declared.

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "catena/sim/recording_row.hpp"

namespace catena {

class Recorder {
 public:
  // Columns of all that the simulation has now, and of what its events will connect.
  Recorder(Simulation& simulation, const RecordOptions& options);

  const std::vector<std::string>& columns() const { return columns_; }
  // The same with kinds, items and units.
  const std::vector<RecordedColumn>& descriptions() const { return descriptions_; }
  // One number per column at a state of the simulation.
  const std::vector<double>& row(const State& state);
  // Adds where bodies touch at the state that row() was last called with.
  void add_touch_points(const State& state, std::vector<TouchPoint>& out) {
    row_of_structure_->add_touch_points(state, out);
  }
  // The grasps that are recorded, as they were when row() was last called.
  std::vector<GraspRecord>& grasps() { return row_of_structure_->grasps(); }
  // Energies at the state that row() was last called with.
  const EnergyBalance& energy() const { return row_of_structure_->energy(); }

 private:
  struct Turned {  // a joint whose numbers in the tree are not those that it was declared with
    std::string name;
    int q = -1, v = -1, a = -1, tau = -1, f = -1;  // first columns, or -1
    bool reversed = false;                         // its wrench acts on the other body
  };
  void follow_structure();
  void add_turned(const Structure& structure);
  int column(const std::string& name) const;
  void put_turned(const Turned& joint, const State& state);

  Simulation& simulation_;
  RecordOptions options_;
  std::vector<RecordedColumn> descriptions_;
  std::vector<std::string> columns_;
  std::unordered_map<std::string, int> column_places_;
  std::vector<double> row_;
  long structure_ = 0;  // Simulation::structure_count() that row_of_structure_ was made for
  std::unique_ptr<RecordingRow> row_of_structure_;
  std::vector<int> place_;  // of its columns among ours; -1: not recorded
  std::vector<Turned> turned_;
  Eigen::VectorXd q_, v_, x_;
};

}  // namespace catena
