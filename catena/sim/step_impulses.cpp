#include "catena/sim/step_impulses.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "catena/dynamics/recursion.hpp"
#include "catena/solvers/box_qp.hpp"

namespace catena {

using detail::at;

namespace {

// The node on each side that a block acts on.
std::array<int, 2> nodes_of(const Block& block, const RowList& list, const Model& tree) {
  const Row& row = list.rows[static_cast<std::size_t>(block.row)];
  if (row.dof >= 0) return {at(tree.dof_node(), row.dof), 0};
  return {row.on_a.node, row.on_b.node};
}

// What quick links should reach, and what all others must. In large islands with unlike masses
// rounding ends above what small ones reach.
constexpr double needed = 1e-10;
// What is worse than this is reported.
constexpr double tolerated = 1e-8;
double wanted(std::size_t rows) {
  return rows <= 24 ? 1e-12 : 1e-11;
}

void take_worse(const ChainReport& report, StepQuality& quality) {
  quality.residual = std::max(quality.residual, report.residual);
  quality.link = std::max(quality.link, report.link);
  quality.solved &= report.residual <= tolerated;
}

// The quick links first, with a tolerance that lets things rest for hours; where they do not even
// reach the other one, the whole chain.
template <class Solve>
void solve_by_chain(std::vector<double>& x, std::vector<double>& guess, Solve&& solve,
                    StepQuality& quality) {
  guess = x;
  ChainOptions options;
  options.warm = std::any_of(x.begin(), x.end(), [](double impulse) { return impulse != 0.0; });
  options.tolerance = wanted(x.size());
  options.last = ChainLink::Newton;
  ChainReport report = solve(options);
  if (!(report.residual <= needed)) {
    x = guess;
    options.tolerance = needed;
    options.last = ChainLink::Lemke;
    report = solve(options);
  }
  take_worse(report, quality);
}

}  // namespace

ContactLaw law_of(const Block& block) {
  if (block.law == Law::Bounded) return bounded_row(block.lower, block.upper);
  const ContactLaw law = coulomb_contact(block.friction);
  return block.law == Law::TwoSidedCone ? two_sided(law) : law;
}

StepImpulses::StepImpulses(MotionEquations& equations)
    : equations_(equations), rows_(equations.model()) {
  find_trees();
}

// Trees of bodies that hang on the world, and their dofs that no path prescribes.
void StepImpulses::find_trees() {
  const Model& model = equations_.model();
  tree_of_node_.assign(model.nodes().size(), -1);
  place_in_tree_.assign(static_cast<std::size_t>(model.nv()), -1);
  for (std::size_t i = 1; i < model.nodes().size(); ++i) {
    const Node& node = model.nodes()[i];
    int& tree = tree_of_node_[i];
    tree = node.parent == 0 ? static_cast<int>(tree_dofs_.size()) : tree_of(node.parent);
    if (node.parent == 0) tree_dofs_.push_back(0);
    for (int k = node.v; k < node.v + node.nv; ++k)
      if (!equations_.on_path(k)) at(place_in_tree_, k) = at(tree_dofs_, tree)++;
  }
  parent_.resize(tree_dofs_.size());
  tree_number_.resize(tree_dofs_.size());
}

int StepImpulses::root_of(int tree) {
  while (at(parent_, tree) != tree) tree = at(parent_, tree) = at(parent_, at(parent_, tree));
  return tree;
}

// Anew only where other blocks touch than before.
void StepImpulses::find_islands(const RowList& list) {
  const Model& model = equations_.model();
  const auto same = [&] {
    if (signature_.size() != list.blocks.size()) return false;
    for (std::size_t b = 0; b < signature_.size(); ++b)
      if (signature_[b] != nodes_of(list.blocks[b], list, model)) return false;
    return true;
  };
  if (same()) return;
  signature_.clear();
  std::iota(parent_.begin(), parent_.end(), 0);
  for (const Block& block : list.blocks) {
    signature_.push_back(nodes_of(block, list, model));
    const int a = tree_of(signature_.back()[0]), b = tree_of(signature_.back()[1]);
    if (a < 0 || b < 0) continue;
    const int first = root_of(a), second = root_of(b);
    at(parent_, std::max(first, second)) = std::min(first, second);
  }
  std::vector<int> island_of(parent_.size(), -1);
  island_count_ = 0;
  for (std::size_t b = 0; b < signature_.size(); ++b) {
    const int tree = std::max(tree_of(signature_[b][0]), tree_of(signature_[b][1]));
    if (tree < 0) continue;  // nothing moves for it
    int& number = at(island_of, root_of(tree));
    if (number < 0) {
      number = static_cast<int>(island_count_++);
      if (islands_.size() < island_count_) islands_.emplace_back();
      at(islands_, number).blocks.clear(), at(islands_, number).trees.clear();
    }
    at(islands_, number).blocks.push_back(static_cast<int>(b));
  }
  for (std::size_t t = 0; t < parent_.size(); ++t)
    if (const int number = at(island_of, root_of(static_cast<int>(t))); number >= 0)
      at(islands_, number).trees.push_back(static_cast<int>(t));
}

void StepImpulses::begin(const State& middle, const RowList& list) {
  if (equations_.has_loops()) {
    response_ = &equations_.response(middle, list);
    return;
  }
  rows_.carry(list, equations_.workspace(), equations_.held());
  find_islands(list);
}

void StepImpulses::velocities(const RowList& list, const Eigen::VectorXd& v, Eigen::VectorXd& u) {
  rows_.velocities(list, equations_.workspace(), v, u);
}

// The problem of an island in coordinates in which the mass matrix is one.
void StepImpulses::fill(const RowList& list, const Island& island, const Eigen::VectorXd& b,
                        const Eigen::VectorXd& x) {
  problem_.clear();
  for (const int tree : island.trees) {
    const int n = at(tree_dofs_, tree), number = problem_.add_tree(n);
    at(tree_number_, tree) = number;
    double* const mass = problem_.mass(number);
    for (int k = 0; k < n; ++k) mass[k * n + k] = 1.0;
  }
  x_.clear();
  for (const int i : island.blocks) {
    const Block& block = at(list.blocks, i);
    int a = tree_of(at(signature_, i)[0]), other = tree_of(at(signature_, i)[1]);
    if (a < 0) std::swap(a, other);
    if (a == other) other = -1;
    const int number = problem_.add_block(law_of(block), at(tree_number_, a),
                                          other < 0 ? -1 : at(tree_number_, other));
    const std::span<const int> dofs = rows_.dofs(static_cast<std::size_t>(i));
    const int rows = static_cast<int>(block.row_count());
    for (int piece = 0; piece < (other < 0 ? 1 : 2); ++piece) {
      const int tree = piece == 0 ? a : other, n = at(tree_dofs_, tree);
      double* const J = problem_.jacobian(number, piece);
      for (int r = 0; r < rows; ++r) {
        const double* const e = rows_.efforts(static_cast<std::size_t>(i), r);
        for (std::size_t d = 0; d < dofs.size(); ++d)
          if (tree_of(at(equations_.model().dof_node(), dofs[d])) == tree)
            J[r * n + at(place_in_tree_, dofs[d])] = e[d];
      }
    }
    double* const bias = problem_.bias(number);
    for (int r = 0; r < rows; ++r) {
      bias[r] = b[block.row + r];
      x_.push_back(x[block.row + r]);
    }
  }
}

void StepImpulses::solve_island(const RowList& list, const Island& island, const Eigen::VectorXd& b,
                                Eigen::VectorXd& x, Eigen::VectorXd& u, StepQuality& quality) {
  fill(list, island, b, x);
  u_.resize(x_.size());
  v_.resize(static_cast<std::size_t>(problem_.coordinates()));
  solve_by_chain(
      x_, guess_,
      [&](const ChainOptions& options) { return chain_.solve(problem_, x_, v_, u_, options); },
      quality);
  std::size_t next = 0;
  for (const int i : island.blocks) {
    const Block& block = at(list.blocks, i);
    for (int r = 0; r < block.row_count(); ++r, ++next)
      x[block.row + r] = x_[next], u[block.row + r] = u_[next];
  }
}

// The same where loops take part: W as the mechanism answers with its loops closed.
void StepImpulses::solve_closed(const RowList& list, int island, const Eigen::VectorXd& b,
                                Eigen::VectorXd& x, Eigen::VectorXd& u, StepQuality& quality) {
  laws_.clear();
  for (const int i : response_->blocks(island)) laws_.push_back(law_of(at(list.blocks, i)));
  const std::span<const Eigen::Index> rows = response_->rows(island);
  const std::size_t n = rows.size();
  x_.resize(n), u_.resize(n), v_.resize(n);
  for (std::size_t r = 0; r < n; ++r) x_[r] = x[rows[r]], v_[r] = b[rows[r]];
  solve_by_chain(
      x_, guess_,
      [&](const ChainOptions& options) {
        return chain_.solve(response_->matrix(island), v_, laws_, x_, u_, options);
      },
      quality);
  for (std::size_t r = 0; r < n; ++r) x[rows[r]] = x_[r], u[rows[r]] = u_[r];
}

// Bounds alone are a quadratic program, which always has a solution.
void StepImpulses::solve_bounds(const RowList& list, const Island& island, const Eigen::VectorXd& b,
                                Eigen::VectorXd& x, Eigen::VectorXd& u, StepQuality& quality) {
  const auto n = static_cast<Eigen::Index>(island.blocks.size());
  Eigen::MatrixXd E = Eigen::MatrixXd::Zero(n, equations_.nv());
  Eigen::VectorXd q(n), lower(n), upper(n);
  std::vector<Eigen::Index> inside;
  for (Eigen::Index i = 0; i < n; ++i) {
    const int number = at(island.blocks, static_cast<int>(i));
    const Block& block = at(list.blocks, number);
    const std::span<const int> dofs = rows_.dofs(static_cast<std::size_t>(number));
    const double* const e = rows_.efforts(static_cast<std::size_t>(number), 0);
    for (std::size_t d = 0; d < dofs.size(); ++d) E(i, dofs[d]) = e[d];
    q[i] = b[block.row], lower[i] = block.lower, upper[i] = block.upper;
    if (const double last = x[block.row]; last > lower[i] && last < upper[i] && last != 0.0)
      inside.push_back(i);
  }
  const BoxQpResult answer = solve_box_qp(E * E.transpose(), q, lower, upper, inside);
  quality.solved &= answer.solved;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Block& block = at(list.blocks, at(island.blocks, static_cast<int>(i)));
    x[block.row] = answer.x[i], u[block.row] = answer.w[i];
  }
}

