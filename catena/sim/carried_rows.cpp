#include "catena/sim/carried_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

// The unit forces of up to four rows, one per lane.
using Lanes = Force<Pack4>;

Lanes zero_lanes() {
  return Lanes::from(Force<double>::zero());
}

const Row& row_of(const RowList& list, Eigen::Index row) {
  return list.rows[static_cast<std::size_t>(row)];
}

// S^T f for coordinate k.
template <class Joint>
CATENA_INLINE Pack4 along_axis(const Joint& joint, int k, const Lanes& f) {
  if constexpr (std::is_same_v<Joint, FreeJoint>)
    return f[k];
  else if constexpr (std::is_same_v<Joint, RevoluteJoint>)
    return f.angular.z;
  else
    return dot(Motion<Pack4>::from(joint.template column<double>(k)), f);
}

// The unit forces of rows up to `end` on one of their bodies.
Lanes side_by_side(Eigen::Index row, Eigen::Index end, const RowList& list, NodeWrench Row::*side) {
  static constexpr Force<double> none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  std::array<const Force<double>*, 4> f;
  for (int r = 0; r < 4; ++r)
    f[static_cast<std::size_t>(r)] = row + r < end ? &(row_of(list, row + r).*side).wrench : &none;
  const auto lanes = [&](auto part, auto axis) {
    return Pack4(f[0]->*part.*axis, f[1]->*part.*axis, f[2]->*part.*axis, f[3]->*part.*axis);
  };
  using F = Force<double>;
  using V = Vec3<double>;
  return {{lanes(&F::angular, &V::x), lanes(&F::angular, &V::y), lanes(&F::angular, &V::z)},
          {lanes(&F::linear, &V::x), lanes(&F::linear, &V::y), lanes(&F::linear, &V::z)}};
}

}  // namespace

double CarriedRows::along(const Row& row, const std::vector<Motion<double>>& motion) {
  const double a = row.on_a.node == 0 ? 0.0 : dot(row.on_a.wrench, at(motion, row.on_a.node));
  return row.on_b.node == 0 ? a : a + dot(row.on_b.wrench, at(motion, row.on_b.node));
}

CarriedRows::CarriedRows(const Model& tree)
    : tree_(tree),
      motion_(tree.nodes().size(), Motion<double>::zero()),
      motion_begin_(motion_),
      drift_(motion_),
      sum_(static_cast<std::size_t>(tree.nv())),
      roots_(sum_.size()) {}

void CarriedRows::carry(const RowList& list, std::span<const int> blocks,
                        const Workspace<double>& ws, std::span<const Axis> axes,
                        std::span<const char> held) {
  dofs_.clear(), efforts_.clear();
  if (blocks_.size() < list.blocks.size()) blocks_.resize(list.blocks.size());
  for (const int number : blocks) {
    const Block& block = at(list.blocks, number);
    const auto first = static_cast<int>(dofs_.size());
    const auto first_effort = static_cast<int>(efforts_.size());
    carry(block, block.row, list, ws, axes, held);
    const auto end = static_cast<int>(dofs_.size());
    at(blocks_, number) = {first, end - first, first_effort};
    for (Eigen::Index r = lanes; r < block.row_count(); r += lanes) {
      carry(block, block.row + r, list, ws, axes, held);
      dofs_.resize(static_cast<std::size_t>(end));  // the same once more
    }
  }
}

void CarriedRows::take_pivots(std::span<const Axis> axes, int first_dof, int end_dof) {
  for (int k = first_dof; k < end_dof; ++k) at(roots_, k) = std::sqrt(at(axes, k).D_inverse);
}

// From where the block attacks to the roots: each free dof takes its part S^T f and gives way, the
// rest goes on. The ways of both bodies join at their first common node. All rows go side by side.
void CarriedRows::carry(const Block& block, Eigen::Index row, const RowList& list,
                        const Workspace<double>& ws, std::span<const Axis> axes,
                        std::span<const char> held) {
  const Row& first = row_of(list, block.row);
  int a = first.on_a.node, b = first.on_b.node;
  Lanes f_a = zero_lanes(), f_b = zero_lanes();
  if (first.dof >= 0) {
    a = at(tree_.dof_node(), first.dof), b = 0;
  } else {
    const Eigen::Index end = block.row + block.row_count();
    if (a > 0) f_a = side_by_side(row, end, list, &Row::on_a);
    if (b > 0) f_b = side_by_side(row, end, list, &Row::on_b);
  }
  while (a > 0 || b > 0) {
    const int n = std::max(a, b);
    if (a == n && b == n) f_a += f_b, b = 0;
    Lanes& f = a == n ? f_a : f_b;
    const Node& node = at(tree_.nodes(), n);
    std::size_t count = dofs_.size(), place = efforts_.size();
    dofs_.resize(count + static_cast<std::size_t>(node.nv));
    efforts_.resize(place + lanes * static_cast<std::size_t>(node.nv));
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = node.nv - 1; k >= 0; --k) {
        const int dof = node.v + k;
        if (at(held, dof) != 0) continue;
        Pack4 taken = along_axis(joint, k, f);
        if (first.dof == dof) taken += Pack4(1.0, 0.0, 0.0, 0.0);
        dofs_[count++] = dof;
        (Pack4(at(roots_, dof)) * taken).store(efforts_.data() + place);
        place += lanes;
        if (node.parent == 0 && k == 0) break;
        const Axis& axis = at(axes, dof);
        f -= (Pack4(axis.D_inverse) * taken) * Lanes::from(axis.U);
      }
    });
    dofs_.resize(count), efforts_.resize(place);
    if (node.parent != 0) f = Transform<Pack4>::from(at(ws.local, n).X) * f;
    (a == n ? a : b) = node.parent;
  }
}

