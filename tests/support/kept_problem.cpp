#include "tests/support/kept_problem.hpp"

#include <ctime>
#include <limits>

#include "tests/solvers/contact_laws.hpp"

namespace catena::test {

namespace {

double processor_ms() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

// In units that make the blocks of W one.
double rounding_of(const KeptProblem& problem, const Eigen::VectorXd& x) {
  const Eigen::VectorXd Wx = problem.W * x;
  const Eigen::VectorXd terms = problem.W.cwiseAbs() * x.cwiseAbs() + problem.q.cwiseAbs();
  double moved = 0.0, rest = 0.0, sum = 0.0;
  Eigen::Index i = 0;
  for (const ContactLaw& law : problem.laws) {
    const Eigen::Index rows = law.rows();
    const double mean = std::abs(problem.W.diagonal().segment(i, rows).mean());
    const double unit = mean > 0.0 ? 1.0 / mean : 1.0;
    moved += unit * Wx.segment(i, rows).squaredNorm();
    rest += unit * problem.q.segment(i, rows).squaredNorm();
    sum += unit * terms.segment(i, rows).squaredNorm();
    i += rows;
  }
  const double size = std::max(moved, rest);
  return size > 0.0 ? std::numeric_limits<double>::epsilon() * std::sqrt(sum / size) : 0.0;
}

template <class Solve>
Solved solve(const KeptProblem& problem, const Solve& by_chain) {
  Solved solved;
  solved.x.assign(static_cast<std::size_t>(problem.rows()), 0.0);
  std::vector<double> u(solved.x.size());
  const double begin = processor_ms();
  solved.report = by_chain(solved.x, u);
  solved.ms = processor_ms() - begin;
  const Eigen::Map<const Eigen::VectorXd> x(solved.x.data(), problem.rows());
  solved.violation = law_violation(problem.W, problem.q, problem.laws, x, true);
  solved.rounding = rounding_of(problem, x);
  return solved;
}

}  // namespace

KeptProblem keep(const StepProblem& system) {
  Condensed condensed = condense(system);
  KeptProblem kept;
  kept.has_system = true, kept.system = system;
  kept.W = std::move(condensed.W), kept.q = std::move(condensed.q);
  kept.laws = std::move(condensed.laws);
  return kept;
}

Solved solve_system(const KeptProblem& problem, const ChainOptions& options) {
  ContactChain chain;
  std::vector<double> v(static_cast<std::size_t>(problem.system.coordinates()));
  return solve(problem, [&](std::vector<double>& x, std::vector<double>& u) {
    return chain.solve(problem.system, x, v, u, options);
  });
}

Solved solve_matrix(const KeptProblem& problem, const ChainOptions& options) {
  ContactChain chain;
  const std::span<const double> q(problem.q.data(), static_cast<std::size_t>(problem.q.size()));
  return solve(problem, [&](std::vector<double>& x, std::vector<double>& u) {
    return chain.solve(problem.W, q, problem.laws, x, u, options);
  });
}

}  // namespace catena::test
