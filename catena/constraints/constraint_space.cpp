#include "catena/constraints/constraint_space.hpp"

#include <algorithm>
#include <numeric>

#include "catena/constraints/link_length.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

// Lanes beyond the rows of a closure are zero.
constexpr int stride = ConstraintSpace::lanes;
constexpr int pack = static_cast<int>(Pack4::lanes);
using RowForces = std::array<Force<Pack4>, 2>;
using RowNumbers = std::array<Pack4, 2>;

// Where the reactions on two bodies meet and cancel, or the lever of a force is zero, rounding is
// left: a reaction counts as no smaller than this part of the largest that it was on its way, with
// the length of a link as lever (squares again).
constexpr double cancelled = 1e-14;

Pack4 larger(const Pack4& a, const Pack4& b) {
  return select(a < b, b, a);
}

// One wrench of each row, in the lanes.
RowForces in_lanes(const std::array<Force<double>, ClosureRows::most>& of_row, int rows) {
  RowForces out;
  const Pack4 count(rows);
  const auto first = Pack4(0.0, 1.0, 2.0, 3.0) < count, last = Pack4(4.0, 5.0, 6.0, 7.0) < count;
  const auto& f = of_row;
  for (int i = 0; i < 6; ++i) {
    out[0][i] = select(first, Pack4(f[0][i], f[1][i], f[2][i], f[3][i]), Pack4(0.0));
    out[1][i] = select(last, Pack4(f[4][i], f[5][i], 0.0, 0.0), Pack4(0.0));
  }
  return out;
}

// sum += w wd^T, columns in lanes.
using RowProducts = std::array<RowNumbers, ClosureRows::most>;
CATENA_INLINE void add_products(const double* w, const double* wd, RowProducts& sum) {
  const Pack4 first = Pack4::load(w), last = Pack4::load(w + pack);
#pragma GCC unroll 6
  for (std::size_t s = 0; s < sum.size(); ++s) {
    sum[s][0] = sum[s][0] + first * wd[s];
    sum[s][1] = sum[s][1] + last * wd[s];
  }
}

void store(const RowProducts& sum, double* A) {
  for (std::size_t s = 0; s < sum.size(); ++s, A += BlockLdlt::max_rows) {
    sum[s][0].store(A);
    A[4] = sum[s][1][0];
    A[5] = sum[s][1][1];
  }
}

}  // namespace

ConstraintSpace::ConstraintSpace(const Loops& loops)
    : loops_(loops),
      length_squared_(link_length(loops.tree()) * link_length(loops.tree())),
      all_nodes_(loops.tree().nodes().size() - 1),
      all_closures_(loops.closures().size()),
      ldlt_(static_cast<int>(loops.closures().size()), loops.neighbours()),
      carried_(loops.closures().size()),
      wrenches_(loops.tree().nodes().size()),
      reach_(loops.tree().nodes().size()) {
  std::iota(all_nodes_.begin(), all_nodes_.end(), 1);
  std::iota(all_closures_.begin(), all_closures_.end(), 0);
  for (std::size_t c = 0; c < carried_.size(); ++c) {
    carried_[c].efforts.resize(stride * loops.closures()[c].dofs.size());
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
void ConstraintSpace::drop_idle_rows(const RowNumbers& scale, Carried& carried) {
  for (std::size_t p = 0; p < scale.size(); ++p) {
    Pack4 sum(0.0);
    for (std::size_t d = pack * p; d < carried.efforts.size(); d += stride)
      sum = sum + Pack4::load(&carried.efforts[d]) * Pack4::load(&carried.response[d]);
    const auto does_something = rank_tolerance * scale[p] < sum;
    for (std::size_t d = pack * p; d < carried.efforts.size(); d += stride) {
      select(does_something, Pack4::load(&carried.efforts[d]), 0.0).store(&carried.efforts[d]);
      select(does_something, Pack4::load(&carried.response[d]), 0.0).store(&carried.response[d]);
    }
  }
}

// Puts one closure's unit reactions where they attack.
void ConstraintSpace::attack(const Closure& closure, const ClosureRows& rows) {
  for (const int n : closure.nodes) {
    at(reach_, n) = 0.0;
    at(wrenches_, n).fill(Force<Pack4>::zero());
  }
  for (const ClosureRows::Wrench& wrench : rows.wrenches) {
    if (wrench.node == 0) continue;
    at(reach_, wrench.node) = std::max(at(reach_, wrench.node), wrench.reach);
    const RowForces f = in_lanes(wrench.of_row, rows.rows);
    for (std::size_t p = 0; p < f.size(); ++p) at(wrenches_, wrench.node)[p] += f[p];
  }
}

// One closure's unit reactions, from where they attack to the root: each free dof takes its part
// S^T f and gives way, the rest goes on: f - U D^-1 S^T f.
void ConstraintSpace::carry(const Workspace<double>& ws, const ClosureRows& rows, std::size_t c,
                            bool drops_idle_rows) {
  const Closure& closure = loops_.closures()[c];
  const auto nodes = loops_.tree().nodes();
  attack(closure, rows);
  double* effort = carried_[c].efforts.data();
  double* response = carried_[c].response.data();
  RowNumbers scale = {0.0, 0.0}, floor = {0.0, 0.0};  // floor: as a moment
  for (const int n : closure.nodes) {
    const Node& node = at(nodes, n);
    RowForces& f = at(wrenches_, n);
    for (std::size_t p = 0; p < f.size(); ++p)
      floor[p] = larger(floor[p], cancelled * (dot(f[p].angular, f[p].angular) +
                                               length_squared_ * dot(f[p].linear, f[p].linear)));
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = node.nv - 1; k >= 0; --k, effort += stride, response += stride) {
        const auto& axis = at(ws.axes, node.v + k);
        const Motion<double> s = joint.template column<double>(k);
        add_scale(s, axis.D_inverse, at(reach_, n), f, floor, scale);
        RowNumbers taken = {dot(Motion<Pack4>::from(s), f[0]), dot(Motion<Pack4>::from(s), f[1])};
        for (const ClosureRows::Effort& direct : rows.efforts)
          if (direct.dof == node.v + k) {
            taken[0] = taken[0] + Pack4(direct.of_row, 0.0, 0.0, 0.0);
            scale[0] =
                scale[0] + Pack4(axis.D_inverse * direct.of_row * direct.of_row, 0.0, 0.0, 0.0);
          }
        for (std::size_t p = 0; p < f.size(); ++p) {
          const Pack4 gives_way = axis.D_inverse * taken[p];
          taken[p].store(effort + pack * p);
          gives_way.store(response + pack * p);
          f[p] -= gives_way * Force<Pack4>::from(axis.U);
        }
      }
    });
    if (node.parent == 0) continue;
    const Transform<double>& X = at(ws.local, n).X;
    at(reach_, node.parent) =
        std::max(at(reach_, node.parent), at(reach_, n) + norm(X.translation));
    RowForces& to = at(wrenches_, node.parent);
    for (std::size_t p = 0; p < f.size(); ++p)
      to[p] = add_transformed(to[p], Transform<Pack4>::from(X), f[p]);
  }
  if (drops_idle_rows) drop_idle_rows(scale, carried_[c]);
}

