// Collections of contact problems: those of other programs, and seeded ones.

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "catena/solvers/friction_problem.hpp"
#include "tests/solvers/contact_laws.hpp"
#include "tests/support/contact_scenes.hpp"
#include "tests/support/friction_files.hpp"
#include "tests/support/hard_scenes.hpp"
#include "tests/support/trials.hpp"

namespace catena::test {
namespace {

namespace fs = std::filesystem;

const fs::path folder = CATENA_SHARED_DIR "/cases/friction_problems";

// CATENA_ALL_CONTACT_PROBLEMS=1 also runs what takes long.
bool all_problems() {
  return std::getenv("CATENA_ALL_CONTACT_PROBLEMS") != nullptr;
}

TEST(ContactFiles, ProblemsOfOtherPrograms) {
  if (!fs::exists(folder)) GTEST_SKIP() << "needs the problems in " << folder;
  ContactChain chain;
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".h5") continue;
    const FrictionFile problem = read_friction_file(entry.path());
    if (problem.q.size() > 1000 && !all_problems()) continue;
    std::vector<double> x(problem.q.size()), u(problem.q.size());
    const ChainReport report = chain.solve(problem.W(), problem.q, problem.laws, x, u);
    const double residual = residual_of(problem, x);
    EXPECT_LE(residual, 1e-10) << problem.name;
    EXPECT_TRUE(report.solved) << problem.name;
    if (problem.kind != "lcp") {
      EXPECT_NEAR(report.residual, residual, 1e-3 * residual + 1e-15) << problem.name;
    }
    ++count;
  }
  EXPECT_GE(count, 39);
}

Eigen::MatrixXd dense(const FrictionFile& problem) {
  const auto n = static_cast<Eigen::Index>(problem.q.size());
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (int k = problem.begin[static_cast<std::size_t>(i)];
         k < problem.begin[static_cast<std::size_t>(i) + 1]; ++k)
      W(i, problem.column[static_cast<std::size_t>(k)]) +=
          problem.value[static_cast<std::size_t>(k)];
  return W;
}

// Complementarity problems that are neither symmetric nor definite: Lemke's pivots solve all of
// them, and no answer may claim that there is none.
TEST(ContactFiles, LinearComplementarityWithoutAGuess) {
  if (!fs::exists(folder)) GTEST_SKIP() << "needs the problems in " << folder;
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".h5") continue;
    const FrictionFile problem = read_friction_file(entry.path());
    if (problem.kind != "lcp") continue;
    ++count;
    const Eigen::MatrixXd W = dense(problem);
    const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(problem.q.data(), W.rows());
    std::vector<FrictionBlock> blocks;
    for (Eigen::Index i = 0; i < q.size(); ++i) blocks.push_back({.first = i});
    const FrictionResult found = solve_friction_problem(W, q, blocks);
    EXPECT_TRUE(found.solved) << problem.name << ", residual " << found.residual;
    const std::vector<double> x(found.x.begin(), found.x.end());
    EXPECT_LE(residual_of(problem, x), 1e-10) << problem.name;
    ContactChain chain;
    for (const ChainLink last : {ChainLink::Newton, ChainLink::Interior, ChainLink::Admm,
                                 ChainLink::Thorough, ChainLink::Lemke}) {
      std::vector<double> y(x.size()), u(x.size());
      const ChainReport report =
          chain.solve(W, problem.q, problem.laws, y, u, {.tolerance = 1e-13, .last = last});
      EXPECT_FALSE(report.impossible) << problem.name << " up to " << name_of(last);
    }
  }
  EXPECT_EQ(count, 9);
}

// 300 of each are solved; here some of them.
TEST(ContactFiles, SeededImpactsAndStacks) {
  ContactChain chain;
  StepProblem problem;
  const int count = all_problems() ? 300 : trials(60);
  std::mt19937_64 impacts(1), stacks(1);
  for (int i = 0; i < 2 * count; ++i) {
    if (i < count) {
      const int contacts = 4 + static_cast<int>(impacts() % 28);
      const int bodies = 1 + static_cast<int>(impacts() % static_cast<unsigned>(contacts));
      random_impact(impacts, contacts, bodies).write(problem, 1e-3, Eigen::Vector3d::Zero());
    } else {
      const RandomStack stack = random_stack(stacks, i % 2 == 1);
      stack.scene.write(problem, 1e-3, stack.gravity);
    }
    std::vector<double> x(static_cast<std::size_t>(problem.rows())), u(x);
    std::vector<double> v(static_cast<std::size_t>(problem.coordinates()));
    const ChainReport report = chain.solve(problem, x, v, u);
    EXPECT_TRUE(report.solved) << "problem " << i << ", residual " << report.residual;
    const Condensed c = condense(problem);
    EXPECT_LE(residual_of(coulomb_problem(c.W, c.q, c.laws), x), 1.01e-10) << "problem " << i;
  }
}

// What leans, is shaken, has unlike masses or many more contacts than freedoms.
TEST(ContactFiles, HardScenes) {
  ContactChain chain;
  StepProblem problem;
  const int count = all_problems() ? 300 : trials(20);
  for (const HardScenes& kind : hard_scenes()) {
    std::mt19937_64 random(1);
    for (int i = 0; i < count; ++i) {
      const HardScene hard = kind.draw(random, i % 2 == 1);
      hard.scene.write(problem, 1e-3, hard.gravity);
      std::vector<double> x(static_cast<std::size_t>(problem.rows())), u(x);
      std::vector<double> v(static_cast<std::size_t>(problem.coordinates()));
      const ChainReport report = chain.solve(problem, x, v, u);
      EXPECT_TRUE(report.solved) << kind.name << " " << i << ", residual " << report.residual;
      if (i % 10 != 0) continue;
      const Condensed c = condense(problem);
      EXPECT_LE(residual_of(coulomb_problem(c.W, c.q, c.laws), x), 1.01e-10)
          << kind.name << " " << i;
    }
  }
}

}  // namespace
}  // namespace catena::test
