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
  // For the impulses x and the velocities u of an answer, and those that the step begins with.
  // Velocities below `noise` are none. Returns whether frictions have changed, so that the step
  // must be solved again. Each changes twice at most since begin().
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
