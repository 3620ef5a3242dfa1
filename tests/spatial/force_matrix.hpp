#pragma once

#include "catena/spatial/transform.hpp"
#include "tests/support/compare.hpp"

namespace catena::test {

// The force transform X_AB* as a 6x6 matrix (Featherstone 2008, table 2.1): I_A = X* I_B X*^T for
// every kind of inertia.
inline Matrix6d force_matrix(const Transform<double>& x) {
  const Eigen::Matrix3d R = to_eigen(x.rotation);
  Matrix6d X = Matrix6d::Zero();
  X << R, to_eigen(skew(x.translation)) * R, Eigen::Matrix3d::Zero(), R;
  return X;
}

}  // namespace catena::test
