#pragma once
// Kernels that look at pairs of dofs (mass matrix, its inverse, derivatives) work in world axes,
// where sums over subtrees need no transforms. The reference point is the origin of each tree's
// root, not the world's, so that a robot far from the world's origin loses no digits.

#include <algorithm>

#include "catena/dynamics/recursion.hpp"

namespace catena::detail {

// Fills ws.world[i].X, ws.world[i].I and ws.S.
template <class T>
void world_positions(const Model& model, const T* q, const T* v, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    auto& me = ws.world[i];
    visit_node(node, ws, [&](const auto& joint) __attribute__((always_inline)) {
      Transform<T> X;
      joint_pose(model, node, joint, q, v, ws, X);
      if (node.parent == 0)
        me.X = {X.rotation, Vec3<T>::zero()};
      else
        me.X = at(ws.world, node.parent).X * X;
      for (int k = 0; k < node.nv; ++k) ws.S.set(node.v + k, joint.column_in(me.X, k));
    });
    me.I = me.X * Inertia<T>::from(node.inertia);
  }
}

// Runs f(first, last) over the runs of consecutive dofs that lead from `dof` (inclusive) to the root.
template <class F>
[[gnu::always_inline]] inline void for_each_ancestor_run(const Model& model, int dof, F&& f) {
  const int* const start = model.dof_run_start().data();
  const int* const parent = model.dof_parent().data();
  while (dof >= 0) {
    const int first = start[dof];
    f(first, dof);
    dof = parent[first];
  }
}

// M^-1 from ws.world[i].I and ws.S; see mass_matrix_inverse.cpp.
template <class T>
void mass_matrix_inverse_from_world(const Model& model, const MatrixView<T>& inverse,
                                    Workspace<T>& ws);

// Makes a square matrix symmetric by copying one triangle onto the other, in blocks that fit the
// cache.
template <bool FromLower, class T>
void mirror(const MatrixView<T>& m) {
  constexpr Eigen::Index block = 16;
  const Eigen::Index n = m.rows();
  for (Eigen::Index jb = 0; jb < n; jb += block)
    for (Eigen::Index ib = jb; ib < n; ib += block)
      for (Eigen::Index j = jb; j < std::min(jb + block, n); ++j)
        for (Eigen::Index i = std::max(ib, j + 1); i < std::min(ib + block, n); ++i)
          if constexpr (FromLower)
            m(j, i) = m(i, j);
          else
            m(i, j) = m(j, i);
}

template <class T>
void set_zero(const MatrixView<T>& m) {
  for (Eigen::Index j = 0; j < m.cols(); ++j) std::fill_n(m.column(j), m.rows(), T(0.0));
}

}  // namespace catena::detail
