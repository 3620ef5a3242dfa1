// Composite-rigid-body algorithm in world axes (see world_pass.hpp): composite inertias add up
// without transforms, and M(i, j) = S_j . I_i^c S_i is one dot product per ancestor.

#include <algorithm>

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/world_pass.hpp"

namespace catena {

using detail::at;

template <class T>
void crba(const Model& model, In<T> q, OutMatrix<T> M, Workspace<T>& ws) {
  detail::require_size("crba", "q", q.size(), model.nq());
  detail::require_shape("crba", "M", M, model.nv(), model.nv());
  detail::world_positions(model, q.data(), static_cast<const T*>(nullptr), ws);
  detail::set_zero(M);
  const auto nodes = model.nodes();
  const T *s0 = ws.S.row(0), *s1 = ws.S.row(1), *s2 = ws.S.row(2);
  const T *s3 = ws.S.row(3), *s4 = ws.S.row(4), *s5 = ws.S.row(5);
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    const Inertia<T>& I = ws.world[i].I;  // composite: descendants have been added
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Force<T> F = I * ws.S.template get<Motion<T>>(dof);
      T* const column = M.column(dof);
      detail::for_each_ancestor_run(model, dof, [&](int first, int last) {
        for (int j = first; j <= last; ++j)
          column[j] = s0[j] * F.angular.x + s1[j] * F.angular.y + s2[j] * F.angular.z +
                      s3[j] * F.linear.x + s4[j] * F.linear.y + s5[j] * F.linear.z;
      });
      column[dof] += T(model.armature()[dof]);
    }
    if (node.parent != 0) at(ws.world, node.parent).I += I;
  }
  detail::mirror<false>(M);
}

template void crba(const Model&, In<double>, OutMatrix<double>, Workspace<double>&);
template void crba(const Model&, In<Pack4>, OutMatrix<Pack4>, Workspace<Pack4>&);

}  // namespace catena
