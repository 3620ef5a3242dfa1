#include "catena/response/lane_sweep.hpp"

#include <algorithm>

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

LaneSweep::LaneSweep(const Model& tree)
    : tree_(tree),
      load_(tree.nodes().size(), Load{}),
      effort_(static_cast<std::size_t>(tree.nv()), Lanes{}),
      carried_(tree.nodes().size(), Force<Pack4>::zero()),
      node_rate_(tree.nodes().size(), Motion<Pack4>::zero()),
      rate_(static_cast<std::size_t>(tree.nv()), Pack4(0.0)) {}

void LaneSweep::clear() {
  std::fill(node_rate_.begin(), node_rate_.end(), Motion<Pack4>::zero());
  std::fill(rate_.begin(), rate_.end(), Pack4(0.0));
}

void LaneSweep::begin(std::span<const int> nodes) {
  for (const int n : nodes) {
    const Node& node = at(tree_.nodes(), n);
    at(load_, n) = {};
    at(carried_, n) = Force<Pack4>::zero();
    std::fill_n(effort_.begin() + node.v, node.nv, Lanes{});
  }
}

void LaneSweep::put(std::size_t lane, int node, const Force<double>& wrench) {
  if (node == 0) return;
  for (int k = 0; k < 6; ++k) at(at(load_, node), k).x[lane] += wrench[k];
}

void LaneSweep::put(std::size_t lane, int dof, double effort) {
  at(effort_, dof).x[lane] += effort;
}

void LaneSweep::carry(std::span<const int> nodes, const Workspace<double>& ws) {
  for (auto n = nodes.rbegin(); n != nodes.rend(); ++n) {
    const Node& node = at(tree_.nodes(), *n);
    Force<Pack4> f = at(carried_, *n);
    for (int k = 0; k < 6; ++k) f[k] += Pack4::load(at(at(load_, *n), k).x.data());
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = node.nv - 1; k >= 0; --k) {
        const auto& axis = at(ws.axes, node.v + k);
        const Motion<Pack4> s = Motion<Pack4>::from(joint.template column<double>(k));
        const Pack4 u = Pack4::load(at(effort_, node.v + k).x.data()) + dot(s, f);
        at(rate_, node.v + k) = u;
        f -= (axis.D_inverse * u) * Force<Pack4>::from(axis.U);
      }
    });
    if (node.parent != 0)
      at(carried_, node.parent) += Transform<Pack4>::from(at(ws.local, *n).X) * f;
  }
}

void LaneSweep::respond(std::span<const int> nodes, const Workspace<double>& ws) {
  carry(nodes, ws);
  for (const int n : nodes) {
    const Node& node = at(tree_.nodes(), n);
    Motion<Pack4> m = node.parent == 0 ? Motion<Pack4>::zero()
                                       : inverse_times(Transform<Pack4>::from(at(ws.local, n).X),
                                                       at(node_rate_, node.parent));
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = 0; k < node.nv; ++k) {
        const auto& axis = at(ws.axes, node.v + k);
        Pack4& x = at(rate_, node.v + k);
        x = axis.D_inverse * (x - dot(Force<Pack4>::from(axis.U), m));
        m += x * Motion<Pack4>::from(joint.template column<double>(k));
      }
    });
    at(node_rate_, n) = m;
  }
}

}  // namespace catena
