#pragma once
// Minimises a function with known gradient and Hessian from any start: a trust region whose
// subproblem is solved exactly in the eigenvectors of the Hessian (More & Sorensen 1983), so that
// saddles are left behind as well.

#include <Eigen/Core>
#include <functional>

namespace catena::tensegrity {

struct Objective {
  std::function<double(const Eigen::VectorXd&)> value;
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> gradient;
  std::function<Eigen::MatrixXd(const Eigen::VectorXd&)> hessian;
};

struct TrustRegionOptions {
  double radius = 0.1, largest_radius = 1.0;
  // The scale of gradients: below `tolerance` of it they count as zero.
  std::function<double(const Eigen::VectorXd&)> gradient_scale;
  double tolerance = 1e-15;
  int most_steps = 1000;
};

struct Minimum {
  Eigen::VectorXd x;
  double gradient = 0.0;            // the largest entry that is left
  double smallest_curvature = 0.0;  // the smallest eigenvalue of the Hessian
  int steps = 0;
};

// Goes on until rounding stops it: the caller judges the gradient that is left.
Minimum minimise(const Objective& objective, const Eigen::VectorXd& start,
                 const TrustRegionOptions& options);

}  // namespace catena::tensegrity
