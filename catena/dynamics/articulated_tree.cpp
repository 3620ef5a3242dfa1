#include "catena/dynamics/articulated_tree.hpp"

#include <algorithm>

#include "catena/dynamics/aba_passes.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

ArticulatedTree::ArticulatedTree(const Model& model)
    : model_(&model),
      X_(model.nodes().size(), Transform<double>::identity()),
      axes_(static_cast<std::size_t>(model.nv()),
            {Motion<double>::zero(), Force<double>::zero(), 0.0}) {}

void ArticulatedTree::compute(In<double> q, Held held, Workspace<double>& ws) {
  detail::require_size("ArticulatedTree::compute", "q", q.size(), model_->nq());
  detail::require_workspace("ArticulatedTree::compute", *model_, ws);
  if (!held.empty())
    detail::require_size("ArticulatedTree::compute", "held", held.size(), model_->nv());
  std::fill(ws.v_scratch.begin(), ws.v_scratch.end(), 0.0);
  const double* const zero = ws.v_scratch.data();
  detail::aba_outward(*model_, q.data(), zero, ws);
  detail::aba_inward(*model_, zero, zero, held.data(), zero, false, ws);
  take(ws);
}

void ArticulatedTree::take(const Workspace<double>& ws) {
  detail::require_workspace("ArticulatedTree::take", *model_, ws);
  const auto nodes = model_->nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    X_[i] = ws.local[i].X;
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = 0; k < node.nv; ++k) {
        const int dof = node.v + k;
        at(axes_, dof) = {joint.template column<double>(k), at(ws.axes, dof).U,
                          at(ws.axes, dof).D_inverse};
      }
    });
  }
}

void ArticulatedTree::jump(In<double> joint_impulse, ExternalWrenches<double> impulses,
                           Out<double> dv, Workspace<double>& ws) const {
  constexpr const char* name = "ArticulatedTree::jump";
  if (!joint_impulse.empty())
    detail::require_size(name, "joint_impulse", joint_impulse.size(), model_->nv());
  detail::require_size(name, "dv", dv.size(), model_->nv());
  detail::require_workspace(name, *model_, ws);
  if (!detail::gather_external(name, *model_, impulses, ws))
    std::fill(ws.external.begin(), ws.external.end(), Force<double>::zero());
  const auto nodes = model_->nodes();
  const auto taken = [&](int dof, double u) {
    return at(ws.v_scratch, dof) = joint_impulse.empty() ? u : u + joint_impulse[dof];
  };
  for (int i = static_cast<int>(nodes.size()) - 1; i > 0; --i)
    at(ws.external, at(nodes, i).parent) += carry(i, at(ws.external, i), taken);
  ws.levels[0].v = Motion<double>::zero();
  for (int i = 1; i < static_cast<int>(nodes.size()); ++i)
    at(ws.levels, at(nodes, i).depth).v = follow(
        i, at(ws.levels, at(nodes, i).depth - 1).v, [&](int dof) { return at(ws.v_scratch, dof); },
        [&](int dof, double x) { dv[dof] = x; });
}

}  // namespace catena
