#include "catena/mechanism/numbers.hpp"

namespace catena {

Eigen::VectorXd Numbers::vector(Eigen::Index count) const {
  if (size() == 1 && count > 1) return Eigen::VectorXd::Constant(count, front());
  return Eigen::Map<const Eigen::VectorXd>(data(), static_cast<Eigen::Index>(size()));
}

Stiffness::Stiffness(const Eigen::MatrixXd& matrix) {
  Eigen::MatrixXd rest = matrix;
  if (matrix.rows() == matrix.cols()) rest.diagonal().setZero();
  if (matrix.rows() == matrix.cols() && rest.isZero(0.0)) {
    diagonal = Numbers(Eigen::VectorXd(matrix.diagonal()));
    return;
  }
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    rows.emplace_back(Eigen::VectorXd(matrix.row(i)));
}

Eigen::MatrixXd Stiffness::matrix(Eigen::Index count) const {
  if (rows.empty()) return diagonal.vector(count).asDiagonal();
  Eigen::MatrixXd result(static_cast<Eigen::Index>(rows.size()),
                         static_cast<Eigen::Index>(rows[0].size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < rows[0].size(); ++k)
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          k < rows[i].size() ? rows[i][k] : std::nan("");
  return result;
}

}  // namespace catena
