// Composite-rigid-body algorithm, in two forms that give the same matrix:
// - local: composite inertias and the forces that they answer with travel from joint to joint in node
//   axes (Featherstone 2008, table 6.2). Each step along an ancestor chain transforms a force.
// - world: everything in world axes (see world_pass.hpp). More work per node, but only one dot
//   product per pair of dofs, which wins on long chains.

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/world_pass.hpp"

namespace catena {

using detail::at;

namespace {

// I S_k; a revolute axis only reads numbers.
template <class T, class Joint>
CATENA_INLINE Force<T> axis_momentum(const Joint& joint, const Inertia<T>& I, int k) {
  if constexpr (std::is_same_v<Joint, RevoluteJoint>)
    return {{I.rotational.xz, I.rotational.yz, I.rotational.zz},
            {-I.moment.y, I.moment.x, T(0.0)}};
  else
    return I * joint.template column<T>(k);
}

template <class T>
void crba_local(const Model& model, const T* q, const MatrixView<T>& M, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    ws.world[i].I = Inertia<T>::from(node.inertia);
    detail::visit_node(node, ws, [&](const auto& joint) __attribute__((always_inline)) {
      Transform<T> X;
      detail::joint_pose(model, node, joint, q, static_cast<const T*>(nullptr), ws, X);
      ws.local[i].X = X;
    });
  }
  for (int i = static_cast<int>(nodes.size()) - 1; i > 0; --i) {
    const Node& node = at(nodes, i);
    const Inertia<T> I = at(ws.world, i).I;  // composite: descendants have been added
    for (int k = 0; k < node.nv; ++k) {
      const int dof = node.v + k;
      T* const column = M.column(dof);
      Force<T> F;
      detail::visit_node(node, ws, [&](const auto& joint) __attribute__((always_inline)) {
        F = axis_momentum<T>(joint, I, k);
        joint.project(F, column + node.v);
      });
      for (int j = i; at(nodes, j).parent != 0;) {
        F = at(ws.local, j).X * F;
        j = at(nodes, j).parent;
        const Node& up = at(nodes, j);
        detail::visit_node(up, ws, [&](const auto& joint) __attribute__((always_inline)) {
          joint.project(F, column + up.v);
        });
        for (int r = up.v; r < up.v + up.nv; ++r) M(dof, r) = column[r];
      }
      column[dof] += T(model.armature()[dof]);
    }
    if (node.parent != 0) at(ws.world, node.parent).I += at(ws.local, i).X * I;
  }
}

template <class T>
void crba_world(const Model& model, const T* q, const MatrixView<T>& M, Workspace<T>& ws) {
  detail::world_positions(model, q, static_cast<const T*>(nullptr), ws);
  const auto nodes = model.nodes();
  const Motion<T>* const S = ws.S.data();
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    const Inertia<T> I = ws.world[i].I;  // composite: descendants have been added
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Force<T> F = I * S[dof];
      T *const column = M.column(dof), *const row = &M(dof, 0);
      detail::for_each_ancestor(model, dof, [&](std::ptrdiff_t j) {
        column[j] = row[j * M.stride()] = dot(S[j], F);
      });
      column[dof] += T(model.armature()[dof]);
    }
    if (node.parent != 0) at(ws.world, node.parent).I += I;
  }
}

}  // namespace

template <class T>
void crba(const Model& model, In<T> q, OutMatrix<T> M, Workspace<T>& ws) {
  detail::require_size("crba", "q", q.size(), model.nq());
  detail::require_shape("crba", "M", M, model.nv(), model.nv());
  detail::set_zero(M);
  if (model.is_shallow())
    crba_local<T>(model, q.data(), M, ws);
  else
    crba_world<T>(model, q.data(), M, ws);
}

template void crba(const Model&, In<double>, OutMatrix<double>, Workspace<double>&);
template void crba(const Model&, In<Pack4>, OutMatrix<Pack4>, Workspace<Pack4>&);

}  // namespace catena
