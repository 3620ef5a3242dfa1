#pragma once
// Least squares with signs (Lawson & Hanson 1974, ch. 23), for finding feasible self-stresses. They
// end after finitely many steps and need no starting point.

#include <Eigen/Core>
#include <optional>

namespace catena::tensegrity {

// The u >= 0 with the smallest |E u - f|.
Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& E, const Eigen::VectorXd& f);

// The shortest x with G x >= h, or nothing where there is none (or only one longer than 1e6).
std::optional<Eigen::VectorXd> least_distance(const Eigen::MatrixXd& G, const Eigen::VectorXd& h);

}  // namespace catena::tensegrity
