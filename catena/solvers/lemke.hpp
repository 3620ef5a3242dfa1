#pragma once
// Linear complementarity problems by pivoting.

#include <Eigen/Core>
#include <vector>

namespace catena {

// w = M z + q, w >= 0, z >= 0, w.z = 0 by Lemke's method (Cottle, Pang & Stone 1992, alg. 4.4.5)
// with the lexicographic rule, so that degenerate problems do not cycle. Rows and columns are
// scaled to a unit diagonal first. Keeps its memory.
class Lemke {
 public:
  // Returns whether it ends with a solution. Rays, from several starts, or `most` pivots in all end
  // it without.
  bool solve(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int most, Eigen::VectorXd& z);
  int pivots() const { return pivots_; }

 private:
  using Tableau = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  bool attempt(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int most, double spread,
               Eigen::VectorXd& z);
  bool finish(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, double size,
              Eigen::VectorXd& z) const;
  Eigen::Index leaving_row(Eigen::Index column) const;
  void pivot(Eigen::Index row, Eigen::Index column);

  Tableau T_;                        // columns: w, z, the artificial variable, right-hand side
  std::vector<Eigen::Index> basis_;  // column of each row
  Eigen::VectorXd scale_;
  int pivots_ = 0;
};

}  // namespace catena
