#pragma once
// What a mechanism answers to unit forces of rows, paths held and loops closed: W = J M^-1 J^T, the
// matrix of every complementarity problem of stops, dry friction and contacts (Carvalho 2007, eqs.
// 4.28 and 4.43). Rows that do not act on each other (islands.hpp) are kept apart; a row costs what
// of its island lies between it and the root.

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "catena/constraints/islands.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

class RowResponse {
 public:
  // Blocks of rows that act on each other, and on no others.
  struct Part {
    std::vector<int> blocks;         // of the list, ascending
    std::vector<Eigen::Index> rows;  // ascending; those of a block follow each other
    Eigen::MatrixXd W;               // among them
  };

  explicit RowResponse(MotionEquations& equations);

  // At a state, for the rows and blocks of a list: the parts with their W.
  void compute(const State& state, const RowList& list);
  std::span<const Part> parts() const { return {parts_.data(), part_count_}; }
  // W among the three rows of a block.
  Eigen::Matrix3d at_block(const Block& block) const;

  // What forces (or impulses) x on all rows of the list do to the accelerations (or velocities) of
  // all coordinates.
  Eigen::VectorXd response(const RowList& list, const Eigen::VectorXd& x);
  // J a less what keeps the rows' velocities, after MotionEquations::evaluate().
  Eigen::VectorXd accelerations(const Evaluation& at, const RowList& list) const;

 private:
  struct Place {
    std::size_t part = 0;
    Eigen::Index row = 0;  // in the part
    bool is_idle = false;  // nothing moves for it
  };
  LoopSolver& solver();
  void find_parts(const RowList& list);
  void put_load(const Row& row, double x);
  void find_W(const MechanismPart& of, const RowList& list, Part& part);
  void leave_out_idle(const RowList& list, Part& part);

  MotionEquations& equations_;
  std::unique_ptr<LoopSolver> of_tree_;  // where the equations have none
  std::unique_ptr<Islands> islands_;
  std::vector<Place> places_;  // per row
  std::vector<Part> parts_;    // part_count_ of them are in use
  std::size_t part_count_ = 0;
  HeldArray held_;
  std::vector<NodeWrench> wrenches_;
  std::vector<DofEffort> efforts_;
  Eigen::VectorXd rate_;
  std::vector<Motion<double>> node_rate_;
};

}  // namespace catena
