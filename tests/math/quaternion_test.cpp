#include "catena/math/quaternion.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "tests/support/compare.hpp"
#include "tests/support/random_model.hpp"

namespace catena {
namespace {

using test::Random;
using test::to_eigen;

Quaternion<double> random_quaternion(Random& random) {
  return normalized(Quaternion<double>::load(test::random_vector(random, 4).data()));
}
Eigen::Quaterniond to_eigen_quaternion(const Quaternion<double>& q) {
  return {q.w, q.x, q.y, q.z};
}
Eigen::Vector4d components(const Quaternion<double>& q) {
  return {q.w, q.x, q.y, q.z};
}

TEST(Quaternion, ProductAndRotationMatrixAreEigens) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const auto a = random_quaternion(random), b = random_quaternion(random);
    const Eigen::Quaterniond expected = to_eigen_quaternion(a) * to_eigen_quaternion(b);
    EXPECT_TRUE(to_eigen_quaternion(a * b).isApprox(expected, 1e-14));
    EXPECT_TRUE(
        to_eigen(rotation_matrix(a)).isApprox(to_eigen_quaternion(a).toRotationMatrix(), 1e-14));
    EXPECT_TRUE(to_eigen(rotation_matrix(a * b))
                    .isApprox(to_eigen(rotation_matrix(a) * rotation_matrix(b)), 1e-13));
    EXPECT_NEAR((a * conjugate(a)).w, 1.0, 1e-14);
  }
}

TEST(Quaternion, ExponentialIsTheRotationAboutTheVector) {
  Random random(2);
  for (const double length : {0.0, 1e-12, 1e-6, 9.99e-4, 1.001e-3, 0.1, 1.0, 3.1, 6.0, 20.0}) {
    for (int i = 0; i < 20; ++i) {
      const Eigen::Vector3d axis = test::random_axis(random);
      const auto q = exponential(to_vec3(length * axis));
      const Eigen::Matrix3d expected = Eigen::AngleAxisd(length, axis).toRotationMatrix();
      EXPECT_LE((to_eigen(rotation_matrix(q)) - expected).norm(), 1e-14) << length;
      EXPECT_NEAR(components(q).norm(), 1.0, 1e-15);
    }
  }
}

TEST(Quaternion, LogarithmUndoesExponential) {
  Random random(3);
  for (const double length : {0.0, 1e-14, 1e-9, 1e-5, 1.99e-4, 2.01e-4, 0.01, 1.0, 3.0, 3.14159}) {
    for (int i = 0; i < 20; ++i) {
      const Eigen::Vector3d r = length * test::random_axis(random);
      const Eigen::Vector3d back = to_eigen(logarithm(exponential(to_vec3(r))));
      EXPECT_LE((back - r).norm(), 4e-15 * length) << length;
    }
  }
}

TEST(Quaternion, LogarithmTakesTheShorterWayOfTheDoubleCover) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const auto q = random_quaternion(random);
    const Quaternion<double> minus = {-q.w, -q.x, -q.y, -q.z};
    const Eigen::Vector3d r = to_eigen(logarithm(q));
    EXPECT_LE(r.norm(), std::numbers::pi + 1e-15);
    EXPECT_LE((r - to_eigen(logarithm(minus))).norm(), 1e-14);
    EXPECT_TRUE(to_eigen(rotation_matrix(exponential(to_vec3(r))))
                    .isApprox(to_eigen(rotation_matrix(q)), 1e-13));
  }
}

TEST(Quaternion, HalfTurnsHaveALogarithmOfLengthPi) {
  for (const Quaternion<double>& q :
       {Quaternion<double>{0, 1, 0, 0}, Quaternion<double>{0, 0, -1, 0},
        Quaternion<double>{0, 0.6, 0, 0.8}})
    EXPECT_NEAR(to_eigen(logarithm(q)).norm(), std::numbers::pi, 1e-15);
}

TEST(Quaternion, NormalizedRestoresUnitLength) {
  const auto q = normalized(Quaternion<double>{3, 0, 4, 0});
  EXPECT_TRUE(components(q).isApprox(Eigen::Vector4d(0.6, 0, 0.8, 0), 1e-15));
  EXPECT_EQ(components(normalized(Quaternion<double>{0, 0, 0, 0})), Eigen::Vector4d(1, 0, 0, 0));
  EXPECT_NEAR(components(normalized(Quaternion<double>{1e-100, 0, 0, 1e-100})).norm(), 1.0, 1e-15);
}

TEST(Quaternion, OfAMatrixIsTheQuaternionUpToSign) {
  Random random(5);
  const auto check = [](const Quaternion<double>& q) {
    const Eigen::Vector4d back = components(quaternion_of(rotation_matrix(q)));
    const Eigen::Vector4d given = components(q);
    EXPECT_LE(std::min((back - given).norm(), (back + given).norm()), 2e-15);
  };
  for (int i = 0; i < 500; ++i) check(random_quaternion(random));
  // Each branch of Shepperd's choice, and half turns, where the trace is smallest.
  check({1, 0, 0, 0});
  check({0, 1, 0, 0});
  check({0, 0, 1, 0});
  check({0, 0, 0, 1});
  check(normalized(Quaternion<double>{1e-9, 1, 1, 0}));
  check(normalized(Quaternion<double>{0.1, -0.2, 0.3, 0.9}));
}

TEST(Quaternion, LanesEqualTheScalarAcrossTheBranches) {
  // Tiny, ordinary and large rotations side by side in one pack.
  const Vec3<Pack4> r = {Pack4(1e-9, 0.3, -2.0, 0.0), Pack4(0.0, 1e-4, 1.0, 0.0),
                         Pack4(2e-9, -0.1, 1.5, 0.0)};
  const Quaternion<Pack4> q = exponential(r);
  const Vec3<Pack4> back = logarithm(q);
  const Mat3<Pack4> m = rotation_matrix(q);
  for (std::size_t i = 0; i < Pack4::lanes; ++i) {
    const Vec3<double> one = {r.x[i], r.y[i], r.z[i]};
    const auto expected = exponential(one);
    EXPECT_NEAR(q.w[i], expected.w, 2e-16);
    EXPECT_NEAR(q.x[i], expected.x, 2e-16);
    EXPECT_NEAR(q.z[i], expected.z, 2e-16);
    const auto expected_back = logarithm(expected);
    EXPECT_NEAR(back.y[i], expected_back.y, 1e-15);
    EXPECT_NEAR(back.z[i], expected_back.z, 1e-15);
    EXPECT_NEAR(m.c1.x[i], rotation_matrix(expected).c1.x, 5e-16);
  }
}

}  // namespace
}  // namespace catena
