// M^-1 without M, in world axes (see world_pass.hpp). Column i of the lower triangle holds
// M^-1(i, j) for the dofs j >= i.
//
// Inwards, freeing dof i as in the articulated-body algorithm, F_j is the force through dof i per
// unit effort at dof j of its subtree; outwards, P_j is the acceleration of i's body per unit effort
// at j. Dofs of one joint count as a chain.

#include <algorithm>

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/world_pass.hpp"


namespace catena {

template <class T>
void mass_matrix_inverse(const Model& model, In<T> q, OutMatrix<T> M_inverse, Workspace<T>& ws) {
  detail::require_size("mass_matrix_inverse", "q", q.size(), model.nq());
  detail::require_shape("mass_matrix_inverse", "M_inverse", M_inverse, model.nv(), model.nv());
  detail::world_positions(model, q.data(), static_cast<const T*>(nullptr), ws);
  detail::mass_matrix_inverse_from_world(model, M_inverse, ws);
}

namespace detail {

namespace {

template <class T>
void sweep_in(const Model& model, const MatrixView<T>& inverse, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  T* f[6];
  for (int c = 0; c < 6; ++c) f[c] = ws.F.row(c);
  for (std::size_t n = nodes.size() - 1; n > 0; --n) {
    const Node& node = nodes[n];
    auto& me = at(ws.levels, node.depth);
    const auto rigid = ArticulatedInertia<T>::from(ws.world[n].I);
    if (node.subtree_end == static_cast<int>(n) + 1)
      me.IA = rigid;
    else
      me.IA += rigid;
    for (int i = node.v + node.nv - 1; i >= node.v; --i) {
      const Motion<T> S = ws.S.template get<Motion<T>>(i);
      const Force<T> U = me.IA * S;
      const T D_inverse = T(1.0) / (dot(S, U) + T(model.armature()[i]));
      at(ws.axes, i) = {U, D_inverse, T(0.0)};
      me.IA.subtract_outer(U, D_inverse);
      T* const column = inverse.column(i);
      const int end = at(model.dof_subtree_end(), i);
      column[i] = D_inverse;
      for (int j = i + 1; j < end; ++j)
        column[j] = -D_inverse * (S.angular.x * f[0][j] + S.angular.y * f[1][j] +
                                  S.angular.z * f[2][j] + S.linear.x * f[3][j] +
                                  S.linear.y * f[4][j] + S.linear.z * f[5][j]);
      for (int c = 0; c < 6; ++c) {
        f[c][i] = U[c] * D_inverse;
        for (int j = i + 1; j < end; ++j) f[c][j] += U[c] * column[j];
      }
    }
    if (node.parent == 0) continue;
    auto& up = at(ws.levels, node.depth - 1);
    if (node.last_child)
      up.IA = me.IA;
    else
      up.IA += me.IA;
  }
}

template <class T>
void sweep_out(const Model& model, const MatrixView<T>& inverse, Workspace<T>& ws) {
  const int nv = model.nv();
  for (int i = 0; i < nv; ++i) {
    const int parent = at(model.dof_parent(), i);
    const int end = at(model.dof_subtree_end(), i);
    const Force<T> w = at(ws.axes, i).D_inverse * at(ws.axes, i).U;
    const Motion<T> S = ws.S.template get<Motion<T>>(i);
    T* const column = inverse.column(i);
    for (int j = end; j < nv; ++j) column[j] = T(0.0);
    SpatialRows<T>& mine = at(ws.P, at(ws.branching_level, i));
    T* p[6];
    for (int c = 0; c < 6; ++c) p[c] = mine.row(c);
    if (parent < 0) {
      for (int c = 0; c < 6; ++c)
        for (int j = i; j < nv; ++j) p[c][j] = S[c] * column[j];
      continue;
    }
    SpatialRows<T>& above = at(ws.P, at(ws.branching_level, parent));
    const T* a[6];
    for (int c = 0; c < 6; ++c) a[c] = above.row(c);
    for (int j = i; j < nv; ++j)
      column[j] -= w.angular.x * a[0][j] + w.angular.y * a[1][j] + w.angular.z * a[2][j] +
                   w.linear.x * a[3][j] + w.linear.y * a[4][j] + w.linear.z * a[5][j];
    for (int c = 0; c < 6; ++c)
      for (int j = i; j < nv; ++j) p[c][j] = a[c][j] + S[c] * column[j];
  }
}

}  // namespace

template <class T>
void mass_matrix_inverse_from_world(const Model& model, const MatrixView<T>& inverse,
                                    Workspace<T>& ws) {
  sweep_in(model, inverse, ws);
  sweep_out(model, inverse, ws);
  mirror<true>(inverse);
}

template void mass_matrix_inverse_from_world(const Model&, const MatrixView<double>&,
                                             Workspace<double>&);
template void mass_matrix_inverse_from_world(const Model&, const MatrixView<Pack4>&,
                                             Workspace<Pack4>&);

}  // namespace detail

template void mass_matrix_inverse(const Model&, In<double>, OutMatrix<double>, Workspace<double>&);
template void mass_matrix_inverse(const Model&, In<Pack4>, OutMatrix<Pack4>, Workspace<Pack4>&);

}  // namespace catena
