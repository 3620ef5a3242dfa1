#pragma once
// What forces do to a mechanism with loops by dense matrices: Z (Z^T M Z)^-1 Z^T with Z from the
// Jacobian of the loops.

#include <Eigen/Core>
#include <memory>

#include "catena/constraints/loop_jacobian.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/solvers/dense.hpp"
#include "tests/support/least_solution.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

// Up to `count` coordinates of the tree or of loop joints.
inline HeldArray random_held(Random& random, const Loops& loops, int count) {
  HeldArray held = HeldArray::Constant(loops.nv(), false);
  for (int i = 0; i < count; ++i) held[pick(random, loops.nv())] = true;
  return held;
}

class DenseClosedResponse {
 public:
  DenseClosedResponse(const std::shared_ptr<const Loops>& loops, const Eigen::VectorXd& q,
                      Held held)
      : tree_(loops->tree()), jacobian_(loops), kinematics_(tree_), M_(tree_.nv(), tree_.nv()) {
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(loops->nv());
    jacobian_.compute(q, zero, held, zero.data());
    kinematics_.compute(tree_, q.head(tree_.nq()));
    Workspace<double> ws(tree_);
    crba<double>(tree_, q.head(tree_.nq()), M_, ws);
    // One more row, of zeros: the decomposition wants one where nothing closes.
    Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(jacobian_.matrix().rows() + 1, loops->nv());
    scaled.topRows(jacobian_.matrix().rows()) = jacobian_.row_scale().asDiagonal() *
                                                jacobian_.matrix() *
                                                jacobian_.column_scale().asDiagonal();
    const Eigen::MatrixXd Z = jacobian_.column_scale().asDiagonal() * null_space(scaled, 1e-7);
    const Eigen::MatrixXd reduced = Z.topRows(tree_.nv()).transpose() * M_ * Z.topRows(tree_.nv());
    mobility_ = Z * solve_positive(reduced, Z.transpose());
  }

  const Eigen::MatrixXd& mobility() const { return mobility_; }
  const Kinematics<double>& kinematics() const { return kinematics_; }
  Eigen::MatrixXd body_jacobian(int body) const {
    Eigen::MatrixXd J(6, tree_.nv());
    frame_jacobian<double>(tree_, kinematics_, tree_.body_frame(BodyId{body}), Reference::Local, J);
    return J;
  }
  // M rate - J^T f - (what the multipliers do): zero on coordinates of the tree that are free.
  Eigen::VectorXd imbalance(const Eigen::VectorXd& rate, const Eigen::VectorXd& effort,
                            const Eigen::VectorXd& x) const {
    return M_ * rate.head(tree_.nv()) - effort - jacobian_.multiplier_rows().transpose() * x;
  }

 private:
  const Model& tree_;
  LoopJacobian jacobian_;
  Kinematics<double> kinematics_;
  Eigen::MatrixXd M_, mobility_;
};

}  // namespace catena::test
