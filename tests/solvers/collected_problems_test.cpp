// The problems that runs pose, without the guess that the run had.

#include "tests/support/collected_problems.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "tests/support/trials.hpp"

namespace catena::test {
namespace {

struct Tally {
  std::array<int, chain_links> by_link{};
  int problems = 0, impossible = 0, at_rounding = 0;
  double worst_ms = 0.0, sum_ms = 0.0, worst_residual = 0.0;

  void note(const Solved& solved) {
    ++problems, ++by_link[static_cast<std::size_t>(solved.report.link)];
    impossible += solved.report.impossible ? 1 : 0;
    at_rounding += solved.report.at_rounding ? 1 : 0;
    if (solved.report.solved) worst_residual = std::max(worst_residual, solved.report.residual);
    sum_ms += solved.ms, worst_ms = std::max(worst_ms, solved.ms);
  }
  void print(const char* form) const {
    std::printf("[ measured ] %s: %d problems, residual %.1e, %.3f ms, worst %.1f ms;", form,
                problems, worst_residual, sum_ms / std::max(1, problems), worst_ms);
    for (std::size_t i = 0; i < chain_links; ++i)
      if (by_link[i] > 0) std::printf(" %s %d", name_of(static_cast<ChainLink>(i)), by_link[i]);
    std::printf("; %d impossible, %d at rounding\n", impossible, at_rounding);
  }
};

// To 1e-10, or shown to have no solution.
void expect_solved(const Solved& solved, const KeptProblem& problem, const char* form) {
  const std::string what = problem.origin + ", " + form + " of " + std::to_string(problem.rows()) +
                           " rows: " + std::to_string(1e10 * solved.report.residual) + "e-10";
  EXPECT_TRUE(solved.report.solved || solved.report.impossible) << what;
  if (!solved.report.solved) return;
  EXPECT_LE(solved.report.residual, 1e-10) << what;
  EXPECT_LE(solved.violation, 1e-8) << what;
}

// CATENA_ALL_CONTACT_PROBLEMS=1 collects thousands.
TEST(CollectedProblems, AreSolvedInBothForms) {
  const bool many = std::getenv("CATENA_ALL_CONTACT_PROBLEMS") != nullptr;
  Tally systems, matrices;
  for (const CollectedRun& run : runs_to_collect_from(many)) {
    for (const KeptProblem& problem : collect(run, many ? 100 : trials(20))) {
      EXPECT_TRUE(problem.W.allFinite() && problem.q.allFinite()) << problem.origin;
      const Solved matrix = solve_matrix(problem);
      matrices.note(matrix);
      expect_solved(matrix, problem, "W");
      if (!problem.has_system) continue;
      const Solved system = solve_system(problem);
      systems.note(system);
      expect_solved(system, problem, "system");
      EXPECT_EQ(system.report.solved, matrix.report.solved) << problem.origin;
    }
  }
  systems.print("systems");
  matrices.print("W");
  EXPECT_GT(matrices.problems, many ? 1000 : trials(150));
}

}  // namespace
}  // namespace catena::test
