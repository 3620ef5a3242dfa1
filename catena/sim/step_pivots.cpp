// IslandImpulses: coordinates with bounds, alone or together with contacts.

#include "catena/dynamics/recursion.hpp"
#include "catena/sim/island_impulses.hpp"
#include "catena/solvers/box_qp.hpp"

namespace catena {

using detail::at;

// The articulated inertias with what the pivots hold; again for the same poses. A row with a
// compliance c does not hold its coordinate: between its bounds x = -(b + dv) / c, an effort and an
// inertia of 1 / c.
void IslandImpulses::hold(const ImpulseProblem& problem, const Island& island, bool again) {
  hold_paths(island);
  for (const int t : island.trees) {
    const StepIslands::Tree& tree = islands_.tree(t);
    std::fill(added_.begin() + tree.first_dof, added_.begin() + tree.end_dof, 0.0);
  }
  for (std::size_t i = 0; i < pivots_.size(); ++i) {
    const Block& block = at(problem.list.blocks, island.coordinates[i]);
    if (pivots_.where(i) != BoundPivots::Where::Still) continue;
    const int dof = at(problem.list.rows, static_cast<int>(block.row)).dof;
    if (block.compliance > 0.0)
      at(added_, dof) += 1.0 / block.compliance;
    else
      at(held_, dof) = 1;
  }
  const Workspace<double>& ws = equations_.workspace();
  for (const int t : island.trees) {
    const StepIslands::Tree& tree = islands_.tree(t);
    if (again)
      trees_.update(tree.first, tree.end, ws, held_, added_);
    else
      trees_.factorize(tree.first, tree.end, ws, held_, added_);
  }
}

// What held coordinates, those at their bounds, and the impulses of contacts do.
void IslandImpulses::push(const ImpulseProblem& problem, const Island& island) {
  for (const int t : island.trees) trees_.clear(islands_.tree(t).first, islands_.tree(t).end);
  for (std::size_t i = 0; i < pivots_.size(); ++i) {
    const Block& block = at(problem.list.blocks, island.coordinates[i]);
    const int dof = at(problem.list.rows, static_cast<int>(block.row)).dof;
    const BoundPivots::Where where = pivots_.where(i);
    if (where == BoundPivots::Where::Still && block.compliance == 0.0)
      trees_.rate(dof) = -problem.b[block.row];
    else
      trees_.effort(dof) += where == BoundPivots::Where::Still
                                ? -problem.b[block.row] / block.compliance
                            : where == BoundPivots::Where::AtLower ? block.lower
                                                                   : block.upper;
  }
  // The effort of a held coordinate is found; what others give there is not that of its own row.
  for (std::size_t i = 0; i < pivots_.size(); ++i) {
    const Block& block = at(problem.list.blocks, island.coordinates[i]);
    const int dof = at(problem.list.rows, static_cast<int>(block.row)).dof;
    at(given_, dof) = trees_.effort(dof);
  }
}

// The impulses and velocities of coordinates, as the pivots and the trees have them.
void IslandImpulses::take_coordinates(const ImpulseProblem& problem, const Island& island) {
  for (std::size_t i = 0; i < pivots_.size(); ++i) {
    const Block& block = at(problem.list.blocks, island.coordinates[i]);
    const int dof = at(problem.list.rows, static_cast<int>(block.row)).dof;
    const BoundPivots::Where where = pivots_.where(i);
    const double b = problem.b[block.row], rate = trees_.rate(dof), c = block.compliance;
    double &x = problem.x[block.row], &u = problem.u[block.row];
    if (where == BoundPivots::Where::Still) {
      x = c > 0.0 ? -(b + rate) / c : trees_.effort(dof) - at(given_, dof);
      u = 0.0;
    } else {
      x = where == BoundPivots::Where::AtLower ? block.lower : block.upper;
      u = b + rate + c * x;
    }
  }
}

void IslandImpulses::add_motion_of_trees(const RowList& list, std::span<const int> blocks,
                                         Eigen::VectorXd& b) const {
  for (const int number : blocks) {
    const Block& block = at(list.blocks, number);
    for (Eigen::Index r = block.row; r < block.row + block.row_count(); ++r) {
      const Row& row = list.rows[static_cast<std::size_t>(r)];
      b[r] += dot(row.on_a.wrench, trees_.motion(row.on_a.node)) +
              dot(row.on_b.wrench, trees_.motion(row.on_b.node));
    }
  }
}

void IslandImpulses::add_loads(const RowList& list, std::span<const int> blocks,
                               const Eigen::VectorXd& x) {
  for (const int number : blocks) {
    const Block& block = at(list.blocks, number);
    for (Eigen::Index r = block.row; r < block.row + block.row_count(); ++r) {
      const Row& row = list.rows[static_cast<std::size_t>(r)];
      trees_.add_load(row.on_a.node, x[r] * row.on_a.wrench);
      trees_.add_load(row.on_b.node, x[r] * row.on_b.wrench);
    }
  }
}

bool IslandImpulses::solve_by_pivots(const ImpulseProblem& problem, const Island& island,
                                     StepQuality& quality) {
  const RowList& list = problem.list;
  const Workspace<double>& ws = equations_.workspace();
  const auto respond = [&] {
    for (const int t : island.trees)
      trees_.respond(islands_.tree(t).first, islands_.tree(t).end, ws);
  };
  pivots_.begin(list, island.coordinates, problem.b, problem.x, problem.again);
  // While it is not clear what is held, contacts need not be known exactly.
  Care care = Care::Quick;
  bool again = false;
  for (bool settled = false; !settled; again = true) {
    hold(problem, island, again);
    push(problem, island);
    respond();
    if (!island.contacts.empty()) {
      b_ = problem.b;
      add_motion_of_trees(list, island.contacts, b_);
      quality = solve_rows(problem, island, island.contacts, trees_.axes(), b_, care);
      push(problem, island);
      add_loads(list, island.contacts, problem.x);
      respond();
    }
    take_coordinates(problem, island);
    if (pivots_.is_lost()) return false;
    const bool is_rough = care < problem.care && !quality.exact;
    const bool exchanged = pivots_.exchange(list, island.coordinates, problem.x, problem.u);
    settled = !exchanged && !is_rough;
    care = exchanged ? Care::Quick : problem.care;
  }
  for (const int t : island.trees)
    for (int k = islands_.tree(t).first_dof; k < islands_.tree(t).end_dof; ++k)
      problem.dv[k] = trees_.rate(k);
  return true;
}

// Bounds alone are a quadratic program, which always has a solution.
bool IslandImpulses::solve_bounds(const ImpulseProblem& problem, const Island& island) {
  rows_.carry(problem.list, island.coordinates, equations_.workspace(), equations_.workspace().axes,
              held_);
  const auto n = static_cast<Eigen::Index>(island.coordinates.size());
  Eigen::MatrixXd E = Eigen::MatrixXd::Zero(n, equations_.nv());
  Eigen::VectorXd q(n), lower(n), upper(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int number = at(island.coordinates, static_cast<int>(i));
    const Block& block = at(problem.list.blocks, number);
    const std::span<const int> dofs = rows_.dofs(number);
    const double* const e = rows_.efforts(number, 0);
    for (std::size_t d = 0; d < dofs.size(); ++d) E(i, dofs[d]) = e[CarriedRows::lanes * d];
    q[i] = problem.b[block.row], lower[i] = block.lower, upper[i] = block.upper;
  }
  Eigen::MatrixXd W = E * E.transpose();
  for (Eigen::Index i = 0; i < n; ++i)
    W(i, i) += at(problem.list.blocks, at(island.coordinates, static_cast<int>(i))).compliance;
  // Pivoting that has gone round in circles was near to the answer.
  std::vector<Eigen::Index> inside;
  for (Eigen::Index i = 0; i < n; ++i)
    if (pivots_.where(static_cast<std::size_t>(i)) == BoundPivots::Where::Still)
      inside.push_back(i);
  const BoxQpResult answer = solve_box_qp(W, q, lower, upper, inside);
  if (!answer.solved) return false;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Block& block = at(problem.list.blocks, at(island.coordinates, static_cast<int>(i)));
    problem.x[block.row] = answer.x[i], problem.u[block.row] = answer.w[i];
  }
  for (const int t : island.trees)
    for (int k = islands_.tree(t).first_dof; k < islands_.tree(t).end_dof; ++k) rows_.sum(k) = 0.0;
  rows_.add_up(problem.list, island.coordinates, problem.x);
  return true;
}

}  // namespace catena
