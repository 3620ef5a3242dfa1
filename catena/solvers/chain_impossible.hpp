#pragma once
// Contact problems without a solution, and the limits set by rounding.

#include <Eigen/Core>

#include "catena/solvers/chain_operator.hpp"

namespace catena::chain {

// Whether there are forces d along normals and equalities, pushing where they are one-sided, that
// move nothing and do negative work on q: W^T d = 0, d . q < 0. Then d . u = d . q for whatever
// forces, and not all u can be as their laws want them (Farkas' lemma). W^T d = 0 is tested to
// 1e-9 of what d . q needs, so that forces of up to 1e9 times the size of q are excluded.
bool is_impossible(const Operator& problem, const Eigen::MatrixXd& W);

// The residual that rounding of x and of the sums in W x + q may leave. Where light bodies carry
// heavy ones this is far above that of q.
double rounding_of(const Operator& problem, const Eigen::MatrixXd& W, const double* x);

}  // namespace catena::chain
