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

void ArticulatedTree::compute(In<double> q, VectorView<const bool> held, Workspace<double>& ws) {
  detail::require_size("ArticulatedTree::compute", "q", q.size(), model_->nq());
  if (!held.empty())
    detail::require_size("ArticulatedTree::compute", "held", held.size(), model_->nv());
  std::fill(ws.v_scratch.begin(), ws.v_scratch.end(), 0.0);
  const double* const zero = ws.v_scratch.data();
  detail::aba_outward(*model_, q.data(), zero, ws);
  detail::aba_inward(*model_, zero, zero, held.data(), zero, false, ws);
  take(held, ws);
}

void ArticulatedTree::take(VectorView<const bool> held, const Workspace<double>& ws) {
  const auto nodes = model_->nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    X_[i] = ws.local[i].X;
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = 0; k < node.nv; ++k) {
        const int dof = node.v + k;
        const Motion<double> S = joint.template column<double>(k);
        if (!held.empty() && held[dof])
          at(axes_, dof) = {S, Force<double>::zero(), 0.0};
        else
          at(axes_, dof) = {S, at(ws.axes, dof).U, at(ws.axes, dof).D_inverse};
      }
    });
  }
}

}  // namespace catena
