#include "catena/sim/island_impulses.hpp"

#include <algorithm>
#include <cmath>

#include "catena/dynamics/recursion.hpp"
#include "catena/solvers/pile_sweeps.hpp"
#include "catena/solvers/redundant_efforts.hpp"

namespace catena {

using detail::at;

namespace {

// Up to so many rows, what redundant ones share is looked for: the program takes their cube.
constexpr std::size_t most_held_rows = 60;
// What moves by less than this part of the largest velocity is held.
constexpr double held_rate = 1e-9;

// What is worse than this goes through the whole chain, and is reported where that does not help.
constexpr double tolerated = 1e-8;
// What quick links should reach, and what is worse than what goes on to the interior point method.
// In large islands with unlike masses rounding ends above what small ones reach.
constexpr std::size_t few_rows = 24, many_rows = 120;
// Of a pile, before the chain is asked.
constexpr int most_sweeps = 400;
// Forces of the last step that are better than this part of what is tolerated need no sweep.
constexpr double left_as_given = 0.1;
double wanted(std::size_t rows) {
  return rows <= few_rows ? 1e-12 : 3e-10;
}
double needed(std::size_t rows) {
  return rows <= few_rows ? 1e-10 : tolerated;
}
// Where contacts have a tolerance: an error of velocities that moves things by this part of it
// within the step, and no more than this part of the velocities.
constexpr double part_of_tolerance = 0.01, roughest = 1e-3;
// Of what arrives so much may be left: the next step stops it.
constexpr double roughest_impact = 0.03;
// In a pile this part: what is wrong in all rows together moves each by a hundredth of the
// tolerance on the average (see roughness()).
constexpr double part_in_piles = 0.03;
// Residuals are measured by all velocities, also by those of servos far from their targets, which
// say nothing about the others: in parts of the others alone errors may be no larger. Down to these
// they can be found.
constexpr double finest = 1e-14, fine_enough = 1e-12;
// What will do where impulses are found again.
constexpr double near_enough = 1e-6;

void take_worse(const ChainReport& report, double enough, StepQuality& quality) {
  quality.residual = std::max(quality.residual, report.residual);
  quality.link = std::max(quality.link, report.link);
  quality.solved &= report.residual <= std::max(tolerated, enough);
  quality.exact &= report.residual <= enough;
}

// The quick links first, with a tolerance that lets things rest for hours, then those that take
// longer.
// `share`: that of velocities without servos in all.
template <class Solve>
void solve_by_chain(std::vector<double>& x, std::vector<double>& guess, double rough, double share,
                    StepCare care, bool swept, ChainOptions options, Solve&& solve,
                    StepQuality& quality) {
  guess = x;
  options.warm = std::any_of(x.begin(), x.end(), [](double impulse) { return impulse != 0.0; });
  const auto attempt = [&](ChainLink last, double tolerance) {
    x = guess;
    options.last = last, options.tolerance = tolerance;
    return solve(options);
  };
  const double tolerance = std::max({share * wanted(x.size()), finest, rough}),
               enough = std::max({share * needed(x.size()), fine_enough, tolerance});
  // Pivoting has no guess, and ends where it ends.
  if (options.pyramid_first) {
    take_worse(attempt(ChainLink::Lemke, enough), enough, quality);
    return;
  }
  const bool quick_only = care == StepCare::Quick;
  // In a crowd, sweeps mostly arrive at what a tolerance asks for, and cost least; where they do
  // not, the others begin where they have come to.
  if (rough > 0.0 && x.size() > many_rows && !swept) {
    const ChainReport report = attempt(ChainLink::Sweeps, tolerance);
    if (report.residual <= tolerance) {
      take_worse(report, enough, quality);
      return;
    }
    guess = x;
    options.warm = true;
  }
  options.enough = quick_only ? near_enough : x.size() > few_rows ? enough : 0.0;
  ChainReport report = attempt(ChainLink::Newton, tolerance);
  if (quick_only) {
    take_worse(report, enough, quality);
    return;
  }
  // In large islands the other links mostly miss what Newton's method misses from the last forces:
  // a shorter step costs less.
  const bool hopeless = options.warm && care == StepCare::Thorough && x.size() > few_rows;
  if (const double quick = report.residual; !(quick <= enough) && !hopeless) {
    options.brief = x.size() > few_rows;
    report = attempt(ChainLink::Interior, enough);
    options.brief = false;
    if (quick <= tolerated && !(report.residual < quick))
      report = attempt(ChainLink::Newton, tolerance);
  }
  if (care == StepCare::Everything && !(report.residual <= std::max(tolerated, enough)))
    report = attempt(ChainLink::Lemke, std::max(tolerated, enough));
  take_worse(report, enough, quality);
}

}  // namespace

IslandImpulses::IslandImpulses(const MotionEquations& equations, const StepIslands& islands)
    : equations_(equations),
      islands_(islands),
      rows_(equations.model()),
      trees_(equations.model()),
      sweeps_(std::make_unique<PileSweeps>()),
      place_in_tree_(static_cast<std::size_t>(equations.model().nv()), -1),
      tree_number_(equations.model().nodes().size(), -1) {
  for (int k = 0; k < equations.model().nv(); ++k) on_path_.push_back(equations.on_path(k) ? 1 : 0);
  held_ = on_path_;
  added_.resize(held_.size(), 0.0);
  given_.resize(held_.size(), 0.0);
}

IslandImpulses::~IslandImpulses() = default;
IslandImpulses::IslandImpulses(IslandImpulses&&) noexcept = default;

ChainOptions IslandImpulses::chain_options() const {
  const ContactSolver& solver = equations_.setup().contact_options.solver;
  ChainOptions options;
  options.pyramid_first = solver.kind == ContactSolver::Kind::Lemke;
  options.edges = solver.edges, options.equal_area = solver.equal_area;
  options.polish = solver.polish;
  return options;
}

// The residual that the tolerance of contacts allows for, with velocities b without impulses.
double IslandImpulses::roughness(const ImpulseProblem& problem, std::span<const double> b) {
  if (problem.largest_error == 0.0) return 0.0;
  double squares = 0.0;
  for (const double rate : b) squares += rate * rate;
  // The residual is about all rows together: each may be as wrong as those of a few would be.
  const double rows = std::max(1.0, static_cast<double>(b.size()) / few_rows);
  const double part = b.size() > many_rows ? part_in_piles : part_of_tolerance;
  const double most = problem.impact ? roughest_impact : roughest;
  return squares > 0.0 ? std::min(part * problem.largest_error * std::sqrt(rows / squares), most)
                       : most;
}

// The rows of a block as one of its trees sees them.
void IslandImpulses::put_rows(int block, int rows, int t, double* J) const {
  const StepIslands::Tree& tree = islands_.tree(t);
  const int n = problem_.trees()[static_cast<std::size_t>(at(tree_number_, t))].coordinates;
  const std::span<const int> dofs = rows_.dofs(block);
  constexpr int lanes = CarriedRows::lanes;
  for (int first = 0; first < rows; first += lanes) {
    const double* const e = rows_.efforts(block, first);
    const int count = std::min(lanes, rows - first);
    for (std::size_t d = 0; d < dofs.size(); ++d) {
      if (dofs[d] < tree.first_dof || dofs[d] >= tree.end_dof) continue;
      double* const column = J + first * n + at(place_in_tree_, dofs[d]);
      for (int r = 0; r < count; ++r) column[r * n] = e[lanes * d + static_cast<std::size_t>(r)];
    }
  }
}

// The problem of some blocks of an island in coordinates in which the mass matrix is one.
void IslandImpulses::fill(const ImpulseProblem& given, const Island& island,
                          std::span<const int> blocks, const Eigen::VectorXd& b) {
  problem_.clear();
  for (const int t : island.trees) {
    const StepIslands::Tree& tree = islands_.tree(t);
    int n = 0;
    for (int k = tree.first_dof; k < tree.end_dof; ++k)
      at(place_in_tree_, k) = at(held_, k) != 0 ? -1 : n++;
    // Where all are held there is one that no row moves.
    at(tree_number_, t) = problem_.add_unit_tree(std::max(n, 1));
  }
  x_.clear();
  for (const int i : blocks) {
    const Block& block = at(given.list.blocks, i);
    const auto [a, other] = islands_.trees_of(i);
    const int number = problem_.add_block(law_of(block), at(tree_number_, a),
                                          other < 0 ? -1 : at(tree_number_, other));
    for (int piece = 0; piece < (other < 0 ? 1 : 2); ++piece)
      put_rows(i, static_cast<int>(block.row_count()), piece == 0 ? a : other,
               problem_.jacobian(number, piece));
    problem_.compliance(number) = block.compliance;
    double* const bias = problem_.bias(number);
    for (int r = 0; r < block.row_count(); ++r) {
      bias[r] = b[block.row + r];
      x_.push_back(given.x[block.row + r]);
    }
  }
}

// In a crowd of free bodies, sweeps mostly arrive at what a tolerance asks for, and cost least;
// where they do not, the chain begins where they have come to.
IslandImpulses::Swept IslandImpulses::solve_by_sweeps(const ImpulseProblem& problem, double rough,
                                                      StepQuality& quality) {
  const ContactSolver& solver = equations_.setup().contact_options.solver;
  if (!(rough > 0.0) || x_.size() <= few_rows || solver.kind == ContactSolver::Kind::Lemke ||
      !PileSweeps::knows(problem_))
    return Swept::Not;
  const PileSweeps::Outcome swept =
      sweeps_->solve(problem_, x_, v_, u_,
                     {.tolerance = rough,
                      .most_sweeps = most_sweeps,
                      .as_given = problem.again ? 1.0 : left_as_given});
  if (!(swept.residual <= rough)) return Swept::Begun;
  quality.residual = swept.residual;
  quality.link = swept.sweeps == 0 ? ChainLink::Start : ChainLink::Sweeps;
  return Swept::Solved;
}

// Some blocks of an island by the chain, with the coordinates held that held_ says.
StepQuality IslandImpulses::solve_rows(const ImpulseProblem& problem, const Island& island,
                                       std::span<const int> blocks,
                                       std::span<const HeldTrees::Axis> axes,
                                       const Eigen::VectorXd& b, Care care) {
  StepQuality quality;
  for (const int t : island.trees)
    rows_.take_pivots(axes, islands_.tree(t).first_dof, islands_.tree(t).end_dof);
  rows_.carry(problem.list, blocks, equations_.workspace(), axes, held_);
  fill(problem, island, blocks, b);
  u_.resize(x_.size());
  v_.resize(static_cast<std::size_t>(problem_.coordinates()));
  const double rough = roughness(problem, problem_.biases());
  const Swept swept = solve_by_sweeps(problem, rough, quality);
  if (swept != Swept::Solved)
    solve_by_chain(
        x_, guess_, rough, 1.0, care, swept == Swept::Begun, chain_options(),
        [&](const ChainOptions& options) { return chain_.solve(problem_, x_, v_, u_, options); },
        quality);
  for (const int t : island.trees) {
    const StepIslands::Tree& tree = islands_.tree(t);
    const double* const v =
        v_.data() + problem_.trees()[static_cast<std::size_t>(at(tree_number_, t))].first;
    for (int k = tree.first_dof; k < tree.end_dof; ++k)
      rows_.sum(k) = at(held_, k) != 0 ? 0.0 : v[at(place_in_tree_, k)];
  }
  std::size_t next = 0;
  for (const int i : blocks) {
    const Block& block = at(problem.list.blocks, i);
    for (int r = 0; r < block.row_count(); ++r, ++next)
      problem.x[block.row + r] = x_[next], problem.u[block.row + r] = u_[next];
  }
  return quality;
}

// Stops and dry friction that loops make redundant share what they hold.
void IslandImpulses::spread_bounds(const RowList& list, std::span<const int> blocks) {
  const auto n = static_cast<Eigen::Index>(x_.size());
  if (x_.size() > most_held_rows || std::any_of(blocks.begin(), blocks.end(), [&](int i) {
        const Block& block = at(list.blocks, i);
        return block.law != Law::Bounded || block.compliance > 0.0;
      }))
    return;
  Eigen::VectorXd lower(n), upper(n);
  for (Eigen::Index r = 0; r < n; ++r) {
    const Block& block = at(list.blocks, blocks[static_cast<std::size_t>(r)]);
    lower[r] = block.lower, upper[r] = block.upper;
  }
  Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(x_.data(), n);
  const Eigen::Map<const Eigen::VectorXd> u(u_.data(), n), b(v_.data(), n);
  take_from_bounds(W_, held_rate * b.lpNorm<Eigen::Infinity>(), lower, upper, u, x);
  std::copy_n(x.data(), n, x_.begin());
}

void IslandImpulses::hold_paths(const Island& island) {
  for (const int t : island.trees) {
    const StepIslands::Tree& tree = islands_.tree(t);
    std::copy(on_path_.begin() + tree.first_dof, on_path_.begin() + tree.end_dof,
              held_.begin() + tree.first_dof);
  }
}

StepQuality IslandImpulses::solve(const ImpulseProblem& problem, const Island& island) {
  if (StepQuality quality; !island.coordinates.empty() && solve_by_pivots(problem, island, quality))
    return quality;
  hold_paths(island);
  return solve_all_rows(problem, island);
}

// Coordinates and contacts in one problem.
StepQuality IslandImpulses::solve_all_rows(const ImpulseProblem& problem, const Island& island) {
  all_blocks_.assign(island.contacts.begin(), island.contacts.end());
  all_blocks_.insert(all_blocks_.end(), island.coordinates.begin(), island.coordinates.end());
  const Workspace<double>& ws = equations_.workspace();
  StepQuality quality;
  if (!island.contacts.empty() || !solve_bounds(problem, island))
    quality = solve_rows(problem, island, all_blocks_, ws.axes, problem.b, problem.care);
  for (const int t : island.trees)
    rows_.respond(ws, ws.axes, islands_.tree(t).first, islands_.tree(t).end, problem.dv);
  return quality;
}

StepQuality IslandImpulses::solve_closed(const ImpulseProblem& problem, const Response& response,
                                         int island) {
  const RowList& list = problem.list;
  StepQuality quality;
  laws_.clear();
  for (const int i : response.blocks(island)) laws_.push_back(law_of(at(list.blocks, i)));
  const std::span<const Eigen::Index> rows = response.rows(island);
  const std::size_t n = rows.size();
  W_ = response.matrix(island);
  Eigen::Index place = 0;
  double squares = 0.0, of_servos = 0.0;
  for (const int i : response.blocks(island)) {
    const Block& block = at(list.blocks, i);
    W_(place, place) += block.compliance;
    const double square = problem.b.segment(block.row, block.row_count()).squaredNorm();
    squares += square, of_servos += block.compliance > 0.0 ? square : 0.0;
    place += block.row_count();
  }
  const double share = of_servos < squares ? std::sqrt(1.0 - of_servos / squares) : 1.0;
  x_.resize(n), u_.resize(n), v_.resize(n);
  for (std::size_t r = 0; r < n; ++r) x_[r] = problem.x[rows[r]], v_[r] = problem.b[rows[r]];
  solve_by_chain(
      x_, guess_, roughness(problem, v_), share, problem.care, false, chain_options(),
      [&](const ChainOptions& options) { return chain_.solve(W_, v_, laws_, x_, u_, options); },
      quality);
  spread_bounds(list, response.blocks(island));
  for (std::size_t r = 0; r < n; ++r) problem.x[rows[r]] = x_[r], problem.u[rows[r]] = u_[r];
  return quality;
}

}  // namespace catena
