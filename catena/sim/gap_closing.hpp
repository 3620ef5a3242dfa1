#pragma once
// Puts positions of many closed contacts back at once: row after row, each by the shortest way in
// the metric of the mass matrix, until none is off by more than it may be (Kaczmarz's method, in
// coordinates in which the mass matrix is one). What is where it belongs, and what it rests on, is
// not looked at, so that the work grows with what is off and not with all that touches.

#include <vector>

#include "catena/constraints/loop_solver.hpp"
#include "catena/sim/carried_rows.hpp"

namespace catena {

class GapClosing {
 public:
  explicit GapClosing(const Model& tree);

  // Moves q. Rows are at `q`, Row::velocity is by how much each is off, m, positive apart. The
  // solver was prepared for q; coordinates that are held stay. Trees without loops.
  void close(const LoopSolver& solver, const RowList& list, Held held, double tolerance,
             Eigen::VectorXd& q);

 private:
  void carry(const LoopSolver& solver, const RowList& list, Held held);
  double off(const Block& block, int number, int row, const RowList& list) const;
  // Returns whether a row of the block was off and was put back.
  bool put_back(const Block& block, int number, const RowList& list, double least, double most);
  bool may_have_changed(int block) const;

  const Model& tree_;
  CarriedRows rows_;
  std::vector<int> all_;             // numbers of blocks
  std::vector<char> held_;           // per coordinate
  std::vector<double> moved_;        // per coordinate, where the mass matrix is one
  std::vector<int> changed_, seen_;  // per coordinate and per block: the last change
  std::vector<double> own_;          // per row: its own part of W
  int changes_ = 0;
  Eigen::VectorXd step_;
};

}  // namespace catena
