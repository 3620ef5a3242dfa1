#pragma once
// The forces in joints, loop joints and rods at an instant that the equations have just evaluated.

#include <vector>

#include "catena/sim/motion_equations.hpp"

namespace catena {

class TransmittedForces {
 public:
  // Of the structure that the equations are those of.
  explicit TransmittedForces(const MotionEquations& equations);

  // Null: there are none.
  const Loops* loops() const { return loops_; }
  // First: the forces of loops. The instant is the one that was evaluated last.
  void find_multipliers();
  // Then those of joints of the tree: on each body from its parent, world axes, at the joint.
  void find_wrenches(const Look& look, const Evaluation& evaluation);
  const Force<double>& on_body(int body) const { return wrenches_[static_cast<std::size_t>(body)]; }
  // Of loop joint i: on its body b from its body a, world axes, at its place on b.
  Force<double> on_loop_body(int i, const Evaluation& evaluation) const;
  // Of closure c, which is a coupling: its effort on the first of its coordinates.
  double coupling(std::size_t c, const Look& look);
  // Of closure c, which is a rod; tension is positive.
  double rod(std::size_t c) const { return -multipliers_[6 * static_cast<Eigen::Index>(c)]; }

 private:
  const MotionEquations& equations_;
  const Model& model_;
  const Loops* loops_;
  Workspace<double> ws_;
  Eigen::VectorXd tree_tau_, multipliers_;
  std::vector<double> x_, rate_, gradient_;         // of a coupling
  std::vector<Force<double>> wrenches_, external_;  // per body
};

}  // namespace catena
