#include "catena/sim/held_trees.hpp"

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

HeldTrees::HeldTrees(const Model& model)
    : model_(model),
      inertia_(model.nodes().size(), ArticulatedInertia<double>::zero()),
      passed_(inertia_),
      is_new_(inertia_.size()),
      axes_(static_cast<std::size_t>(model.nv())),
      held_(axes_.size()),
      load_(model.nodes().size(), Force<double>::zero()),
      bias_(load_),
      motion_(model.nodes().size(), Motion<double>::zero()),
      effort_(axes_.size(), 0.0),
      rate_(axes_.size(), 0.0) {}

void HeldTrees::factorize(int first, int end, const Workspace<double>& ws,
                          std::span<const char> held, std::span<const double> added) {
  for (int i = first; i < end; ++i) at(inertia_, i) = ArticulatedInertia<double>::zero();
  for (int i = end - 1; i >= first; --i) {
    free_node(i, ws, held, added);
    if (const int parent = at(model_.nodes(), i).parent; parent != 0)
      at(inertia_, parent) += at(passed_, i);
  }
}

void HeldTrees::update(int first, int end, const Workspace<double>& ws, std::span<const char> held,
                       std::span<const double> added) {
  for (int i = end - 1; i >= first; --i) at(is_new_, i) = 0;
  for (int i = end - 1; i >= first; --i) {
    const Node& node = at(model_.nodes(), i);
    if (at(is_new_, i) == 0 && !has_changed(node, held, added)) continue;
    at(is_new_, i) = 1;
    if (node.parent != 0) at(is_new_, node.parent) = 1;
    at(inertia_, i) = ArticulatedInertia<double>::zero();
  }
  // In the order of factorize(), so that sums are the same to the last bit.
  for (int i = end - 1; i >= first; --i) {
    if (at(is_new_, i) != 0) free_node(i, ws, held, added);
    if (const int parent = at(model_.nodes(), i).parent; parent != 0 && at(is_new_, parent) != 0)
      at(inertia_, parent) += at(passed_, i);
  }
}

bool HeldTrees::has_changed(const Node& node, std::span<const char> held,
                            std::span<const double> added) const {
  for (int k = node.v; k < node.v + node.nv; ++k)
    if (at(held_, k).is != (at(held, k) != 0) || at(held_, k).added != at(added, k)) return true;
  return false;
}

// From the inertia of its children: the axes of a node, and what its parent feels.
void HeldTrees::free_node(int i, const Workspace<double>& ws, std::span<const char> held,
                          std::span<const double> added) {
  const Node& node = at(model_.nodes(), i);
  ArticulatedInertia<double> IA =
      at(inertia_, i) + ArticulatedInertia<double>::from(Inertia<double>::from(node.inertia));
  bool freed_z = node.kind == NodeKind::Revolute && !node.has_armature;
  detail::visit_node(node, ws, [&](const auto& joint) {
    for (int k = node.nv - 1; k >= 0; --k) {
      const int dof = node.v + k;
      Axis& axis = at(axes_, dof);
      Given& given = at(held_, dof);
      const Force<double> U = joint.inertia_times_column(IA, k);
      const double more = at(added, dof);
      const double D = dot(joint.template column<double>(k), U) + model_.armature()[dof] + more;
      freed_z = freed_z && more == 0.0;
      given.is = at(held, dof) != 0;
      given.added = more;
      if (given.is) {
        given.U = U, given.D = D;
        axis = {Force<double>::zero(), 0.0, 0.0};
        freed_z = false;
        continue;
      }
      axis = {U, 1.0 / D, 0.0};
      if (node.parent != 0 || k > 0) IA.subtract_outer(U, axis.D_inverse);
    }
  });
  if (node.parent == 0) return;
  const Transform<double>& X = at(ws.local, i).X;
  at(passed_, i) = freed_z ? transform_freed_z(X, IA) : X * IA;
}

void HeldTrees::clear(int first, int end) {
  for (int i = first; i < end; ++i) {
    const Node& node = at(model_.nodes(), i);
    at(load_, i) = Force<double>::zero();
    for (int k = node.v; k < node.v + node.nv; ++k) at(effort_, k) = at(rate_, k) = 0.0;
  }
}

void HeldTrees::respond(int first, int end, const Workspace<double>& ws) {
  for (int i = first; i < end; ++i) at(bias_, i) = -at(load_, i);
  for (int i = end - 1; i >= first; --i) {
    const Node& node = at(model_.nodes(), i);
    Force<double> p = at(bias_, i);
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = node.nv - 1; k >= 0; --k) {
        const int dof = node.v + k;
        Axis& axis = at(axes_, dof);
        const double along = dot(joint.template column<double>(k), p);
        if (at(held_, dof).is) {
          at(effort_, dof) = along;  // the rest comes on the way out
          p += at(rate_, dof) * at(held_, dof).U;
        } else {
          axis.u = at(effort_, dof) - along;
          p += (axis.u * axis.D_inverse) * axis.U;
        }
      }
    });
    if (node.parent != 0) at(bias_, node.parent) += at(ws.local, i).X * p;
  }
  for (int i = first; i < end; ++i) {
    const Node& node = at(model_.nodes(), i);
    Motion<double> m = node.parent == 0
                           ? Motion<double>::zero()
                           : inverse_times(at(ws.local, i).X, at(motion_, node.parent));
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = 0; k < node.nv; ++k) {
        const int dof = node.v + k;
        const Given& given = at(held_, dof);
        const Axis& axis = at(axes_, dof);
        if (given.is)
          at(effort_, dof) += dot(given.U, m) + given.D * at(rate_, dof);
        else
          at(rate_, dof) = (axis.u - dot(axis.U, m)) * axis.D_inverse;
        m += at(rate_, dof) * joint.template column<double>(k);
      }
    });
    at(motion_, i) = m;
  }
}

}  // namespace catena
