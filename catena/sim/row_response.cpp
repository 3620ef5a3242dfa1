#include "catena/sim/row_response.hpp"

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

using detail::at;

namespace {

double row_times(const Row& row, std::span<const Motion<double>> node_rate) {
  return dot(at(node_rate, row.on_a.node), row.on_a.wrench) +
         dot(at(node_rate, row.on_b.node), row.on_b.wrench);
}

}  // namespace

RowResponse::RowResponse(MotionEquations& equations)
    : equations_(equations), ws_(equations.model()) {}

void RowResponse::compute(const State& state, const std::vector<Row>& rows) {
  LoopSolver* const solver = equations_.loops();
  if (solver == nullptr) {
    compute_tree(state, rows);
    return;
  }
  const int nv = equations_.nv();
  const auto size = static_cast<Eigen::Index>(rows.size());
  HeldArray held(nv);
  for (int k = 0; k < nv; ++k) held[k] = equations_.on_path(k);
  solver->prepare(state.q, held.data(), state.v.data());
  responses_.setZero(nv, size);
  W_.resize(size, size);
  Eigen::VectorXd column = Eigen::VectorXd::Zero(nv);
  for (Eigen::Index c = 0; c < size; ++c) {
    const Row& row = rows[static_cast<std::size_t>(c)];
    if (row.dof >= 0) {
      solver->mobility(row.dof, column);
      node_rate_ = solver->unit_rates();
    } else {
      const NodeWrench wrenches[] = {row.on_a, row.on_b};
      solver->respond(wrenches, held.data(), column, node_rate_);
    }
    responses_.col(c) = column;
    for (Eigen::Index r = 0; r < size; ++r) {
      const Row& other = rows[static_cast<std::size_t>(r)];
      W_(r, c) = other.dof >= 0 ? column[other.dof] : row_times(other, node_rate_);
    }
  }
  W_ = (0.5 * (W_ + W_.transpose())).eval();
  leave_out_idle(held.data(), rows);
}

// What a unit force at the row's point would do there at the best angle if nothing but its own dofs
// moved: the sum of |S at the point|^2 / D.
double RowResponse::mobility_bound(const Row& row, const bool* held) const {
  const LoopSolver& solver = *equations_.loops();
  const Model& model = equations_.model();
  const ClosureGeometry::TreeState tree = solver.tree_state();
  const Workspace<double>& ws = solver.workspace();
  double sum = 0.0;
  for (int n : {row.on_a.node, row.on_b.node})
    for (; n > 0; n = at(model.nodes(), n).parent) {
      const Node& node = at(model.nodes(), n);
      const Transform<double> X_PN = {
          at(tree.poses, n).rotation,
          at(tree.poses, n).translation + at(tree.roots, n) - row.point};
      detail::visit_node(node, ws, [&](const auto& joint) {
        for (int k = 0; k < node.nv; ++k) {
          if (held[node.v + k]) continue;
          const Vec3<double> v = (X_PN * joint.template column<double>(k)).linear;
          sum += at(ws.axes, node.v + k).D_inverse * dot(v, v);
        }
      });
    }
  return sum;
}

// Forces along which nothing can move (between bodies that a weld joins, through the axis of the
// only hinge) answer with rounding; an impulse that wants more from them would be without bounds.
void RowResponse::leave_out_idle(const bool* held, const std::vector<Row>& rows) {
  constexpr double rounding = 1e-13;
  for (Eigen::Index c = 0; c < W_.cols(); ++c) {
    const Row& row = rows[static_cast<std::size_t>(c)];
    if (row.dof >= 0 || W_(c, c) > rounding * mobility_bound(row, held)) continue;
    W_.row(c).setZero(), W_.col(c).setZero();
    responses_.col(c).setZero();
  }
}

// Without loops or contacts: columns of M^-1, with prescribed coordinates left out.
void RowResponse::compute_tree(const State& state, const std::vector<Row>& rows) {
  const int nv = equations_.nv();
  Eigen::MatrixXd M(nv, nv);
  crba<double>(equations_.model(), state.q, M, ws_);
  for (int k = 0; k < nv; ++k) {
    if (!equations_.on_path(k)) continue;
    M.row(k).setZero(), M.col(k).setZero();
    M(k, k) = 1.0;
  }
  std::vector<Eigen::Index> dofs;
  for (const Row& row : rows) dofs.push_back(row.dof);
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(nv, nv);
  responses_ = solve_positive(M, unit(Eigen::all, dofs));
  for (int k = 0; k < nv; ++k)
    if (equations_.on_path(k)) responses_.row(k).setZero();
  W_ = responses_(dofs, Eigen::all);
}

Eigen::VectorXd RowResponse::accelerations(const Evaluation& at,
                                           const std::vector<Row>& rows) const {
  Eigen::VectorXd result(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r)
    result[static_cast<Eigen::Index>(r)] =
        rows[r].dof >= 0 ? at.a[rows[r].dof]
                         : row_times(rows[r], equations_.loops()->node_rates()) - rows[r].target;
  return result;
}

}  // namespace catena
