#pragma once
// Rows of an island with loops, as directions in which the mass matrix is one.
//
// What a row leaves on the dofs of the tree on its way to the root, each times the root of 1/D, is
// a vector e with e.e' = J M^-1 J'^T without loops. The reactions of the loops are such vectors,
// too. Without what of it lies among these, e is what the row does with the loops closed: W = E^T E
// is symmetric and semidefinite whatever rounding does, and a row along which nothing can move is
// zero to the square of it.

#include <Eigen/Core>
#include <vector>

#include "catena/constraints/loop_solver.hpp"
#include "catena/response/lane_sweep.hpp"

namespace catena {

class ClosedSpace {
 public:
  explicit ClosedSpace(const Model& tree);

  // For the state of the solver: takes the independent reactions of the part. `vectors` follow;
  // memory is kept for `most_vectors`.
  void begin(const LoopSolver& solver, const MechanismPart& part, Eigen::Index vectors,
             Eigen::Index most_vectors);
  // Vectors `first` and following from the lanes of a sweep that was carried to the root.
  void put(const LaneSweep& sweep, Eigen::Index first, Eigen::Index count);
  void clear(Eigen::Index vector);
  // Takes from all vectors what lies among the reactions.
  void close();

  // The vectors side by side, one entry per dof that can move, and zeros up to a whole pack: sums
  // over them are the same wherever in memory they are.
  Eigen::Map<const Eigen::MatrixXd, Eigen::Aligned32> vectors() const {
    return Eigen::Map<const Eigen::MatrixXd, Eigen::Aligned32>(vectors_.data(), size_, count_);
  }

  // Whether this costs less than a recursion per row does: that of a part with many reactions is
  // in proportion to its nodes, and needs no directions.
  static bool is_cheaper(const LoopSolver& solver, const MechanismPart& part, Eigen::Index vectors);

 private:
  void add_direction(const double* efforts, std::span<const int> dofs);
  using Numbers = std::vector<double, Eigen::aligned_allocator<double>>;
  Eigen::Map<Eigen::MatrixXd, Eigen::Aligned32> directions() {
    return Eigen::Map<Eigen::MatrixXd, Eigen::Aligned32>(directions_.data(), size_, rank_);
  }

  const Model& tree_;
  std::vector<int> place_;    // per dof: its entry, or -1
  std::vector<int> moving_;   // per entry: its dof
  std::vector<double> root_;  // per entry: that of 1/D
  Eigen::Index size_ = 0, count_ = 0, rank_ = 0;
  Numbers vectors_, directions_, parts_;
};

}  // namespace catena
