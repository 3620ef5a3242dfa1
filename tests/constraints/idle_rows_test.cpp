// Loops between bodies that cannot move against each other in the directions that the loop
// constrains: their reactions cancel inside the tree and must not count as constraints.

#include <gtest/gtest.h>

#include "catena/constraints/loop_solver.hpp"
#include "catena/model/configuration.hpp"
#include "catena/model/model_builder.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

// Number of independent rows of a ball or weld that joins the last two links of a floating chain,
// whose last joint is `last`; the loop is closed where the links are.
int rank_over(const JointSpec& last, const JointSpec& loop_spec, std::uint64_t seed) {
  Random random(seed);
  ModelBuilder builder;
  std::vector<BodyId> links;
  for (int i = 0; i < 4; ++i) {
    links.push_back(builder.add_body("link" + std::to_string(i), random_inertia(random)));
    JointSpec spec = i == 0 ? free_joint("base") : revolute("", random_axis(random));
    if (i == 3) spec = last;
    spec.name = "joint" + std::to_string(i);
    builder.add_joint(spec, i == 0 ? world_body : links[static_cast<std::size_t>(i) - 1],
                      links.back(), random_transform(random), random_transform(random));
  }
  const auto tree = std::make_shared<const Model>(builder.build());
  const Eigen::VectorXd q = random_configuration(*tree, random);
  Kinematics<double> kinematics(*tree);
  kinematics.compute(*tree, q);
  LoopJoint loop{loop_spec, links[2], links[3], random_transform(random)};
  loop.X_BM = inverse(kinematics.pose(*tree, tree->body_frame(loop.b))) *
              (kinematics.pose(*tree, tree->body_frame(loop.a)) * loop.X_AF);
  const auto loops = std::make_shared<const Loops>(tree, LoopSpecs{{loop}, {}, {}, {}});
  Eigen::VectorXd q_all = Eigen::VectorXd::Zero(loops->nq());
  q_all << q, neutral_configuration(loops->links());
  Eigen::VectorXd v = random_vector(random, loops->nv()), errors;
  LoopSolver solver(loops);
  solver.close_velocity(q_all, v);
  solver.velocity_errors(q_all, v, errors);
  EXPECT_LE(errors.cwiseAbs().maxCoeff(), 1e-12);
  return solver.rank();
}

TEST(IdleRows, CountNothingBetweenBodiesThatAreOne) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(rank_over(weld(""), spherical("loop"), seed), 0);
    EXPECT_EQ(rank_over(weld(""), weld("loop"), seed), 0);
    EXPECT_EQ(rank_over(prismatic("", {0, 0, 1}), weld("loop"), seed), 1);
    EXPECT_EQ(rank_over(revolute("", {0, 0, 1}), weld("loop"), seed), 1);
    EXPECT_EQ(rank_over(spherical(""), weld("loop"), seed), 3);
  }
}

}  // namespace
}  // namespace catena::test
