// The reference for trees with loops against textbook and published values.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>

#include "catena/model/configuration.hpp"
#include "catena/model/model_builder.hpp"
#include "tests/support/closed_reference.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_closed.hpp"

namespace catena::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

// The IFToMM four-bar: three uniform rods of 1 m and 1 kg, uprights at angle theta from vertical.
ClosedMechanism parallelogram(double theta, double rate) {
  const Inertia<double> rod =
      inertia_about_com(1.0, {0.5, 0, 0}, Sym3<double>::diagonal(1e-9, 1.0 / 12, 1.0 / 12));
  const auto tip = Transform<double>::at({1, 0, 0});
  const Vector3d z = Vector3d::UnitZ();
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  const BodyId left = builder.add_body("left", rod), coupler = builder.add_body("coupler", rod),
               right = builder.add_body("right", rod);
  builder.add_joint(revolute("a", z), world_body, left);
  builder.add_joint(revolute("b", z), left, coupler, tip);
  builder.add_joint(revolute("d", z), world_body, right, tip);
  const auto tree = std::make_shared<const Model>(builder.build());
  LoopSpecs specs;
  specs.joints.push_back({revolute("c", z), coupler, right, tip, tip});
  ClosedMechanism m{tree, std::make_shared<const Loops>(tree, specs), {}, {}, {}, 3, 1};
  // Angles count from the x axis, anticlockwise.
  const double upright = M_PI / 2 - theta;
  m.q = m.v = m.tau = VectorXd::Zero(4);
  const int a = tree->find_dof("a"), b = tree->find_dof("b"), d = tree->find_dof("d");
  m.q[a] = m.q[d] = m.q[3] = upright;
  m.q[b] = -upright;
  m.v[a] = m.v[d] = m.v[3] = -rate;
  m.v[b] = rate;
  return m;
}

