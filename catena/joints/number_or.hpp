#pragma once
// A vector or matrix that may be given as one number.

#include <Eigen/Core>

namespace catena {

// One number makes a vector of one entry, or a matrix of one row and one column, which is what a
// joint with a single coordinate needs: `spec.damping = 0.1`. In all else it is the matrix.
template <class Matrix>
class NumberOr : public Matrix {
 public:
  NumberOr() = default;
  NumberOr(double number) : Matrix(Matrix::Constant(1, 1, number)) {}
  template <class Derived>
  NumberOr(const Eigen::EigenBase<Derived>& matrix) : Matrix(matrix.derived()) {}
};

}  // namespace catena
