#pragma once
// Poses of the nodes of a tree, for the rows of closures.

#include "catena/constraints/closure_rows.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena::detail {

// The pose of a node from the root of the tree of node `from`, with world axes.
inline Transform<double> pose_from(const ClosureGeometry::TreeState& tree, int from, int node) {
  const Transform<double>& X = at(tree.poses, node);
  if (tree.roots.empty()) return X;
  return {X.rotation, X.translation + (at(tree.roots, node) - at(tree.roots, from))};
}
inline Vec3<double> root_of(const ClosureGeometry::TreeState& tree, int node) {
  return tree.roots.empty() ? Vec3<double>::zero() : at(tree.roots, node);
}

// The pose of a node whose pose in the world is X_WN, from point p with world axes.
inline Transform<double> seen_from(const Vec3<double>& p, const Transform<double>& X_WN) {
  return {X_WN.rotation, X_WN.translation - p};
}

inline Force<double> force_along(const Vec3<double>& direction) {
  return {Vec3<double>::zero(), direction};
}

}  // namespace catena::detail