TEST(ClosedReference, GivesTheAccelerationOfAParallelogram) {
  WorstError accelerations("parallelogram", 1e-11);
  for (const double theta : {0.0, 0.3, 1.0, -2.0, 2.5}) {
    const ClosedMechanism m = parallelogram(theta, 1.7);
    const ClosedReference reference(*m.loops, m.q, m.v);
    EXPECT_LT(reference.position_residual().cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LT(reference.velocity_residual().cwiseAbs().maxCoeff(), 1e-14);
    const auto s = reference.forward(m.tau);
    const double expected = 11.772 * std::sin(theta);
    accelerations.expect(std::abs(s.a[m.tree->find_dof("a")] + expected));
    accelerations.expect(std::abs(s.a[m.tree->find_dof("d")] + expected));
    accelerations.expect(std::abs(s.a[m.tree->find_dof("b")] - expected));
    accelerations.expect(std::abs(s.a[3] + expected));
    EXPECT_EQ(s.redundant_rows, 3);
    // Nothing calls for the idle wrench, out of the plane, of joint c.
    accelerations.expect(s.loop_wrenches[0].head<2>().norm() + std::abs(s.loop_wrenches[0][5]));
  }
}

TEST(ClosedReference, HoldingOneCoordinateTakesTheEffortThatGravityAsks) {
  const ClosedMechanism m = parallelogram(0.7, 0.0);
  ClosedReference::Held held{std::vector<bool>(4, false), VectorXd::Zero(4)};
  const int a = m.tree->find_dof("a");
  held.mask[static_cast<std::size_t>(a)] = true;
  const auto s = ClosedReference(*m.loops, m.q, m.v).forward(m.tau, held);
  EXPECT_LT(s.a.cwiseAbs().maxCoeff(), 1e-12);
  // Two uprights and the coupler: V = 2 g cos(theta), and a turns against theta.
  EXPECT_NEAR(s.tau[a], 2 * 9.81 * std::sin(0.7), 1e-11);
}

// Of all ways to carry a weight on three equal rods the even one has the least norm.
TEST(ClosedReference, EqualRodsShareTheirLoad) {
  ModelBuilder builder;
  const BodyId body = builder.add_body("body", solid_box(2.0, {1, 1, 1}));
  builder.add_joint(prismatic("slide", Vector3d::UnitZ()), world_body, body);
  const auto tree = std::make_shared<const Model>(builder.build());
  LoopSpecs specs;
  for (const char* name : {"one", "two", "three"})
    specs.rods.push_back({name, world_body, body, {0, 0, 1}, {0, 0, 0}, 1.0});
  const Loops loops(tree, specs);
  const VectorXd zero = VectorXd::Zero(1);
  const auto s = ClosedReference(loops, zero, zero).forward(zero);
  EXPECT_EQ(s.redundant_rows, 2);
  for (const double tension : s.rod_tensions) EXPECT_NEAR(tension, 2 * 9.81 / 3, 1e-12);
}

// A solid ball on an incline: 5/7 of what a body without friction would get (textbook).
TEST(ClosedReference, ABallRollsDownAnIncline) {
  constexpr double slope = 0.4, radius = 0.3;
  ModelBuilder builder;
  const BodyId ball = builder.add_body("ball", solid_sphere(1.5, radius));
  builder.add_joint(free_joint("ball"), world_body, ball);
  const auto tree = std::make_shared<const Model>(builder.build());
  const Eigen::Matrix3d R = Eigen::AngleAxisd(slope, Vector3d::UnitY()).toRotationMatrix();
  LoopSpecs specs;
  specs.rollings.push_back({"rolls",
                            ball,
                            world_body,
                            Transform<double>::identity(),
                            {to_mat3(R), to_vec3(-radius * R.col(2))},
                            radius,
                            false});
  const Loops loops(tree, specs);
  const VectorXd q = neutral_configuration(*tree), zero = VectorXd::Zero(6);
  const auto s = ClosedReference(loops, q, zero).forward(zero);
  const Vector3d a = s.accelerations[1].tail<3>();
  EXPECT_LT((a - 5.0 / 7 * 9.81 * std::sin(slope) * R.col(0)).norm(), 1e-12);
}

// The IFToMM benchmark at rest: five square rods on six revolutes, one constraint too many.
TEST(ClosedReference, GivesTheAccelerationOfBricardsMechanism) {
  const std::array<Vector3d, 6> points = {
      {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}}};
  const std::array<Vector3d, 6> axes = {Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX(),
                                        Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX()};
  const std::array names = {"j0", "j1", "j2", "j3", "j4", "j5"};
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  BodyId last = world_body;
  Vector3d along = Vector3d::Zero();
  for (std::size_t i = 0; i < 5; ++i) {
    const auto X_PF = Transform<double>::at(to_vec3(along));
    along = points[i + 1] - points[i];
    const Vector3d moments = 1.01 / 12 * Vector3d::Ones() - (1.01 - 0.02) / 12 * along.cwiseAbs();
    const BodyId rod = builder.add_body(
        names[i], inertia_about_com(1.0, to_vec3(0.5 * along),
                                    Sym3<double>::diagonal(moments.x(), moments.y(), moments.z())));
    builder.add_joint(revolute(names[i], axes[i]), last, rod, X_PF);
    last = rod;
  }
  const auto tree = std::make_shared<const Model>(builder.build());
  LoopSpecs specs;
  specs.joints.push_back({revolute(names[5], axes[5]), last, world_body,
                          Transform<double>::at(to_vec3(along)),
                          Transform<double>::at(to_vec3(points[5]))});
  const Loops loops(tree, specs);
  const VectorXd zero = VectorXd::Zero(6);
  const auto s = ClosedReference(loops, zero, zero).forward(zero);
  EXPECT_EQ(s.redundant_rows, 1);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR(s.a[tree->find_dof(names[i])], i % 2 == 0 ? 1.95808383 : -1.95808383, 1e-8);
}

}  // namespace
}  // namespace catena::test
