#pragma once
// What impulses do to a tree by dense matrices: M of the free coordinates.

#include <Eigen/Core>
#include <vector>

#include "catena/dynamics/held.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/solvers/dense.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

// Every coordinate with a chance of a third where `some`, else none.
inline HeldArray random_flags(Random& random, int count, bool some) {
  HeldArray flags = HeldArray::Constant(count, false);
  for (int k = 0; some && k < count; ++k) flags[k] = chance(random, 1.0 / 3.0);
  return flags;
}

class DenseResponse {
 public:
  DenseResponse(const Model& model, const Eigen::VectorXd& q, Held held)
      : model_(model), kinematics_(model) {
    Workspace<double> ws(model);
    M_.resize(model.nv(), model.nv());
    crba<double>(model, q, M_, ws);
    kinematics_.compute(model, q);
    for (int k = 0; k < model.nv(); ++k)
      if (!held[k]) free_.push_back(k);
  }

  // M^-1 B for the free coordinates, zero for the others.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(B.rows(), B.cols());
    if (free_.empty()) return out;
    out(free_, Eigen::all) = solve_positive(M_(free_, free_), B(free_, Eigen::all));
    return out;
  }
  // Of a body, in its axes about its origin.
  Eigen::MatrixXd jacobian(BodyId body) const {
    Eigen::MatrixXd J(6, model_.nv());
    frame_jacobian<double>(model_, kinematics_, model_.body_frame(body), Reference::Local, J);
    return J;
  }

 private:
  const Model& model_;
  Kinematics<double> kinematics_;
  std::vector<int> free_;
  Eigen::MatrixXd M_;
};

}  // namespace catena::test