// What the reactions f would do to a dof with axis s at the best angle.
void ConstraintSpace::add_scale(const Motion<double>& s, double D_inverse, double reach,
                                const RowForces& f, const RowNumbers& floor,
                                RowNumbers& scale) const {
  const double angular = dot(s.angular, s.angular);
  const double linear = dot(s.linear, s.linear) + angular * reach * reach;
  const double inverse_length_squared = 1.0 / length_squared_;
  for (std::size_t p = 0; p < f.size(); ++p)
    scale[p] = scale[p] + D_inverse * (angular * larger(dot(f[p].angular, f[p].angular), floor[p]) +
                                       linear * larger(dot(f[p].linear, f[p].linear),
                                                       inverse_length_squared * floor[p]));
}

void ConstraintSpace::factorize(const Workspace<double>& ws, std::span<const ClosureRows> rows,
                                const BlockLdlt::Choice* choice) {
  for (std::size_t c = 0; c < rows.size(); ++c) ldlt_.set_rows(static_cast<int>(c), rows[c].rows);
  if (choice != nullptr && !ldlt_.fits(*choice)) choice = nullptr;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const int block = static_cast<int>(c);
    carry(ws, rows[c], c, choice == nullptr);
    const std::vector<double>&w = carried_[c].efforts, &wd = carried_[c].response;
    RowProducts A = {};
    for (std::size_t d = 0; d < w.size(); d += stride) add_products(&w[d], &wd[d], A);
    store(A, ldlt_.diagonal(block));
  }
  for (std::size_t p = 0; p < shared_.size(); ++p) {
    const auto& [i, j] = loops_.neighbours()[p];
    const double* const w = at(carried_, i).efforts.data();
    const double* const wd = at(carried_, j).response.data();
    RowProducts A = {};
    for (const auto& [a, b] : shared_[p].places) add_products(w + stride * a, wd + stride * b, A);
    store(A, ldlt_.coupling(static_cast<int>(p)));
  }
  if (choice != nullptr)
    ldlt_.factorize(rank_tolerance, *choice);
  else
    ldlt_.factorize(rank_tolerance);
}

void ConstraintSpace::add_efforts(const MechanismPart& part, const double* multipliers,
                                  double* u) const {
  for (const int c : part.closures) {
    const std::vector<int>& dofs = at(loops_.closures(), c).dofs;
    const double* w = at(carried_, c).efforts.data();
    const double* const x = multipliers + 6 * c;
    for (const int dof : dofs) {
      u[dof] += w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3] + w[4] * x[4] + w[5] * x[5];
      w += stride;
    }
  }
}

void ConstraintSpace::respond(const MechanismPart& part, const Workspace<double>& ws,
                              const double* u, double* rate,
                              std::vector<Motion<double>>& node_rate) const {
  const auto nodes = loops_.tree().nodes();
  node_rate[0] = Motion<double>::zero();
  for (const int i : part.nodes) {
    const Node& node = at(nodes, i);
    Motion<double> m = node.parent == 0
                           ? Motion<double>::zero()
                           : inverse_times(at(ws.local, i).X, at(node_rate, node.parent));
    detail::visit_node(node, ws, [&](const auto& joint) {
      for (int k = 0; k < node.nv; ++k) {
        double& x = rate[node.v + k];
        const auto& axis = at(ws.axes, node.v + k);
        x = (u[node.v + k] - dot(axis.U, m)) * axis.D_inverse;
        m += x * joint.template column<double>(k);
      }
    });
    at(node_rate, i) = m;
  }
}

void ConstraintSpace::apply(std::span<const int> closures, std::span<const ClosureRows> rows,
                            const double* rate, std::span<const Motion<double>> node_rate,
                            double* out) {
  for (const int c : closures) {
    const ClosureRows& of = at(rows, c);
    for (int r = 0; r < of.rows; ++r) {
      double sum = 0.0;
      for (const ClosureRows::Wrench& wrench : of.wrenches)
        sum += dot(at(wrench.of_row, r), at(node_rate, wrench.node));
      for (const ClosureRows::Effort& effort : of.efforts) sum += effort.of_row * rate[effort.dof];
      out[6 * c + r] = sum;
    }
    for (int r = of.rows; r < 6; ++r) out[6 * c + r] = 0.0;
  }
}

}  // namespace catena
