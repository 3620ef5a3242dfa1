#include "catena/sim/light_in_loops.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <vector>

#include "catena/constraints/loop_jacobian.hpp"

namespace catena {

namespace {

// A sine: rows that are further than this from all combinations of others say something else.
constexpr double apart = 1e-3;

// The rows of all loops on the coordinates of the tree, without units; zero at those that are held.
Eigen::MatrixXd geometric_rows(const LoopSolver& loops, const Eigen::VectorXd& q, Held held) {
  LoopJacobian jacobian(loops.shared_loops());
  const Eigen::VectorXd at_rest = Eigen::VectorXd::Zero(loops.loops().nv());
  jacobian.compute(q, at_rest);
  const Eigen::VectorXd sizes = jacobian.multiplier_sizes();
  Eigen::MatrixXd rows = jacobian.multiplier_rows();
  for (Eigen::Index k = 0; k < rows.cols(); ++k)
    rows.col(k) *= !held.empty() && held[k] ? 0.0 : jacobian.column_scale()[k];
  for (Eigen::Index r = 0; r < rows.rows(); ++r)
    if (sizes[r] > 0.0) rows.row(r) /= sizes[r];
  return rows;
}

Eigen::Index rank_of(const Eigen::MatrixXd& rows, const std::vector<Eigen::Index>& chosen) {
  if (chosen.empty()) return 0;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(rows(chosen, Eigen::all).transpose());
  qr.setThreshold(apart);
  return qr.rank();
}

// The body that gives way most to the reactions of a closure.
std::string lightest_body(const LoopSolver& loops, std::size_t closure) {
  const std::vector<int>& dofs = loops.loops().closures()[closure].dofs;
  const std::span<const double> efforts = loops.space().efforts(static_cast<int>(closure));
  double most = -1.0;
  int lightest = -1;
  for (std::size_t d = 0; d < dofs.size(); ++d) {
    const auto& axis = loops.workspace().axes[static_cast<std::size_t>(dofs[d])];
    double answer = 0.0;
    for (int r = 0; r < ConstraintSpace::lanes; ++r) {
      const double effort = efforts[ConstraintSpace::lanes * d + static_cast<std::size_t>(r)];
      answer += axis.D_inverse * effort * effort;
    }
    if (answer > most) most = answer, lightest = dofs[d];
  }
  if (lightest < 0) return {};
  const Model& tree = loops.loops().tree();
  const int node = tree.dof_node()[static_cast<std::size_t>(lightest)];
  const JointId joint{tree.nodes()[static_cast<std::size_t>(node)].joint};
  return tree.body(tree.joint(joint).child).name;
}

// "'crank', 'rod'": the closures that share coordinates with one.
std::string neighbours_of(const Loops& loops, int closure) {
  std::string names;
  for (const auto& [i, j] : loops.neighbours()) {
    if (i != closure && j != closure) continue;
    const Closure& other = loops.closures()[static_cast<std::size_t>(i == closure ? j : i)];
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", loops.name(other));
  }
  return names;
}

}  // namespace

std::string light_in_loops(LoopSolver& loops, const Eigen::VectorXd& q, Held held) {
  if (loops.loops().empty()) return {};
  loops.prepare(q, held);
  const BlockLdlt& matrix = loops.space().matrix();
  if (!matrix.has_dependent_rows()) return {};
  std::vector<Eigen::Index> kept, left_out;
  for (int c = 0; c < matrix.blocks(); ++c)
    for (int r = 0; r < matrix.rows(c); ++r)
      (matrix.is_dependent(c, r) ? left_out : kept).push_back(6 * c + r);
  const Eigen::MatrixXd rows = geometric_rows(loops, q, held);
  const Eigen::Index rank = rank_of(rows, kept);
  for (const Eigen::Index row : left_out) {
    std::vector<Eigen::Index> more = kept;
    more.push_back(row);
    if (rank_of(rows, more) <= rank) continue;
    const auto c = static_cast<std::size_t>(row / 6);
    return fmt::format(
        "body '{}' is so light beside what it moves that rounding hides what '{}' says beside {}; "
        "give it more mass or inertia, or leave it out",
        lightest_body(loops, c), loops.loops().name(loops.loops().closures()[c]),
        neighbours_of(loops.loops(), static_cast<int>(c)));
  }
  return {};
}

}  // namespace catena
