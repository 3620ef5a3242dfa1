#include "catena/solvers/contact_chain.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "catena/solvers/chain_guess.hpp"
#include "catena/solvers/chain_links.hpp"
#include "catena/solvers/chain_matrix.hpp"
#include "catena/solvers/chain_system.hpp"
#include "catena/solvers/chain_watch.hpp"

namespace catena {

struct ContactChain::Workspace {
  chain::SystemOperator system;
  chain::MatrixOperator matrix;
  chain::Links links;

  // With forces and velocities of the rows as given and asked for.
  ChainReport solve(chain::Operator& problem, std::span<double> x, std::span<double> u,
                    const ChainOptions& options) {
    chain::Iterate& now = links.at();
    now.resize(problem);
    if (options.warm)
      problem.read_forces(x, now.x.data());
    else
      problem.no_forces(now.x.data());
    const ChainReport report = links.run(problem, options);
    const bool on_pyramid =
        options.pyramid_first && !options.polish && report.link == ChainLink::Lemke;
    problem.write_forces(now.x.data(), !on_pyramid, x);
    problem.write_velocities(now.u.data(), u);
    return report;
  }
};

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
  const ChainReport report = work_->solve(work_->system, x, u, options);
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
  return work_->solve(work_->matrix, x, u, options);
}

ChainReport ContactChain::solve(const CompressedRows& W, std::span<const double> q,
                                std::span<const ContactLaw> laws, std::span<double> x,
                                std::span<double> u, const ChainOptions& options) {
  check_size("x", x.size(), static_cast<int>(q.size()));
  check_size("u", u.size(), static_cast<int>(q.size()));
  work_->matrix.prepare(W, q, laws);
  return work_->solve(work_->matrix, x, u, options);
}

const char* name_of(ChainLink link) {
  constexpr const char* names[chain_links] = {"start",    "sweeps",   "newton", "interior", "admm",
                                              "proximal", "thorough", "lemke",  "none"};
  return names[static_cast<std::size_t>(link)];
}

}  // namespace catena
