// Redundant contacts of which no set can stick: loads go over from one to another until some creep.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/support/kept_problem.hpp"

namespace catena::test {
namespace {

// Without the lines of remarks.
std::istringstream numbers_of(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  std::string text, line;
  while (std::getline(file, line))
    if (!line.starts_with('#')) text += line + '\n';
  return std::istringstream(text);
}

KeptProblem read_step(const std::string& path) {
  std::istringstream in = numbers_of(path);
  StepProblem problem;
  int bodies = 0, contacts = 0;
  in >> bodies;
  for (int i = 0, coordinates = 0; i < bodies && in >> coordinates; ++i)
    problem.add_unit_tree(coordinates);
  in >> contacts;
  for (int k = 0; k < contacts && in; ++k) {
    int body[2] = {-1, -1};
    double friction = 0.0;
    in >> body[0] >> body[1] >> friction;
    const int block = problem.add_block(coulomb_contact(friction), body[0], body[1]);
    for (int i = 0; i < 3; ++i) in >> problem.bias(block)[i];
    for (int piece = 0; piece < 2 && body[piece] >= 0; ++piece)
      for (int i = 0; i < 18; ++i) in >> problem.jacobian(block, piece)[i];
  }
  EXPECT_FALSE(in.fail()) << path;
  return keep(problem);
}

void expect_creeping(const std::string& name, int rows) {
  const KeptProblem problem =
      read_step(std::string(CATENA_SOURCE_DIR) + "/tests/solvers/data/" + name);
  ASSERT_EQ(problem.rows(), rows);
  for (const Solved& solved : {solve_matrix(problem), solve_system(problem)}) {
    EXPECT_TRUE(solved.report.solved) << solved.report.residual;
    EXPECT_LE(solved.report.residual, 1e-10);
    EXPECT_LE(solved.violation, 1e-8);
  }
}

// A step of a run. Newton's method with one rho for all steps ends at 1e-8.
TEST(CreepingContacts, WallThatWasHit) {
  expect_creeping("creeping_wall.txt", 141);
}

// Without steps that end at rounding, the system form ends at 3.9e-10.
TEST(CreepingContacts, StackWithHeavyTop) {
  expect_creeping("creeping_stack.txt", 96);
}

}  // namespace
}  // namespace catena::test
