#include "catena/solvers/contact_chain.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "catena/solvers/chain_guess.hpp"
#include "catena/solvers/chain_links.hpp"
#include "catena/solvers/chain_matrix.hpp"
#include "catena/solvers/chain_system.hpp"
#include "catena/solvers/chain_watch.hpp"

namespace catena {

namespace {

// Up to so many rows, W is formed as soon as the links that never take long have not arrived; up to
// so many, where none has.
constexpr std::size_t few_rows = 200, most_rows = 1500;

}  // namespace

struct ContactChain::Workspace {
  chain::SystemOperator system;
  chain::MatrixOperator matrix;
  chain::Links links, links_of_matrix;
  Eigen::MatrixXd W;
  std::vector<double> q, x_found, u_found, x_before;
  std::vector<ContactLaw> laws;

  // With forces and velocities of the rows as given and asked for.
  static ChainReport solve(chain::Operator& problem, chain::Links& by, std::span<double> x,
                           std::span<double> u, const ChainOptions& options,
                           chain::Links::Extent extent = chain::Links::Extent::All) {
    chain::Iterate& now = by.at();
    now.resize(problem);
    if (options.warm)
      problem.read_forces(x, now.x.data());
    else
      problem.no_forces(now.x.data());
    const ChainReport report = by.run(problem, options, extent);
    const bool on_pyramid =
        options.pyramid_first && !options.polish && report.link == ChainLink::Lemke;
    problem.write_forces(now.x.data(), !on_pyramid, x);
    problem.write_velocities(now.u.data(), u);
    return report;
  }

  ChainReport solve_system(std::span<double> x, std::span<double> u, const ChainOptions& options);
  ChainReport solve_as_matrix(const ChainReport& before, std::span<double> x, std::span<double> u,
                              const ChainOptions& options);
};

// Where masses are unlike, velocities of the trees are small differences of large numbers, and
// Newton's steps in them end before they arrive. W has only what the rows do to each other.
ChainReport ContactChain::Workspace::solve_system(std::span<double> x, std::span<double> u,
                                                  const ChainOptions& options) {
  const bool twice = options.last >= ChainLink::Interior && !options.brief;
  const bool brief = options.brief || (twice && x.size() <= few_rows);
  const ChainReport report = solve(system, links, x, u, options,
                                   brief ? chain::Links::Extent::Brief : chain::Links::Extent::All);
  const bool over = report.solved || report.residual <= options.enough || report.impossible;
  if (over || report.at_rounding || !twice || x.size() > most_rows) return report;
  return solve_as_matrix(report, x, u, options);
}

// The same in W form. The system's own residual judges its answer, too.
ChainReport ContactChain::Workspace::solve_as_matrix(const ChainReport& before, std::span<double> x,
                                                     std::span<double> u,
                                                     const ChainOptions& options) {
  ChainOptions cold = options;
  cold.warm = cold.pyramid_first = false;
  system.write_matrix(W, q, laws);
  matrix.prepare(W, q, laws);
  x_found.resize(x.size()), u_found.resize(u.size());
  ChainReport report = solve(matrix, links_of_matrix, x_found, u_found, cold);
  chain::Iterate& now = links.at();
  x_before = now.x;
  system.read_forces(x_found, now.x.data());
  const ChainReport judged = links.improve(system, options.tolerance);
  if (judged.residual > before.residual) {
    now.x = x_before;
    now.evaluate(system);
  }
  report.solved = now.residual <= options.tolerance;
  report.residual = now.residual;
  if (!report.solved) report.link = ChainLink::None;
  report.at_rounding = !report.solved && (report.at_rounding || judged.at_rounding);
  report.impossible &= !report.solved;
  system.write_forces(now.x.data(), true, x);
  system.write_velocities(now.u.data(), u);
  return report;
}

ContactChain::ContactChain() : work_(std::make_unique<Workspace>()) {}
ContactChain::~ContactChain() = default;
ContactChain::ContactChain(ContactChain&&) noexcept = default;
ContactChain& ContactChain::operator=(ContactChain&&) noexcept = default;

namespace {

// Guesses with a residual up to so many times the tolerance need a little at most.
constexpr double almost_right = 1e3;

void check_size(const char* what, std::size_t size, int expected) {
  if (size != static_cast<std::size_t>(expected))
    throw std::invalid_argument(std::string("contact chain: ") + what + " has " +
                                std::to_string(size) + " elements, expected " +
                                std::to_string(expected));
}

}  // namespace

ChainReport ContactChain::solve(const StepProblem& problem, std::span<double> x,
                                std::span<double> v, std::span<double> u,
                                const ChainOptions& options) {
  check_size("x", x.size(), problem.rows());
  check_size("u", u.size(), problem.rows());
  check_size("v", v.size(), problem.coordinates());
  if (ChainWatch::any()) ChainWatch::show({.system = &problem});
  if (options.warm && !options.pyramid_first) {
    double residual = chain::judge_guess(problem, x, v, u);
    if (residual <= options.tolerance) return {true, residual, ChainLink::Start, 0};
    // One contact alone is solved by that in any case.
    if (residual <= almost_right * options.tolerance || problem.blocks().size() == 1) {
      for (int i = 0; i < 2; ++i) chain::ease_guess(problem, x, v);
      residual = chain::judge_guess(problem, x, v, u);
      if (residual <= options.tolerance) return {true, residual, ChainLink::Sweeps, 2};
    }
  }
  work_->system.prepare(problem);
  const ChainReport report = work_->solve_system(x, u, options);
  work_->system.write_coordinates(work_->links.at().s.data(), v);
  return report;
}

ChainReport ContactChain::solve(const Eigen::Ref<const Eigen::MatrixXd>& W,
                                std::span<const double> q, std::span<const ContactLaw> laws,
                                std::span<double> x, std::span<double> u,
                                const ChainOptions& options) {
  check_size("x", x.size(), static_cast<int>(q.size()));
  check_size("u", u.size(), static_cast<int>(q.size()));
  if (ChainWatch::any()) {
    const Eigen::MatrixXd shown = W;
    ChainWatch::show({.W = &shown, .q = q, .laws = laws});
  }
  work_->matrix.prepare(W, q, laws);
  return Workspace::solve(work_->matrix, work_->links, x, u, options);
}

ChainReport ContactChain::solve(const CompressedRows& W, std::span<const double> q,
                                std::span<const ContactLaw> laws, std::span<double> x,
                                std::span<double> u, const ChainOptions& options) {
  check_size("x", x.size(), static_cast<int>(q.size()));
  check_size("u", u.size(), static_cast<int>(q.size()));
  work_->matrix.prepare(W, q, laws);
  return Workspace::solve(work_->matrix, work_->links, x, u, options);
}

const char* name_of(ChainLink link) {
  constexpr const char* names[chain_links] = {"start",    "sweeps",   "newton", "interior", "admm",
                                              "proximal", "thorough", "lemke",  "none"};
  return names[static_cast<std::size_t>(link)];
}

}  // namespace catena
