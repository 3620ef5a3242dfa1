// Mechanisms whose equations of motion fit on a line.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/dynamics/energy.hpp"
#include "catena/math/quaternion.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double g = 9.81;

VectorXd vector(std::initializer_list<double> values) {
  VectorXd x(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), x.begin());
  return x;
}
Inertia<double> point_mass(double mass, const Vec3<double>& at) {
  return inertia_about_com(mass, at, Sym3<double>::zero());
}

TEST(Analytic, PendulumFallsAsTheBooksSay) {
  // A point mass at distance l below a hinge about y: a = -(g / l) sin q.
  constexpr double m = 2.0, l = 0.7;
  ModelBuilder builder;
  builder.add_joint(revolute("hinge", {0, 1, 0}), world_body,
                    builder.add_body("bob", point_mass(m, {0, 0, -l})));
  const Model model = builder.build();
  DynamicsCalls calls(model);
  for (const double q : {-2.0, -0.3, 0.0, 1.0, 3.0}) {
    const VectorXd a = calls.aba(vector({q}), vector({5.0}), vector({0.0}));
    EXPECT_NEAR(a[0], -g / l * std::sin(q), 1e-13);
    EXPECT_NEAR(calls.mass_matrix(vector({q}))(0, 0), m * l * l, 1e-14);
    // The world carries the rod's pull m (l v^2 + g cos q) along the rod, here for a = 0.
    Workspace<double> ws(model);
    std::vector<Force<double>> f(2);
    VectorXd tau(1);
    rnea_with_wrenches<double>(model, vector({q}), vector({5.0}), vector({0.0}), tau, f, ws);
    EXPECT_NEAR(f[1].linear.z, m * (l * 25.0 + g * std::cos(q)), 1e-12);
  }
}

TEST(Analytic, DoublePendulumHasTheTextbookMassMatrix) {
  constexpr double m1 = 1.5, m2 = 0.8, l1 = 0.6, l2 = 0.9;
  ModelBuilder builder;
  const BodyId first = builder.add_body("first", point_mass(m1, {l1, 0, 0}));
  const BodyId second = builder.add_body("second", point_mass(m2, {l2, 0, 0}));
  builder.add_joint(revolute("one", {0, 0, 1}), world_body, first);
  builder.add_joint(revolute("two", {0, 0, 1}), first, second, Transform<double>::at({l1, 0, 0}));
  const Model model = builder.build();
  DynamicsCalls calls(model);
  const VectorXd q = vector({0.4, -1.1}), v = vector({1.3, -0.7});
  const double c = std::cos(q[1]), s = std::sin(q[1]);
  Eigen::Matrix2d M;
  M(0, 0) = m1 * l1 * l1 + m2 * (l1 * l1 + 2 * l1 * l2 * c + l2 * l2);
  M(0, 1) = M(1, 0) = m2 * (l1 * l2 * c + l2 * l2);
  M(1, 1) = m2 * l2 * l2;
  EXPECT_LE((calls.mass_matrix(q) - M).norm(), 1e-13);
  // Gravity is along the axes and does no work; what remains is Coriolis and centrifugal.
  const double k = m2 * l1 * l2 * s;
  EXPECT_NEAR(calls.bias(q, v)[0], -k * (2 * v[0] * v[1] + v[1] * v[1]), 1e-13);
  EXPECT_NEAR(calls.bias(q, v)[1], k * v[0] * v[0], 1e-13);
}

TEST(Analytic, CartAndPoleCouple) {
  constexpr double cart = 3.0, pole = 0.5, l = 1.2;
  ModelBuilder builder;
  const BodyId base = builder.add_body("cart", solid_box(cart, {1, 1, 1}));
  const BodyId rod = builder.add_body("pole", point_mass(pole, {0, 0, l}));
  builder.add_joint(prismatic("rail", {1, 0, 0}), world_body, base);
  builder.add_joint(revolute("pivot", {0, 1, 0}), base, rod);
  const Model model = builder.build();
  DynamicsCalls calls(model);
  const VectorXd q = vector({2.0, 0.3}), v = vector({-1.0, 2.0});
  Eigen::Matrix2d M;
  M << cart + pole, pole * l * std::cos(0.3), pole * l * std::cos(0.3), pole * l * l;
  EXPECT_LE((calls.mass_matrix(q) - M).norm(), 1e-13);
  EXPECT_NEAR(calls.bias(q, v)[0], -pole * l * std::sin(0.3) * 4.0, 1e-13);
  EXPECT_NEAR(calls.bias(q, v)[1], -pole * g * l * std::sin(0.3), 1e-13);
}

