#pragma once
// The matrix of all loops, J_C v = 0 over all coordinates (Nakamura & Yamane 2000, eqs.
// 9-12), dense: the second, independent way to closed chains. Catena's order, angular part first.

#include <memory>
#include <vector>

#include "catena/constraints/closure_rows.hpp"
#include "catena/dynamics/kinematics.hpp"

namespace catena {

class LoopJacobian {
 public:
  explicit LoopJacobian(std::shared_ptr<const Loops> loops);

  // J and its bias at a state. A loop joint has six rows, the velocity of frame M less that of the
  // virtual link, in the axes of frame F about M's origin; a rod and a coupling have one, a rolling
  // contact three (axes of its plane). For each coordinate that is held, one more
  // row says that it accelerates as `held_acceleration` has it.
  void compute(In<double> q, In<double> v, Held held = {},
               const double* held_acceleration = nullptr);

  const Loops& loops() const { return *loops_; }
  const Eigen::MatrixXd& matrix() const { return J_; }
  // J' v: accelerations that fit the loops satisfy J a = -bias.
  const Eigen::VectorXd& bias() const { return bias_; }
  // Per row: index into Loops::closures(), or -1 for a held coordinate.
  const std::vector<int>& closure_of_row() const { return closure_of_row_; }

  // row_scale J column_scale has no units: lengths are measured by length(), coordinates by how
  // much they move their joint. Neither depends on the position of the joints, so that a lever that
  // is zero but for rounding stays so.
  const Eigen::VectorXd& row_scale() const { return row_scale_; }
  const Eigen::VectorXd& column_scale() const { return column_scale_; }
  // link_length() of the tree [m].
  double length() const { return length_; }

  // What the multipliers of LoopSolver, 6 per closure, do on the coordinates of the tree per unit
  // (transposed: one row per multiplier, zero where there is none).
  Eigen::MatrixXd multiplier_rows() const;
  // Per multiplier, what it could do at best on a coordinate that is scaled by column_scale(): what
  // multiplier_rows() has far below that is rounding.
  Eigen::VectorXd multiplier_sizes() const;
  // Per coordinate of the loop joints, the efforts on those of the tree that a unit of its own
  // effort amounts to (Featherstone 2008, sec. 8.6), as columns.
  Eigen::MatrixXd loop_effort_columns() const;

  const ClosureGeometry& geometry() const { return geometry_; }

 private:
  void fill_joint(int closure, int row);
  void fill_coupling(int closure, int row, const double* q, const double* v);
  void fill_points(int closure, int row);
  void scale_columns();
  void add_closure_rows(const ClosureRows& rows, int first, Eigen::MatrixXd& J) const;
  Eigen::Matrix<double, 6, Eigen::Dynamic> relative_columns(int joint) const;

  std::shared_ptr<const Loops> loops_;
  const Model& tree_;
  Kinematics<double> kinematics_;
  ClosureGeometry geometry_;
  double length_;
  Eigen::MatrixXd J_;
  Eigen::VectorXd bias_, row_scale_, column_scale_;
  std::vector<int> closure_of_row_;
  Eigen::VectorXd zero_;
};

}  // namespace catena
