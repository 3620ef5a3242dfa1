#pragma once
// All elements of one kind in a simulation: their efforts, stored and dissipated energy, their
// modes and the guards that end these, their columns and saved data. One virtual call per group
// and pass; flat loops inside. A group belongs to one simulation and one structure.

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "catena/dynamics/body_forces.hpp"
#include "catena/dynamics/held.hpp"
#include "catena/elements/column.hpp"
#include "catena/elements/evaluation.hpp"
#include "catena/elements/guard.hpp"
#include "catena/elements/ledger.hpp"
#include "catena/elements/look.hpp"
#include "catena/elements/record_options.hpp"
#include "catena/elements/state.hpp"
#include "catena/elements/touch_point.hpp"

namespace catena {

class RowOwner;
class SlidingOwner;

// Modes by name: what a checkpoint holds of a group.
using ModeTable = std::map<std::string, std::vector<double>>;
// The numbers of an element; throws std::invalid_argument where the table has none.
inline const std::vector<double>& entry_of(const ModeTable& table, std::string_view kind,
                                           const std::string& name) {
  const auto found = table.find(name);
  if (found == table.end())
    throw std::invalid_argument("the saved state has no " + std::string(kind) + " '" + name + "'");
  return found->second;
}

// Large because it is all that the simulator knows of an element; every function has a default, and
// a kind writes the few that it needs.
class Group : public GuardOwner {
 public:
  // Its place among the groups of the simulation.
  int index() const { return index_; }
  void set_index(int index) { index_ = index; }

  // ---- Modes. A group without modes leaves these as they are.
  // At the start, before loops are closed: positions that the elements do not allow are moved.
  virtual void place_start(State&, std::vector<SimulationEvent>&) {}
  // At the start, with loops closed: the first modes.
  virtual void start(World&, State&, std::vector<SimulationEvent>&) {}
  // Takes the modes of a state, and marks the coordinates that the elements hold. Without
  // `reactions`, they hold none and bodies do not touch.
  virtual void begin(const State&, bool /*reactions*/, HeldArray&) {}
  // Between steps only: finds anew what may touch within the time `ahead`, s. Until it is called
  // again the elements are these, so that all trial stages of a step see one set.
  virtual void refresh(const Look&, const State&, double /*ahead*/) {}
  // After refresh(): puts what it has found into the state, and drops the modes of elements that
  // are there no more.
  virtual void keep_found(State&) const {}
  // Once all groups have begun.
  virtual void begin_at(const Look&) {}
  // Closing loops moves coordinates by as little as errors of integration are: puts those back that
  // are beyond what the elements allow. `q_open` is where they were before.
  virtual void restore_positions(const Eigen::VectorXd& /*q_open*/, State&) const {}
  // At the start: puts coordinates that are further than rounding beyond what the elements allow
  // back, and holds them there. Returns whether there were any.
  virtual bool hold_inside(State&) const { return false; }
  // The coordinates that it holds where they may go no further, for messages.
  virtual std::string names_at_limits(const State&) const { return {}; }
  // Whether it has one mode per coordinate, so that their number changes with the structure.
  virtual bool has_mode_per_coordinate() const { return false; }
  // The modes after a change of structure, from those of the group before it.
  virtual std::shared_ptr<const GroupModes> carried_over(
      const Group&, const std::shared_ptr<const GroupModes>& modes) const {
    return modes;
  }

  // ---- Forces. compute() finds everything at an instant; what follows speaks of that instant.
  // Whether its rows act between bodies, not on coordinates.
  virtual bool has_rows_between_bodies() const { return false; }
  virtual void compute(const Look&) {}
  // Adds efforts on coordinates, and forces on bodies.
  virtual void add_efforts(Eigen::VectorXd&) const {}
  virtual void add_body_forces(const Look&, BodyForces&) const {}
  // Whether controllers plan with its forces, as those at this instant: not where they know them
  // from the model, and not where forces answer to what controllers do.
  virtual bool is_foreseen() const { return true; }
  // How the forces change with the motion: given by add_slopes(), or found by differences.
  enum class Slopes { None, Exact, ByDifferences };
  virtual Slopes slopes() const { return Slopes::None; }
  virtual void add_slopes(const Look&, MotionSlopes&) const {}
  // The step of differences for a coordinate with velocity v.
  virtual double slope_step(double /*v*/) const { return 1e-7; }

  // In the modes of begin(): between which bounds the efforts are that hold coordinates. Leaves
  // those of coordinates that it does not hold.
  virtual void hold_bounds(Eigen::VectorXd& /*lower*/, Eigen::VectorXd& /*upper*/) const {}
  // The part of a reaction on a held coordinate that a limit of it exerts.
  virtual double limit_effort(const State&, int /*dof*/, double /*reaction*/) const { return 0.0; }

  // ---- Energy.
  virtual void open_accounts(Ledger&) {}
  // Adds to the power of each source, W.
  virtual void add_powers(const Look&, double*) const {}
  // In the modes of a state, at its instant, J.
  virtual double stored_energy(const Look&, const State&) { return 0.0; }

  // ---- Events.
  void watch(const Look&, const State&, int, std::vector<Guard>&) override {}
  std::size_t most_guards() const override { return 0; }
  void prepare_guards(const Look&) override {}
  double value(const Guard&, const Look&, const Evaluation&) const override { return 0.0; }
  double rate(const Guard&, const Look&) const override { return 0.0; }
  Consequence apply(const FoundGuard&, int, World&, State&,
                    std::vector<SimulationEvent>&) override {
    return {};
  }
  std::string name_of(const Guard&) const override { return {}; }
  // One-sided and bounded elements offer rows; null: there are none.
  virtual RowOwner* rows() { return nullptr; }
  // Rows that time steps alone ask for; null: there are none.
  virtual RowOwner* step_rows() { return nullptr; }
  // Laws that jump may slide along where they do; null: there are none.
  virtual SlidingOwner* sliding() { return nullptr; }

  // ---- Recordings and checkpoints.
  // Whether its columns are wanted.
  virtual bool is_recorded(const RecordOptions& options) const { return options.elements; }
  virtual void name_columns(std::vector<RecordedColumn>&) const {}
  // Writes one number per column from `out` on, and moves it behind them. compute() was called.
  virtual void record(const Look&, double*&) const {}
  // Adds where bodies touch or may touch in the modes of a state, with the forces of the last
  // evaluation, which was at that state.
  virtual void add_touch_points(const Look&, const State&, std::vector<TouchPoint>&) {}
  // The key of its modes in checkpoints; empty: it has none.
  virtual std::string_view mode_key() const { return {}; }
  virtual void save(const State&, ModeTable&) const {}
  // Throws std::invalid_argument where the table does not fit.
  virtual void load(const ModeTable&, State&) const {}

 private:
  int index_ = 0;
};

}  // namespace catena