TEST(Analytic, FreeBodyFallsAndSpinsByEuler) {
  ModelBuilder builder;
  const Inertia<double> brick = solid_box(2.0, {0.1, 0.4, 0.9});
  builder.add_joint(free_joint("flight"), world_body, builder.add_body("brick", brick));
  const Model model = builder.build();
  Random random(1);
  DynamicsCalls calls(model);
  for (int i = 0; i < 20; ++i) {
    const RandomState s = random_state(model, random);
    const Vector3d w = s.v.head<3>(), u = s.v.tail<3>();
    const Eigen::Matrix3d R = to_eigen(rotation_matrix(Quaternion<double>::load(s.q.data())));
    const Eigen::Matrix3d I = to_eigen(brick.rotational);
    const VectorXd a = calls.aba(s.q, s.v, VectorXd::Zero(6));
    // Euler: I dw/dt = I w x w. The velocity's components turn with the body: du/dt = R^T g - w x
    // u.
    const Vector3d spin = I.inverse() * (I * w).cross(w);
    const Vector3d fall = R.transpose() * Vector3d(0, 0, -g) - w.cross(u);
    EXPECT_LE((a.head<3>() - spin).norm(), 1e-13);
    EXPECT_LE((a.tail<3>() - fall).norm(), 1e-13);
  }
}

TEST(Analytic, ScrewAdvancesByItsPitch) {
  // A nut of mass m and inertia J on a vertical screw: (J + m p^2) a = -m g p.
  constexpr double m = 0.3, p = 0.05;
  const Inertia<double> nut = solid_cylinder_z(m, 0.02, 0.01);
  ModelBuilder builder;
  builder.add_joint(helical("thread", {0, 0, 1}, p), world_body, builder.add_body("nut", nut));
  const Model model = builder.build();
  DynamicsCalls calls(model);
  const VectorXd a = calls.aba(vector({1.0}), vector({3.0}), vector({0.0}));
  EXPECT_NEAR(a[0], -m * g * p / (nut.rotational.zz + m * p * p), 1e-11);
}

TEST(Analytic, RotorInertiaAddsToTheDiagonal) {
  JointSpec joint = prismatic("slider", {1, 0, 0});
  joint.armature = vector({4.0});
  ModelBuilder builder;
  builder.add_joint(joint, world_body, builder.add_body("block", solid_box(2.0, {1, 1, 1})));
  const Model model = builder.build();
  DynamicsCalls calls(model);
  EXPECT_NEAR(calls.aba(vector({0}), vector({0}), vector({3.0}))[0], 0.5, 1e-15);
  EXPECT_NEAR(calls.rnea(vector({0}), vector({0}), vector({0.5}))[0], 3.0, 1e-15);
}

// A torque-free mechanism keeps its energy: dE/dt by accelerations from aba is zero.
TEST(Analytic, EnergyIsKeptWithoutEfforts) {
  WorstError worst("energy kept by aba: dE/dt", 1e-10);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const Model model = random_model(seed, {.max_bodies = 8});
    const RandomState s = random_state(model, seed);
    DynamicsCalls calls(model);
    const VectorXd a = calls.aba(s.q, s.v, VectorXd::Zero(model.nv()));
    const auto energy = [&](double t) {
      const VectorXd q = integrate(model, s.q, t * s.v + 0.5 * t * t * a), v = s.v + t * a;
      return VectorXd(
          VectorXd::Constant(1, kinetic_energy<double>(model, q, v, calls.workspace()) +
                                    potential_energy<double>(model, q, calls.workspace())));
    };
    if (model.nv() == 0) continue;
    // Relative to the powers that must cancel: v . M a against v . h.
    const double power = s.v.cwiseProduct(calls.mass_matrix(s.q) * a).cwiseAbs().sum();
    const double step = 0.02 / std::max(1.0, a.cwiseAbs().maxCoeff());
    const double rate = derivative_at_zero(energy, step, 4)[0];
    worst.expect(std::abs(rate) / std::max(1.0, power));
  }
}

}  // namespace
}  // namespace catena::test