bool CarriedRows::any_between_bodies(const RowList& list) {
  return std::any_of(list.rows.begin(), list.rows.end(),
                     [](const Row& row) { return row.dof < 0; });
}

void CarriedRows::velocities(const RowList& list, const Workspace<double>& ws,
                             const Eigen::VectorXd& v, Eigen::VectorXd& u) {
  const auto nodes = tree_.nodes();
  const bool any = any_between_bodies(list);
  for (std::size_t i = 1; any && i < nodes.size(); ++i) {
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
    u[r] = row.dof >= 0 ? v[row.dof] : along(row, motion_);
  }
}

// Drifts are accelerations of the nodes that velocities alone make, less those that keep the rows'
// velocities.
void CarriedRows::rates(const RowList& list, const Workspace<double>& ws,
                        const Eigen::VectorXd& v_begin, const Eigen::VectorXd& v_end,
                        const Eigen::VectorXd& v, const Eigen::VectorXd& turning, Rates& out) {
  const auto nodes = tree_.nodes();
  const bool any = any_between_bodies(list);
  for (std::size_t i = 1; any && i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    Motion<double> end = Motion<double>::zero(), begin = end, drift = end;
    if (node.parent != 0) {
      const Transform<double>& X = ws.local[i].X;
      end = inverse_times(X, at(motion_, node.parent));
      begin = inverse_times(X, at(motion_begin_, node.parent));
      drift = inverse_times(X, at(drift_, node.parent));
    }
    detail::visit_node(node, ws, [&](const auto& joint) {
      joint.add_motion(end, v_end.data() + node.v);
      joint.add_motion(begin, v_begin.data() + node.v);
      joint.add_bias(drift, ws.local[i].v, v.data() + node.v);
    });
    if (node.kind == NodeKind::Free)
      for (int k = 0; k < 3; ++k) drift.linear[k] -= turning[node.v + 3 + k];
    motion_[i] = end, motion_begin_[i] = begin, drift_[i] = drift;
  }
  const Eigen::Index n = list.size();
  out.begin.resize(n), out.end.resize(n), out.drift.resize(n);
  for (Eigen::Index r = 0; r < n; ++r) {
    const Row& row = row_of(list, r);
    if (row.dof >= 0) {
      out.begin[r] = v_begin[row.dof], out.end[r] = v_end[row.dof], out.drift[r] = 0.0;
      continue;
    }
    out.begin[r] = along(row, motion_begin_), out.end[r] = along(row, motion_);
    out.drift[r] = along(row, drift_) - row.target;
  }
}

void CarriedRows::add_up(const RowList& list, std::span<const int> blocks,
                         const Eigen::VectorXd& x) {
  for (const int b : blocks) {
    const Block& block = at(list.blocks, b);
    const std::span<const int> to = dofs(b);
    for (int r = 0; r < block.row_count(); ++r) {
      const double* const e = efforts(b, r);
      for (std::size_t d = 0; d < to.size(); ++d) sum(to[d]) += e[lanes * d] * x[block.row + r];
    }
  }
}

void CarriedRows::respond(const Workspace<double>& ws, std::span<const Axis> axes, int first,
                          int end, Eigen::VectorXd& dv) {
  const auto nodes = tree_.nodes();
  for (int i = first; i < end; ++i) {
    const Node& node = at(nodes, i);
    Motion<double> m = node.parent == 0
                           ? Motion<double>::zero()
                           : inverse_times(at(ws.local, i).X, at(motion_, node.parent));
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = 0; k < node.nv; ++k) {
        const Axis& axis = at(axes, node.v + k);
        double rate = at(sum_, node.v + k) * at(roots_, node.v + k);
        if (node.parent != 0 || k > 0) rate -= dot(axis.U, m) * axis.D_inverse;
        dv[node.v + k] = rate;
        m += rate * joint.template column<double>(k);
      }
    });
    at(motion_, i) = m;
  }
}

}  // namespace catena
