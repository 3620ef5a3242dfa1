#pragma once
// The structure of a simulation's mechanism: joints that are made and cut while it runs, and what
// that does to positions and velocities (Nakamura & Yamane 2000, sec. V).

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catena/constraints/loop_solver.hpp"
#include "catena/elements/state.hpp"
#include "catena/sim/setup.hpp"
#include "catena/structure/coordinates.hpp"
#include "catena/structure/structure.hpp"

namespace catena {

class ChangingStructure {
 public:
  explicit ChangingStructure(const SimulationSetup& setup) : setup_(setup) {}

  // As it is now. Bodies keep their ids, everything named its name.
  const Structure& now();
  // The numbering of coordinates that goes with it.
  std::shared_ptr<const Coordinates> coordinates();

  // What connecting does to motion.
  struct Connected {
    LoopJoint joint;                                // as it was made
    double speed = 0.0, spin = 0.0;                 // of its frames against each other, before
    Force<double> impulse = Force<double>::zero();  // on body b at the joint, world axes
    double kinetic_lost = 0.0;                      // J, by the jump of velocities
    std::vector<double> path_work = {};             // J, per path of the setup
    std::string note = {};                          // for people
  };
  // Makes a joint, closes it, and changes q and v of the state by the impulse that is orthogonal to
  // its free directions (eqs. 25-38). Throws ModelError where the joint cannot be, SimulationError
  // where its frames do not meet; then nothing has changed.
  Connected connect(const Connect& what, State& state);
  // Throws ModelError where nothing has that name; then nothing has changed.
  void cut(std::string_view name, State& state);

  // The structure of a state, from its list of changes. Throws where that cannot be; then nothing
  // has changed.
  void restore(const State& state);

  // What the last change has put out of action, springs between several joints for instance.
  const std::string& notes() const { return notes_; }

 private:
  void need_structure();
  bool is_home() const { return !changed_; }
  LoopJoint described(const AppliedChange& change) const;
  void jump(const Structure& joined, LoopSolver& solver, Eigen::VectorXd& q, Eigen::VectorXd& v,
            Connected& result) const;
  void record(AppliedChange change, State& state);
  void set_notes(const Structure& before);

  const SimulationSetup& setup_;
  std::unique_ptr<VaryingStructure> varying_;  // once something changes
  Structure home_;
  bool changed_ = false;  // against the start
  std::string notes_;
};

}  // namespace catena
