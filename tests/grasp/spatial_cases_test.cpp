// Grasps in space with known values.

#include <gtest/gtest.h>

#include "catena/grasp/closure.hpp"
#include "catena/grasp/grasp_map.hpp"
#include "catena/grasp/quality.hpp"
#include "tests/grasp/grasps.hpp"

namespace catena::grasp::test {
namespace {

struct Known {
  int edges;  // 0: the cone itself
  double eps;
};

// Hulls of cones with edges are polytopes, which bounds reach exactly; the cones themselves are
// certified elsewhere.
void expect_eps(const ContactSet& set, std::initializer_list<Known> values) {
  for (const Known& known : values) {
    QualityOptions options;
    options.edges = known.edges;
    QualityEvaluator evaluator(options);
    const Quality found = known.edges > 0 ? evaluator.certified(set, 1e-10) : evaluator.value(set);
    EXPECT_TRUE(found.closed);
    EXPECT_NEAR(found.eps, known.eps, 1e-10) << known.edges << " edges";
    EXPECT_TRUE(known.edges == 0 || found.proven);
    // What contacts give along the weakest wrench is eps.
    double most = -1.0;
    const WrenchCones cones = wrench_cones(set);
    for (int i = 0; i < cones.contacts(); ++i)
      most = std::max(
          most, known.edges > 0
                    ? (primitives(cones, i, known.edges).transpose() * found.weakest).maxCoeff()
                    : support(cones, i, found.weakest));
    EXPECT_NEAR(most, found.eps, 1e-12);
  }
}

void expect_map(const ContactSet& set, int rank, int internal) {
  const GraspMap map = grasp_map(set);
  EXPECT_EQ(map.rank, rank);
  EXPECT_EQ(map.internal_forces(), internal);
  EXPECT_LT((map.G * map.internal).norm(), 1e-12);
  EXPECT_EQ(map.lost.cols(), set.wrench_size() - rank);
  EXPECT_LT((map.lost.transpose() * map.G).norm(), 1e-12);
  EXPECT_EQ(wrench_rank(set, wrench_cones(set)), rank);
}

TEST(SpatialGrasp, CubeFaces) {
  const ContactSet set = cube_faces(0.5);
  expect_map(set, 6, 12);
  expect_eps(set,
             {{4, 0.2886751346}, {8, 0.4082482905}, {16, 0.4082482905}, {0, 1 / std::sqrt(6.0)}});
  WrenchSetOptions options;
  options.edges = 4;
  EXPECT_NEAR(*hull_volume(set, options), 0.3125, 1e-10);
  options.edges = 8;
  EXPECT_NEAR(*hull_volume(set, options), 0.5986337329, 1e-10);
  EXPECT_TRUE(force_closure(set).closed);
}

TEST(SpatialGrasp, CubeFacesWithoutFriction) {
  expect_map(cube_faces(0.0), 3, 3);
  const Closure closure = force_closure(cube_faces(0.0));
  EXPECT_FALSE(closure.closed);
  EXPECT_EQ(closure.reason, ClosureReason::RankDeficient);
  QualityEvaluator evaluator;
  EXPECT_EQ(evaluator.value(cube_faces(0.0)).eps, 0.0);
}

TEST(SpatialGrasp, CubeSides) {
  const ContactSet set = cube_sides({0.0}, 0.5);
  expect_map(set, 6, 6);
  expect_eps(set, {{4, 0.2886751346}, {8, 0.3204264175}, {16, 0.3232621343}, {0, 0.3296760727}});
  WrenchSetOptions options;
  options.edges = 4;
  EXPECT_NEAR(*hull_volume(set, options), 0.0875, 1e-10);
  options.edges = 8;
  EXPECT_NEAR(*hull_volume(set, options), 0.1485991362, 1e-10);
}

TEST(SpatialGrasp, EightOnCube) {
  const ContactSet set = cube_sides({-0.5, 0.5}, 0.5);
  expect_map(set, 6, 18);
  expect_eps(set, {{4, 0.3535533906}, {8, 0.4619397663}, {0, 0.5}});
}

TEST(SpatialGrasp, FourOnSphere) {
  ContactSet set = equator({0, 120, 240}, 0.4);
  set.contacts.push_back(contact({0, 0, 1}, {0, 0, -1}, 0.4));
  expect_eps(set, {{4, 0.2059851199}, {8, 0.2225616655}, {16, 0.2254725519}, {0, 0.2267445012}});
}

TEST(SpatialGrasp, ThreeOnSphere) {
  ContactSet set = equator({0, 100, 230}, 0.6);
  expect_map(set, 6, 3);
  expect_eps(set, {{4, 0.2561723702}, {8, 0.2685407891}, {16, 0.2773134782}, {0, 0.2797845949}});
  set.rho = 2.0;
  expect_eps(set, {{8, 0.1382379217}, {0, 0.1441889502}});
  // Bounds of the true cone.
  set.rho = 1.0;
  QualityEvaluator evaluator;
  const Quality proven = evaluator.certified(set);
  EXPECT_TRUE(proven.proven);
  EXPECT_LE(proven.upper - proven.lower, 1e-6);
  EXPECT_NEAR(proven.eps, 0.2797845949, 1e-10);
}

TEST(SpatialGrasp, TwoSoftFingers) {
  for (const auto& [torsion, eps] : {std::pair{0.3, 0.18}, {0.8, 0.3509732283}})
    expect_eps(two_fingers(0.8, 0.6, torsion), {{0, eps}});
  expect_eps(two_fingers(0.8, 0.6, 0.3),
             {{4, 0.1590213975}, {8, 0.1667845016}, {16, 0.1681296812}});
}

TEST(SpatialGrasp, TwoHardFingersAreFlat) {
  const ContactSet set = two_fingers(0.8, 0.6);
  expect_map(set, 5, 1);
  const Closure closure = force_closure(set);
  EXPECT_FALSE(closure.closed);
  EXPECT_EQ(closure.reason, ClosureReason::RankDeficient);
  EXPECT_EQ(closure.margin, 0.0);
  EXPECT_NE(explain(set, closure).find("5 of 6 dimensions"), std::string::npos);
  EXPECT_NE(explain(set, closure).find("torque (1 0 0)"), std::string::npos)
      << explain(set, closure);
  QualityEvaluator evaluator;
  const Quality quality = evaluator.certified(set);
  EXPECT_EQ(quality.eps, 0.0);
  EXPECT_FALSE(quality.closed);
  WrenchSetOptions options;
  options.edges = 8;
  EXPECT_EQ(*hull_volume(set, options), 0.0);
  // Without the torque about the line through them they are closed.
  ContactSet five = set;
  five.dimensions = {0, 1, 2, 4, 5};
  EXPECT_TRUE(force_closure(five).closed);
}

// A task that is a ball is eps; a polytope is reached as far as its worst corner.
TEST(SpatialGrasp, Tasks) {
  const ContactSet set = equator({0, 100, 230}, 0.6);
  QualityEvaluator plain;
  const Quality eps = plain.value(set);
  QualityOptions doubled;
  doubled.ellipsoid = 2.0 * Eigen::MatrixXd::Identity(6, 6);
  QualityEvaluator task(doubled);
  EXPECT_NEAR(task.value(set).eps, 0.5 * eps.eps, 1e-10);
  EXPECT_NEAR(plain.reached(set, eps.weakest), eps.eps, 1e-8);
  EXPECT_GE(plain.reached(set, Eigen::MatrixXd::Identity(6, 6)), eps.eps);
  // Gravity along the weakest wrench takes from what is left.
  QualityOptions shifted;
  shifted.shift = -0.1 * eps.weakest;
  QualityEvaluator heavy(shifted);
  EXPECT_NEAR(heavy.value(set).eps, eps.eps - 0.1, 1e-9);
}

}  // namespace
}  // namespace catena::grasp::test
