#include "catena/loops/constraint_space.hpp"

#include <algorithm>

#include "catena/dynamics/recursion.hpp"
#include "catena/loops/link_length.hpp"

namespace catena {

using detail::at;

namespace {

constexpr int most = ClosureRows::most;
// Where the reactions on two bodies meet and cancel, or the lever of a force is zero, rounding is
// left: a reaction counts as no smaller than this part of the largest that it was on its way, with
// the length of a link as lever (squares again).
constexpr double cancelled = 1e-14;

// Where a node's custom joint was evaluated; visit_node() wants to write there, this does not.
const CustomJointKinematics<double>* custom_of(const Node& node, const Workspace<double>& ws) {
  return node.kind == NodeKind::Custom ? ws.custom.data() + node.custom : nullptr;
}

}  // namespace

ConstraintSpace::ConstraintSpace(const Loops& loops)
    : loops_(loops),
      length_squared_(link_length(loops.tree()) * link_length(loops.tree())),
      ldlt_(static_cast<int>(loops.closures().size()), loops.neighbours()),
      carried_(loops.closures().size()),
      wrenches_(loops.tree().nodes().size()),
      reach_(loops.tree().nodes().size()) {
  for (std::size_t c = 0; c < carried_.size(); ++c) {
    carried_[c].efforts.resize(6 * loops.closures()[c].dofs.size());
    carried_[c].response.resize(carried_[c].efforts.size());
  }
  for (const auto& [i, j] : loops.neighbours()) {
    const std::vector<int>&a = at(loops.closures(), i).dofs, &b = at(loops.closures(), j).dofs;
    Shared shared;
    for (std::size_t p = 0, q = 0; p < a.size() && q < b.size();) {  // both descend
      if (a[p] == b[q])
        shared.places.emplace_back(static_cast<int>(p++), static_cast<int>(q++));
      else
        (a[p] > b[q] ? p : q)++;
    }
    shared_.push_back(std::move(shared));
  }
}

// A reaction that no dof gives way to (out of the plane of a planar mechanism, say) leaves nothing
// but rounding on the dofs: makes that exactly zero. `scale` is what it would do at the best angle.
void ConstraintSpace::drop_idle_rows(int rows, const std::array<double, most>& scale,
                                     Carried& carried) {
  for (int r = 0; r < rows; ++r) {
    double sum = 0.0;
    for (auto d = static_cast<std::size_t>(r); d < carried.efforts.size(); d += 6)
      sum += carried.efforts[d] * carried.response[d];
    if (sum > rank_tolerance * at(scale, r)) continue;
    for (auto d = static_cast<std::size_t>(r); d < carried.efforts.size(); d += 6)
      carried.efforts[d] = carried.response[d] = 0.0;
  }
}

// One closure's unit reactions, from where they attack to the root: each free dof takes its part
// S^T f and gives way, the rest goes on: f - U D^-1 S^T f.
void ConstraintSpace::carry(const Workspace<double>& ws, const ClosureRows& rows, const bool* held,
                            std::size_t c) {
  const Closure& closure = loops_.closures()[c];
  const auto nodes = loops_.tree().nodes();
  for (const int n : closure.nodes) {
    at(reach_, n) = 0.0;
    for (int r = 0; r < rows.rows; ++r) at(at(wrenches_, n), r) = Force<double>::zero();
  }
  for (const ClosureRows::Wrench& wrench : rows.wrenches) {
    if (wrench.node == 0) continue;
    at(reach_, wrench.node) = std::max(at(reach_, wrench.node), wrench.reach);
    for (int r = 0; r < rows.rows; ++r) at(at(wrenches_, wrench.node), r) += at(wrench.of_row, r);
  }
  double* effort = carried_[c].efforts.data();
  double* response = carried_[c].response.data();
  std::array<double, most> scale = {}, floor = {};  // floor: as a moment
  for (const int n : closure.nodes) {
    const Node& node = at(nodes, n);
    auto& f = at(wrenches_, n);
    for (int r = 0; r < rows.rows; ++r) {
      const Force<double>& g = at(f, r);
      at(floor, r) = std::max(
          at(floor, r),
          cancelled * (dot(g.angular, g.angular) + length_squared_ * dot(g.linear, g.linear)));
    }
    visit_joint<double>(
        node.kind, node.pitch, node.nv, custom_of(node, ws), [&](const auto& joint) {
          for (int k = node.nv - 1; k >= 0; --k, effort += 6, response += 6) {
            std::fill_n(effort, 6, 0.0);
            std::fill_n(response, 6, 0.0);
            if (held != nullptr && held[node.v + k]) continue;
            const auto& axis = at(ws.axes, node.v + k);
            const Motion<double> s = joint.template column<double>(k);
            const double angular = dot(s.angular, s.angular);
            const double linear = dot(s.linear, s.linear) + angular * at(reach_, n) * at(reach_, n);
            for (int r = 0; r < rows.rows; ++r) {
              Force<double>& g = at(f, r);
              at(scale, r) +=
                  axis.D_inverse *
                  (angular * std::max(dot(g.angular, g.angular), at(floor, r)) +
                   linear * std::max(dot(g.linear, g.linear), at(floor, r) / length_squared_));
              effort[r] = dot(s, g);
            }
            for (const ClosureRows::Effort& direct : rows.efforts)
              if (direct.dof == node.v + k) {
                effort[0] += direct.of_row;
                scale[0] += axis.D_inverse * direct.of_row * direct.of_row;
              }
            for (int r = 0; r < rows.rows; ++r) {
              response[r] = axis.D_inverse * effort[r];
              at(f, r) -= response[r] * axis.U;
            }
          }
        });
    if (node.parent == 0) continue;
    const Transform<double>& X = at(ws.local, n).X;
    at(reach_, node.parent) =
        std::max(at(reach_, node.parent), at(reach_, n) + norm(X.translation));
    for (int r = 0; r < rows.rows; ++r) at(at(wrenches_, node.parent), r) += X * at(f, r);
  }
  drop_idle_rows(rows.rows, scale, carried_[c]);
}

void ConstraintSpace::factorize(const Workspace<double>& ws, std::span<const ClosureRows> rows,
                                const bool* held) {
  ldlt_.set_zero();
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const int block = static_cast<int>(c);
    ldlt_.set_rows(block, rows[c].rows);
    carry(ws, rows[c], held, c);
    double* const A = ldlt_.diagonal(block);
    const std::vector<double>&w = carried_[c].efforts, &wd = carried_[c].response;
    for (std::size_t d = 0; d < w.size(); d += 6)
      for (std::size_t s = 0; s < 6; ++s)
        for (std::size_t r = 0; r < 6; ++r) A[r + 6 * s] += w[d + r] * wd[d + s];
  }
  for (std::size_t p = 0; p < shared_.size(); ++p) {
    const auto& [i, j] = loops_.neighbours()[p];
    double* const A = ldlt_.coupling(static_cast<int>(p));
    const double* const w = at(carried_, i).efforts.data();
    const double* const wd = at(carried_, j).response.data();
    for (const auto& [a, b] : shared_[p].places)
      for (int s = 0; s < 6; ++s)
        for (int r = 0; r < 6; ++r) A[r + 6 * s] += w[6 * a + r] * wd[6 * b + s];
  }
  ldlt_.factorize(rank_tolerance);
}

