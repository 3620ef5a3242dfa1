#pragma once
// Contact problems with pyramids in place of cones: linear complementarity (Stewart & Trinkle 1996,
// Miller & Christensen 2003).

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "catena/solvers/chain_operator.hpp"
#include "catena/solvers/contact_chain.hpp"
#include "catena/solvers/lemke.hpp"

namespace catena::chain {

// W in the units of the chain, compliance included, column by column from the operator.
void form_dense(const Operator& problem, Eigen::MatrixXd& W);

// x = x_0 + G y with y >= 0. A cone has its normal force, one y per edge of its limits and the
// speed of sliding of each limit. Two-sided cones with friction are no such problem.
class Pyramid {
 public:
  // Whether the problem can be written so with at most `most` unknowns.
  bool set(const Operator& problem, int edges, bool equal_area, int most);
  // Leaves the forces in x, cut to their cones or as they are. Returns whether pivoting ends with a
  // solution.
  bool solve(const Operator& problem, bool on_cones, double* x);
  int pivots() const { return lemke_.pivots(); }
  // How far the answer is from the pyramids' own laws, by the larger of |q| and |M z|.
  double residual() const { return residual_; }

 private:
  struct Unknown {
    int row[3];
    double part[3];  // of the generator; 0: none
  };
  struct Coupling {
    Eigen::Index row, column;
    double value;
  };
  int add(int row, double part);
  void add_bounds(const Block& block);
  bool add_cone(const Block& block, int edges, bool equal_area);
  void add_limit(const Block& block, int limit, int row, int normal, int edges, bool equal_area);

  std::vector<Unknown> unknowns_;
  std::vector<Coupling> couplings_;
  std::vector<std::pair<int, double>> offsets_;  // of q, per unknown that has one
  Eigen::VectorXd x0_, q_, z_;
  Eigen::MatrixXd W_, G_, M_;
  Lemke lemke_;
  double residual_ = 0.0;
};

}  // namespace catena::chain
