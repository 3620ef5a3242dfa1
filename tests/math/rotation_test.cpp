#include "catena/math/rotation.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "tests/support/compare.hpp"
#include "tests/support/random_model.hpp"

namespace catena {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using test::Random;
using test::to_eigen;

bool is_rotation(const Matrix3d& r) {
  return (r * r.transpose() - Matrix3d::Identity()).norm() < 1e-14 &&
         std::abs(r.determinant() - 1.0) < 1e-14;
}

TEST(Rotation, AboutCoordinateAxes) {
  for (double angle = -7.0; angle < 7.0; angle += 0.37) {
    const auto about = [&](const Vector3d& axis) {
      return Matrix3d(AngleAxisd(angle, axis).toRotationMatrix());
    };
    EXPECT_TRUE(to_eigen(rotation_x(angle)).isApprox(about(Vector3d::UnitX()), 1e-14));
    EXPECT_TRUE(to_eigen(rotation_y(angle)).isApprox(about(Vector3d::UnitY()), 1e-14));
    EXPECT_TRUE(to_eigen(rotation_z(angle)).isApprox(about(Vector3d::UnitZ()), 1e-14));
  }
}

TEST(Rotation, AboutAnyAxis) {
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Vector3d axis = test::random_axis(random);
    const double angle = test::uniform(random, -8, 8);
    EXPECT_TRUE(to_eigen(rotation_about(to_vec3(axis), angle))
                    .isApprox(AngleAxisd(angle, axis).toRotationMatrix(), 1e-13));
  }
}

TEST(Rotation, RollPitchYawTurnAboutFixedAxes) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const double roll = test::uniform(random, -4, 4), pitch = test::uniform(random, -4, 4),
                 yaw = test::uniform(random, -4, 4);
    const Matrix3d expected =
        (AngleAxisd(yaw, Vector3d::UnitZ()) * AngleAxisd(pitch, Vector3d::UnitY()) *
         AngleAxisd(roll, Vector3d::UnitX()))
            .toRotationMatrix();
    EXPECT_TRUE(to_eigen(rotation_from_rpy(roll, pitch, yaw)).isApprox(expected, 1e-14));
  }
}

TEST(RotationZOnto, PutsZOnTheAxisForAnyAxis) {
  Random random(3);
  std::vector<Vector3d> axes;
  for (int i = 0; i < 1000; ++i) axes.push_back(test::random_axis(random));
  // Close to the coordinate axes, where a bad choice of helper would lose digits.
  for (int k = 0; k < 3; ++k)
    for (const double sign : {1.0, -1.0})
      for (const double off : {0.0, 1e-16, 1e-12, 1e-8, 1e-4})
        axes.push_back((sign * Vector3d::Unit(k) + off * test::random_axis(random)).normalized());
  for (const Vector3d& axis : axes) {
    const Matrix3d r = to_eigen(rotation_z_onto(to_vec3(axis)));
    EXPECT_TRUE(is_rotation(r)) << axis.transpose();
    EXPECT_LE((r.col(2) - axis).norm(), 1e-15) << axis.transpose();
  }
}

TEST(RotationZOnto, KeepsZerosExactOnCoordinateAxes) {
  EXPECT_EQ(to_eigen(rotation_z_onto({0, 0, 1})), Matrix3d::Identity());
  for (int k = 0; k < 3; ++k)
    for (const double sign : {1.0, -1.0}) {
      const Matrix3d r = to_eigen(rotation_z_onto(to_vec3(sign * Vector3d::Unit(k))));
      for (const double entry : r.reshaped())
        EXPECT_TRUE(entry == 0.0 || entry == 1.0 || entry == -1.0) << r;
      EXPECT_EQ(r.determinant(), 1.0);
    }
  Matrix3d cyclic;
  cyclic << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  EXPECT_EQ(to_eigen(rotation_z_onto({1, 0, 0})), cyclic);
}

TEST(Mat3, ProductsAndTransposesAreEigens) {
  Random random(4);
  const auto random_matrix = [&] {
    return Matrix3d(test::random_vector(random, 9).reshaped(3, 3));
  };
  for (int i = 0; i < 50; ++i) {
    const Matrix3d a = random_matrix(), b = random_matrix();
    const Matrix3d s = a + a.transpose();
    const Vector3d v = random_matrix().col(0);
    const Sym3<double> sym = Sym3<double>::symmetric_part(to_mat3(s));
    EXPECT_TRUE(to_eigen(to_mat3(a) * to_mat3(b)).isApprox(a * b, 1e-14));
    EXPECT_TRUE(to_eigen(to_mat3(a) + to_mat3(b)).isApprox(a + b, 1e-15));
    EXPECT_TRUE(to_eigen(to_mat3(a) - to_mat3(b)).isApprox(a - b, 1e-15));
    EXPECT_TRUE(to_eigen(transpose(to_mat3(a))).isApprox(a.transpose(), 1e-15));
    EXPECT_TRUE(
        to_eigen(transpose_times(to_mat3(a), to_vec3(v))).isApprox(a.transpose() * v, 1e-14));
    EXPECT_TRUE(to_eigen(sym * to_vec3(v)).isApprox(s * v, 1e-14));
    EXPECT_TRUE(to_eigen(rotated(to_mat3(b), sym)).isApprox(b * s * b.transpose(), 1e-13));
    EXPECT_TRUE(to_eigen(rotated(to_mat3(b), to_mat3(a))).isApprox(b * a * b.transpose(), 1e-13));
    EXPECT_TRUE(to_eigen(skew(to_vec3(v)) * to_vec3(b.col(1))).isApprox(v.cross(b.col(1)), 1e-14));
    const auto [sine, cosine] = sincos(v.x());
    EXPECT_TRUE(to_eigen(times_rotation_z(to_mat3(a), sine, cosine))
                    .isApprox(a * AngleAxisd(v.x(), Vector3d::UnitZ()).toRotationMatrix(), 1e-14));
    const Sym3<double> part = Sym3<double>::symmetric_part(to_mat3(a));
    EXPECT_TRUE(to_eigen(part).isApprox(0.5 * (a + a.transpose()), 1e-15));
  }
}

}  // namespace
}  // namespace catena
