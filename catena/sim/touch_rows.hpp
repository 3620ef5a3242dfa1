#pragma once
// What a mechanism answers to unit efforts on coordinates and unit forces at contacts, paths held
// and loops closed: W = J M^-1 J^T, the matrix of every complementarity problem of stops, dry
// friction and contacts (Carvalho 2007, eqs. 4.28 and 4.43), in O(n) per row.

#include <Eigen/Core>
#include <vector>

#include "catena/sim/motion_equations.hpp"

namespace catena {

class TouchRows {
 public:
  explicit TouchRows(MotionEquations& equations);

  void clear() { rows_.clear(); }
  // One row for a velocity coordinate; three for a contact: normal, two tangents. Both return the
  // first one.
  Eigen::Index add_coordinate(int dof);
  Eigen::Index add_contact(int contact);
  Eigen::Index size() const { return static_cast<Eigen::Index>(rows_.size()); }

  // At a state: W, and the response of all coordinates to each row.
  void compute(const State& state);
  const Eigen::MatrixXd& W() const { return W_; }
  const Eigen::MatrixXd& responses() const { return responses_; }

  // J v after compute().
  Eigen::VectorXd velocities(const State& state) const;
  // J a less what the contacts' curvature wants, after MotionEquations::evaluate() and before
  // compute().
  Eigen::VectorXd accelerations(const Evaluation& at) const;

 private:
  struct Row {
    int dof, contact, axis;  // one of dof and contact is -1
  };
  void compute_tree(const State& state);
  void leave_out_idle(const bool* held);

  MotionEquations& equations_;
  Workspace<double> ws_;
  std::vector<Row> rows_;
  Eigen::MatrixXd W_, responses_;
  std::vector<Motion<double>> node_rate_;
};

}  // namespace catena
