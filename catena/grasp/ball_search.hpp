#pragma once
// The largest ball around the origin in a wrench set: local minima of the support function on the
// unit sphere, each to rounding.

#include <Eigen/Core>
#include <functional>
#include <utility>
#include <vector>

#include "catena/grasp/wrench_set.hpp"
#include "catena/solvers/cone_blocks.hpp"

namespace catena::grasp {

// The ray along u leaves the set through a face whose normal has a smaller support (a cone
// program); at a minimum that normal is u itself, which Newton's method makes exact.
class BallSearch {
 public:
  using Support = std::function<double(const Eigen::VectorXd&)>;
  // Both outlive it.
  BallSearch(const ConeSet& set, Support support) : set_(&set), support_(std::move(support)) {}

  // The largest s with s u in the set, to 1e-8; 0 where there is none.
  double reach(const Eigen::VectorXd& u);

  // Goes downhill from the unit vector u; `value` is the support at the new u. False where the
  // origin is not inside, or nothing was found.
  bool descend(Eigen::VectorXd& u, double& value);

 private:
  bool shoot(const Eigen::VectorXd& direction);
  bool polish();
  double residual();

  const ConeSet* set_;
  Support support_;
  ConeProblem ray_;
  ConeSolver solver_{1e-8};
  ConeBlocks blocks_;
  Eigen::MatrixXd B_, M_;
  Eigen::VectorXd v_, x_, eta_, r1_, r2_, work_, step_, best_v_, best_eta_;
  std::vector<int> cones_;  // of v_
  double ray_length_ = 0.0;
};

// SupportOracle::improve() by such a search.
bool improve_by(BallSearch& search, int dimension, double* u, double& value);

}  // namespace catena::grasp
