#pragma once
// Rows of an island that are linear: dampers, and servos that stay inside their limits. Their
// impulses follow from the others, so that they are taken out of u = W x + b before a solver sees
// it, and put back after.

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <span>
#include <vector>

namespace catena {

class CompliantRows {
 public:
  // W is symmetric and has the compliances on its diagonal. `soft`, one flag per row: which rows
  // have u = 0. Returns false where there are none, or where they cannot be taken out.
  bool take_out(const Eigen::MatrixXd& W, std::span<const double> b, std::span<const char> soft);

  // ---- Then: what is left.
  const Eigen::MatrixXd& matrix() const { return W_; }
  const std::vector<double>& bias() const { return b_; }
  // Where its rows are in the whole problem.
  const std::vector<Eigen::Index>& rows() const { return firm_; }
  // All impulses from those that are left.
  void put_back(std::span<const double> x, std::span<double> all);

 private:
  std::vector<Eigen::Index> firm_, soft_;
  Eigen::MatrixXd W_, between_, answers_;  // answers_: of the soft rows, to the others and to b
  Eigen::MatrixXd own_;
  Eigen::LLT<Eigen::MatrixXd> factors_;
  std::vector<double> b_;
  Eigen::VectorXd x_soft_;
};

}  // namespace catena
