// Families of contact problems in which something is unusual: all are solved, or shown to have no
// solution.

#include "tests/support/odd_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/support/trials.hpp"

namespace catena::test {
namespace {

class Odd : public testing::TestWithParam<OddProblems> {};
INSTANTIATE_TEST_SUITE_P(Problems, Odd, testing::ValuesIn(odd_problems()), [](const auto& kind) {
  std::string name = kind.param.name;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
});

// What is solved keeps to the laws as their header states them, too. The chain may stop short of
// 1e-10 only where the numbers of u = W x + q themselves are not sharper, which W, x and q tell.
void expect_solved(const Solved& solved, const OddProblems& kind, bool as_system,
                   const std::string& what) {
  const ChainReport& report = solved.report;
  if (!kind.has_solution) {
    EXPECT_FALSE(report.solved) << what;
    EXPECT_TRUE(report.impossible) << what << ", residual " << report.residual;
    return;
  }
  EXPECT_FALSE(report.impossible) << what;
  const bool excused = (kind.rounds || as_system) && report.at_rounding;
  EXPECT_LE(report.residual, excused ? std::min(1e-7, 20.0 * solved.rounding) : 1e-10)
      << what << ", rounding " << solved.rounding;
  if (report.solved) {
    EXPECT_LE(solved.violation, 1e-8) << what;
  }
}

// CATENA_ALL_CONTACT_PROBLEMS=1: two hundred of each.
TEST_P(Odd, AreSolvedInBothForms) {
  const bool many = std::getenv("CATENA_ALL_CONTACT_PROBLEMS") != nullptr;
  const OddProblems& kind = GetParam();
  std::mt19937_64 random(1);
  double sum = 0.0, worst = 0.0;
  // Those at rounding go through the whole chain.
  const int count = many ? 200 : std::max(1, trials(kind.rounds ? 6 : 20));
  for (int i = 0; i < count; ++i) {
    const KeptProblem problem = kind.draw(random, i);
    const std::string what = std::to_string(i) + " of " + std::to_string(problem.rows()) + " rows";
    Solved solved = solve_matrix(problem);
    expect_solved(solved, kind, false, "W of " + what);
    if (problem.has_system) {
      solved = solve_system(problem);
      expect_solved(solved, kind, true, "system " + what);
    }
    sum += solved.ms, worst = std::max(worst, solved.ms);
    if (std::getenv("CATENA_SHOW") != nullptr)
      std::printf("%s: %s %.1e %.1e %.2f ms\n", what.c_str(), name_of(solved.report.link),
                  solved.report.residual, solved.violation, solved.ms);
  }
  std::printf("[ measured ] %s: %.3f ms, worst %.1f ms\n", kind.name, sum / count, worst);
}

}  // namespace
}  // namespace catena::test
