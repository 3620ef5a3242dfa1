#pragma once
// The part of all coordinates that belongs to the tree, or to the loop joints.

#include "catena/math/views.hpp"

namespace catena::detail {

inline In<double> part(const Eigen::VectorXd& x, int first, int size) {
  return {x.data() + first, size};
}
inline Out<double> part(Eigen::VectorXd& x, int first, int size) {
  return {x.data() + first, size};
}

}  // namespace catena::detail