void ConstraintSpace::add_efforts(const double* multipliers, double* u) const {
  for (std::size_t c = 0; c < carried_.size(); ++c) {
    const std::vector<int>& dofs = loops_.closures()[c].dofs;
    const double* w = carried_[c].efforts.data();
    const double* const x = multipliers + 6 * c;
    for (const int dof : dofs) {
      u[dof] += w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3] + w[4] * x[4] + w[5] * x[5];
      w += 6;
    }
  }
}

void ConstraintSpace::respond(const Workspace<double>& ws, const double* u, const bool* held,
                              double* rate, std::vector<Motion<double>>& node_rate) const {
  const auto nodes = loops_.tree().nodes();
  node_rate[0] = Motion<double>::zero();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    Motion<double> m = node.parent == 0 ? Motion<double>::zero()
                                        : inverse_times(ws.local[i].X, at(node_rate, node.parent));
    visit_joint<double>(node.kind, node.pitch, node.nv, custom_of(node, ws),
                        [&](const auto& joint) {
                          for (int k = 0; k < node.nv; ++k) {
                            double& x = rate[node.v + k];
                            if (held != nullptr && held[node.v + k]) {
                              x = 0.0;
                              continue;
                            }
                            const auto& axis = at(ws.axes, node.v + k);
                            x = (u[node.v + k] - dot(axis.U, m)) * axis.D_inverse;
                            m += x * joint.template column<double>(k);
                          }
                        });
    node_rate[i] = m;
  }
}

void ConstraintSpace::apply(std::span<const ClosureRows> rows, const double* rate,
                            std::span<const Motion<double>> node_rate, double* out) {
  for (std::size_t c = 0; c < rows.size(); ++c) {
    for (int r = 0; r < rows[c].rows; ++r) {
      double sum = 0.0;
      for (const ClosureRows::Wrench& wrench : rows[c].wrenches)
        sum += dot(at(wrench.of_row, r), at(node_rate, wrench.node));
      for (const ClosureRows::Effort& effort : rows[c].efforts)
        sum += effort.of_row * rate[effort.dof];
      out[6 * c + static_cast<std::size_t>(r)] = sum;
    }
    for (int r = rows[c].rows; r < 6; ++r) out[6 * c + static_cast<std::size_t>(r)] = 0.0;
  }
}

}  // namespace catena