StepQuality StepImpulses::solve(const RowList& list, double h, const Eigen::VectorXd& b,
                                Eigen::VectorXd& x, Eigen::VectorXd& u) {
  StepQuality quality;
  x.resize(list.size());
  for (Eigen::Index r = 0; r < x.size(); ++r)
    x[r] = h * list.rows[static_cast<std::size_t>(r)].force;
  u = b;
  if (equations_.has_loops()) {
    for (int island = 0; island < response_->island_count(); ++island)
      solve_closed(list, island, b, x, u, quality);
    return quality;
  }
  for (std::size_t b_of = 0; b_of < signature_.size(); ++b_of)  // what nothing moves for
    if (tree_of(signature_[b_of][0]) < 0 && tree_of(signature_[b_of][1]) < 0)
      x.segment(list.blocks[b_of].row, list.blocks[b_of].row_count()).setZero();
  for (std::size_t i = 0; i < island_count_; ++i) {
    const Island& island = islands_[i];
    const bool bounded = std::all_of(island.blocks.begin(), island.blocks.end(), [&](int number) {
      return at(list.blocks, number).law == Law::Bounded;
    });
    if (bounded)
      solve_bounds(list, island, b, x, u, quality);
    else
      solve_island(list, island, b, x, u, quality);
  }
  return quality;
}

void StepImpulses::add_response(const RowList& list, const Eigen::VectorXd& x, Eigen::VectorXd& v) {
  if (equations_.has_loops())
    v += equations_.respond(x);
  else
    rows_.add_response(list, x, equations_.workspace(), equations_.held(), v);
}

}  // namespace catena
