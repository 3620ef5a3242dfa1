#pragma once
// Kernels that look at pairs of dofs (mass matrix, its inverse, derivatives) work in world axes,
// where sums over subtrees need no transforms. The reference point is the origin of each tree's
// root, not the world's, so that a robot far from the world's origin loses no digits.

#include <algorithm>

#include "catena/dynamics/recursion.hpp"
#include "catena/dynamics/world_columns.hpp"

namespace catena::detail {

// Fills ws.world[i].X, ws.world[i].I and ws.S.
template <class T>
void world_positions(const Model& model, const T* q, const T* v, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  ws.world[0].X = Transform<T>::identity();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const Transform<T>& X_WP = at(ws.world, node.parent).X;
    auto& me = ws.world[i];
    if constexpr (has_world_columns && std::is_same_v<T, double>) {
      if (node.kind == NodeKind::Revolute) {
        revolute_columns(node, q[node.q], X_WP, me, &at(ws.S, node.v).angular.x);
        continue;
      }
    }
    visit_node(node, ws, [&](const auto& joint) CATENA_INLINE_LAMBDA {
      Transform<T> X;
      joint_pose(model, node, joint, q, v, ws, X);
      if (node.parent == 0) X.translation = Vec3<T>::zero();
      const Transform<T> X_WN = X_WP * X;
      me.X = X_WN;
      for (int k = 0; k < node.nv; ++k) at(ws.S, node.v + k) = joint.column_in(X_WN, k);
      me.I = X_WN * Inertia<T>::from(node.inertia);
    });
  }
}

// Runs f(j) over the dofs that lead from `dof` (inclusive) to the root, in runs of consecutive
// ones.
template <class F>
CATENA_INLINE void for_each_ancestor(const Model& model, int dof, F&& f) {
  const int* const start = model.dof_run_start().data();
  const int* const parent = model.dof_parent().data();
  while (dof >= 0) {
    const std::ptrdiff_t first = start[dof];
    for (std::ptrdiff_t j = first; j <= dof; ++j) f(j);
    dof = parent[first];
  }
}

// M^-1 from ws.world[i].I and ws.S; see mass_matrix_inverse.cpp.
template <class T>
void mass_matrix_inverse_from_world(const Model& model, const MatrixView<T>& inverse,
                                    Workspace<T>& ws);

template <class T>
void set_zero(const MatrixView<T>& m) {
  if (m.stride() == m.rows())
    std::fill_n(m.column(0), m.rows() * m.cols(), T(0.0));
  else
    for (Eigen::Index j = 0; j < m.cols(); ++j) std::fill_n(m.column(j), m.rows(), T(0.0));
}

}  // namespace catena::detail
