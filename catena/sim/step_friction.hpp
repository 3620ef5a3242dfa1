#pragma once
// Static and kinetic friction in one step. A contact that slides although it was solved with
// static friction is solved again with kinetic friction. A contact that starts to slide, or stops
// and reverses, is first solved with static friction (Miller & Christensen 2003, eq. 13).

#include "catena/elements/rows.hpp"

namespace catena {

class StepFriction {
 public:
  // Before the first answer. Where friction is that of pyramids, its force may be all of it
  // and yet inside of the cone: then what moves rubs.
  void begin(const RowList& list, bool on_pyramids);
  bool any() const { return any_; }
  // Of the next pass of the same step: frictions are those that were in force in the end of the one
  // before. Where redundant contacts slide, forces depend on the way to them: found anew from the
  // friction of holding, they would be others in each pass. Returns false where blocks are others.
  bool keep(RowList& list) const;
  // What rubs with all of its friction but does not move has the friction of holding, and is asked
  // with it from the forces of the last step. Asked with that of sliding first, a grasp that is
  // held by redundant contacts may slide, and then does so with that of holding, too: both are
  // answers. `u_begin`: velocities that the step begins with; below `noise` they are none.
  void hold_at_rest(RowList& list, const Eigen::VectorXd& u_begin, double noise);
  // For the impulses x and the velocities u of an answer. Returns whether frictions have changed,
  // so that the step must be solved again. Each changes twice at most since begin().
  bool revise(RowList& list, const Eigen::VectorXd& x, const Eigen::VectorXd& u,
              const Eigen::VectorXd& u_begin, double noise);

 private:
  void note(const RowList& list);

  struct InForce {
    int group, item;
    bool holds;
  };
  bool any_ = false, on_pyramids_ = false;
  std::vector<char> is_final_;     // per block
  std::vector<InForce> in_force_;  // likewise, after the last answer
};

}  // namespace catena
