#include "catena/sim/carried_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

// The unit forces of up to three rows.
using RowForces = std::array<Force<double>, 3>;

const Row& row_of(const RowList& list, Eigen::Index row) {
  return list.rows[static_cast<std::size_t>(row)];
}

}  // namespace

double CarriedRows::along(const Row& row) const {
  return dot(row.on_a.wrench, at(motion_, row.on_a.node)) +
         dot(row.on_b.wrench, at(motion_, row.on_b.node));
}

CarriedRows::CarriedRows(const Model& tree)
    : tree_(tree),
      motion_(tree.nodes().size(), Motion<double>::zero()),
      sum_(static_cast<std::size_t>(tree.nv())) {}

void CarriedRows::carry(const RowList& list, const Workspace<double>& ws, Held held) {
  blocks_.clear(), dofs_.clear(), efforts_.clear();
  for (const Block& block : list.blocks) carry(block, list, ws, held);
}

// From where the block attacks to the roots: each free dof takes its part S^T f and gives way, the
// rest goes on. The ways of both bodies join at their first common node.
void CarriedRows::carry(const Block& block, const RowList& list, const Workspace<double>& ws,
                        Held held) {
  const int rows = static_cast<int>(block.row_count());
  const auto count = static_cast<std::size_t>(rows);
  const Row& first = row_of(list, block.row);
  RowForces f_a, f_b;
  int a = first.on_a.node, b = first.on_b.node;
  if (first.dof >= 0) {
    a = at(tree_.dof_node(), first.dof), b = 0;
    f_a[0] = Force<double>::zero();
  } else {
    for (std::size_t r = 0; r < count; ++r) {
      f_a[r] = row_of(list, block.row + static_cast<Eigen::Index>(r)).on_a.wrench;
      f_b[r] = row_of(list, block.row + static_cast<Eigen::Index>(r)).on_b.wrench;
    }
  }
  const auto first_dof = static_cast<int>(dofs_.size());
  column_.clear();
  while (a > 0 || b > 0) {
    const int n = std::max(a, b);
    RowForces& f = a == n ? f_a : f_b;
    if (a == n && b == n)
      for (std::size_t r = 0; r < count; ++r) f_a[r] += f_b[r];
    const Node& node = at(tree_.nodes(), n);
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = node.nv - 1; k >= 0; --k) {
        if (held.size() != 0 && held[node.v + k]) continue;
        const auto& axis = at(ws.axes, node.v + k);
        const Motion<double> s = joint.template column<double>(k);
        const double root = std::sqrt(axis.D_inverse);
        dofs_.push_back(node.v + k);
        for (std::size_t r = 0; r < count; ++r) {
          const double taken = dot(s, f[r]) + (first.dof == node.v + k ? 1.0 : 0.0);
          column_.push_back(root * taken);
          f[r] -= (axis.D_inverse * taken) * axis.U;
        }
      }
    });
    if (node.parent != 0)
      for (std::size_t r = 0; r < count; ++r) f[r] = at(ws.local, n).X * f[r];
    const bool both = a == n && b == n;
    if (a == n) a = node.parent;
    if (both)
      b = 0;
    else if (b == n)
      b = node.parent;
  }
  // One row after the other.
  const int dofs = static_cast<int>(dofs_.size()) - first_dof;
  blocks_.push_back({first_dof, dofs, static_cast<int>(efforts_.size())});
  for (int r = 0; r < rows; ++r)
    for (int d = 0; d < dofs; ++d) efforts_.push_back(at(column_, d * rows + r));
}

void CarriedRows::velocities(const RowList& list, const Workspace<double>& ws,
                             const Eigen::VectorXd& v, Eigen::VectorXd& u) {
  const auto nodes = tree_.nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    Motion<double> m = node.parent == 0 ? Motion<double>::zero()
                                        : inverse_times(ws.local[i].X, at(motion_, node.parent));
    detail::visit_node(node, ws,
                       [&](const auto& joint) { joint.add_motion(m, v.data() + node.v); });
    motion_[i] = m;
  }
  u.resize(list.size());
  for (Eigen::Index r = 0; r < list.size(); ++r) {
    const Row& row = row_of(list, r);
    u[r] = row.dof >= 0 ? v[row.dof] : along(row);
  }
}

// Accelerations of the nodes that velocities alone make, less those that keep the rows' velocities.
void CarriedRows::drifts(const RowList& list, const Workspace<double>& ws, const Eigen::VectorXd& v,
                         Eigen::VectorXd& rate) {
  const auto nodes = tree_.nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    Motion<double> a = node.parent == 0 ? Motion<double>::zero()
                                        : inverse_times(ws.local[i].X, at(motion_, node.parent));
    detail::visit_node(
        node, ws, [&](const auto& joint) { joint.add_bias(a, ws.local[i].v, v.data() + node.v); });
    motion_[i] = a;
  }
  rate.resize(list.size());
  for (Eigen::Index r = 0; r < list.size(); ++r) {
    const Row& row = row_of(list, r);
    rate[r] = row.dof >= 0 ? 0.0 : along(row) - row.target;
  }
}

void CarriedRows::add_response(const RowList& list, const Eigen::VectorXd& x,
                               const Workspace<double>& ws, Held held, Eigen::VectorXd& v) {
  std::fill(sum_.begin(), sum_.end(), 0.0);
  for (std::size_t b = 0; b < list.blocks.size(); ++b) {
    const Block& block = list.blocks[b];
    const std::span<const int> to = dofs(b);
    for (int r = 0; r < block.row_count(); ++r) {
      const double impulse = x[block.row + r];
      if (impulse == 0.0) continue;
      const double* const e = efforts(b, r);
      for (std::size_t d = 0; d < to.size(); ++d) at(sum_, to[d]) += e[d] * impulse;
    }
  }
  const auto nodes = tree_.nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    Motion<double> m = node.parent == 0 ? Motion<double>::zero()
                                        : inverse_times(ws.local[i].X, at(motion_, node.parent));
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = 0; k < node.nv; ++k) {
        if (held.size() != 0 && held[node.v + k]) continue;
        const auto& axis = at(ws.axes, node.v + k);
        const double rate =
            at(sum_, node.v + k) * std::sqrt(axis.D_inverse) - dot(axis.U, m) * axis.D_inverse;
        v[node.v + k] += rate;
        m += rate * joint.template column<double>(k);
      }
    });
    motion_[i] = m;
  }
}

}  // namespace catena
