#pragma once
// Linear complementarity problems by pivoting.

#include <Eigen/Core>
#include <vector>

namespace catena {

// w = M z + q, w >= 0, z >= 0, w.z = 0 by Lemke's method (Cottle, Pang & Stone 1992, alg. 4.4.5)
// with the lexicographic rule, so that degenerate problems do not cycle. Rows and columns are
// scaled first: to a unit diagonal and, where that does not end, to equal size. Keeps its memory.
class Lemke {
 public:
  // Returns whether it ends with a solution. Rays, from several starts, or `most` pivots in each
  // scaling end it without.
  bool solve(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int most, Eigen::VectorXd& z);
  int pivots() const { return pivots_; }

 private:
  using Tableau = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  enum class Scaling { Diagonal, RowsAndColumns };
  void scale(const Eigen::MatrixXd& M, Scaling scaling);
  bool attempt(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int most, double spread,
               Eigen::VectorXd& z);
  bool finish(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, double size,
              Eigen::VectorXd& z) const;
  Eigen::Index leaving_row(Eigen::Index column) const;
  void pivot(Eigen::Index row, Eigen::Index column);

  Tableau T_;                        // columns: w, z, the artificial variable, right-hand side
  std::vector<Eigen::Index> basis_;  // column of each row
  Eigen::VectorXd row_scale_, column_scale_;
  int pivots_ = 0;
};

}  // namespace catena
