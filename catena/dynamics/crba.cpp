// Composite-rigid-body algorithm in world axes (see world_pass.hpp): composite inertias add up
// without transforms, and M(i, j) = S_j . I_i^c S_i is one dot product per ancestor.

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
  const Motion<T>* const S = ws.S.data();
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    const Inertia<T> I = ws.world[i].I;  // composite: descendants have been added
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Force<T> F = I * S[dof];
      T *const column = M.column(dof), *const row = &M(dof, 0);
      detail::for_each_ancestor(
          model, dof, [&](std::ptrdiff_t j) { column[j] = row[j * M.stride()] = dot(S[j], F); });
      column[dof] += T(model.armature()[dof]);
    }
    if (node.parent != 0) at(ws.world, node.parent).I += I;
  }
}

template void crba(const Model&, In<double>, OutMatrix<double>, Workspace<double>&);
template void crba(const Model&, In<Pack4>, OutMatrix<Pack4>, Workspace<Pack4>&);

}  // namespace catena
