// Composite-rigid-body algorithm in world axes (see world_pass.hpp): composite inertias add up
// without transforms, and M(i, j) = S_j . I_i^c S_i is one dot product per ancestor.

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/world_pass.hpp"

namespace catena {

using detail::at;
using detail::for_each_ancestor;

namespace {

// M(i, j) = S_j . F_i for up to four consecutive dofs i of one chain and all dofs j above them.
template <class T>
CATENA_INLINE void entries_above(const Model& model, int first, int count, const Motion<T>* S,
                                 const Force<T>* F, const MatrixView<T>& M) {
  const auto stride = M.stride();
  if constexpr (std::is_same_v<T, double>) {
    Pack4 f[6];  // one lane per dof
    const int i1 = std::min(1, count - 1), i2 = std::min(2, count - 1), i3 = count - 1;
    for (int c = 0; c < 6; ++c) f[c] = Pack4(F[0][c], F[i1][c], F[i2][c], F[i3][c]);
    for_each_ancestor(model, at(model.dof_parent(), first), [&](std::ptrdiff_t j) {
      const Pack4 m = f[0] * S[j].angular.x + f[1] * S[j].angular.y + f[2] * S[j].angular.z +
                      f[3] * S[j].linear.x + f[4] * S[j].linear.y + f[5] * S[j].linear.z;
      double *const column = &M(first, j), *const row = &M(j, first);
      if (count == 4) {
        m.store(column);
        row[0] = m[0], row[stride] = m[1], row[2 * stride] = m[2], row[3 * stride] = m[3];
      } else {
        for (int i = 0; i < count; ++i)
          column[i] = row[i * stride] = m[static_cast<std::size_t>(i)];
      }
    });
  } else {
    for (int i = 0; i < count; ++i)
      for_each_ancestor(model, at(model.dof_parent(), first), [&](std::ptrdiff_t j) {
        M(first + i, j) = M(j, first + i) = dot(S[j], F[i]);
      });
  }
}

}  // namespace

template <class T>
void crba(const Model& model, In<T> q, OutMatrix<T> M, Workspace<T>& ws) {
  detail::require_size("crba", "q", q.size(), model.nq());
  detail::require_shape("crba", "M", M, model.nv(), model.nv());
  detail::world_positions(model, q.data(), static_cast<const T*>(nullptr), ws);
  detail::set_zero(M);
  const auto nodes = model.nodes();
  const Motion<T>* const S = ws.S.data();
  Force<T>* const F = ws.dof_forces.data();
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    const Inertia<T>& I = ws.world[i].I;  // composite: descendants have been added
    for (int dof = node.v; dof < node.v + node.nv; ++dof) F[dof] = I * S[dof];
    if (node.parent != 0) at(ws.world, node.parent).I += I;
  }
  // Chains of dofs in groups of four, from their ends.
  for (int last = model.nv() - 1; last >= 0;) {
    const int first = std::max(last - 3, at(model.dof_run_start(), last));
    entries_above(model, first, last - first + 1, S, F + first, M);
    for (int i = first; i <= last; ++i) {
      for (int j = first; j < i; ++j) M(i, j) = M(j, i) = dot(S[j], F[i]);
      M(i, i) = dot(S[i], F[i]) + T(model.armature()[i]);
    }
    last = first - 1;
  }
}

template void crba(const Model&, In<double>, OutMatrix<double>, Workspace<double>&);
template void crba(const Model&, In<Pack4>, OutMatrix<Pack4>, Workspace<Pack4>&);

}  // namespace catena
