#pragma once
// What a mechanism answers to unit forces of rows, paths held and loops closed: W = J M^-1 J^T, the
// matrix of every complementarity problem of stops, dry friction and contacts (Carvalho 2007, eqs.
// 4.28 and 4.43), in O(n) per row.

#include <Eigen/Core>
#include <vector>

#include "catena/sim/motion_equations.hpp"

namespace catena {

class RowResponse {
 public:
  explicit RowResponse(MotionEquations& equations);

  // At a state, for the rows of a list: W, and the response of all coordinates to each row.
  void compute(const State& state, const std::vector<Row>& rows);
  const Eigen::MatrixXd& W() const { return W_; }
  const Eigen::MatrixXd& responses() const { return responses_; }

  // J a less what keeps the rows' velocities, after MotionEquations::evaluate().
  Eigen::VectorXd accelerations(const Evaluation& at, const std::vector<Row>& rows) const;

 private:
  void compute_tree(const State& state, const std::vector<Row>& rows);
  void leave_out_idle(const bool* held, const std::vector<Row>& rows);
  double mobility_bound(const Row& row, const bool* held) const;

  MotionEquations& equations_;
  Workspace<double> ws_;
  Eigen::MatrixXd W_, responses_;
  std::vector<Motion<double>> node_rate_;
};

}  // namespace catena
