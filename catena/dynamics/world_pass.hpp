#pragma once
// Kernels that look at pairs of dofs (mass matrix, its inverse, derivatives) work in world axes,
// where sums over subtrees need no transforms. The reference point is the origin of each tree's
// root, not the world's, so that a robot far from the world's origin loses no digits.

#include <algorithm>

#include "catena/dynamics/recursion.hpp"
#include "catena/dynamics/world_columns.hpp"

namespace catena::detail {

// Fills ws.poses, ws.composites[i] with the inertia of the node alone, and ws.S.
template <class T>
void world_positions(const Model& model, const T* q, const T* v, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  prepare_turns(model, q, ws);
  ws.poses[0] = ColumnPose<T>::from(Transform<T>::identity());
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const ColumnPose<T>& X_WP = at(ws.poses, node.parent);
    if (node.kind == NodeKind::Revolute) {
      ws.composites[i] =
          revolute_columns(node, turn_of(node, q, ws), X_WP, ws.poses[i], at(ws.S, node.v));
      continue;
    }
    visit_node(node, ws, [&](const auto& joint) CATENA_INLINE_LAMBDA {
      Transform<T> X;
      joint_pose(model, node, joint, q, v, ws, X);
      if (node.parent == 0) X.translation = Vec3<T>::zero();
      const Transform<T> X_WN = X_WP.dense() * X;
      ws.poses[i] = ColumnPose<T>::from(X_WN);
      for (int k = 0; k < node.nv; ++k) at(ws.S, node.v + k) = joint.column_in(X_WN, k);
      ws.composites[i] = CompositeInertia<T>::from(X_WN * Inertia<T>::from(node.inertia));
    });
  }
}

// Runs f(j) over the dofs j >= stop that lead from `dof` (inclusive) to the root, in runs of
// consecutive ones.
template <class F>
CATENA_INLINE void for_each_ancestor(const Model& model, int dof, int stop, F&& f) {
  const int* const start = model.dof_run_start().data();
  const int* const parent = model.dof_parent().data();
  while (dof >= stop) {
    const int first = std::max(start[dof], stop);
    for (std::ptrdiff_t j = first; j <= dof; ++j) f(j);
    dof = parent[first];
  }
}
template <class F>
CATENA_INLINE void for_each_ancestor(const Model& model, int dof, F&& f) {
  for_each_ancestor(model, dof, 0, static_cast<F&&>(f));
}

// M^-1 from ws.composites and ws.S, and ws.axes for forward dynamics unless `tau` is null; see
// mass_matrix_inverse.cpp.
template <class T>
void mass_matrix_inverse_from_world(const Model& model, const T* tau, const MatrixView<T>& inverse,
                                    Workspace<T>& ws);

template <class T>
void set_zero(const MatrixView<T>& m) {
  if (m.stride() == m.rows())
    std::fill_n(m.column(0), m.rows() * m.cols(), T(0.0));
  else
    for (Eigen::Index j = 0; j < m.cols(); ++j) std::fill_n(m.column(j), m.rows(), T(0.0));
}

}  // namespace catena::detail
