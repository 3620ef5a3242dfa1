#include "catena/spatial/inertia.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "catena/spatial/articulated_inertia.hpp"
#include "tests/spatial/force_matrix.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix6d dense(const Inertia<double>& i) {
  Matrix6d m;
  const Matrix3d h = to_eigen(skew(i.moment));
  m << to_eigen(i.rotational), h, -h, i.mass * Matrix3d::Identity();
  return m;
}
Matrix6d dense(const ArticulatedInertia<double>& i) {
  Matrix6d m;
  const Matrix3d b = to_eigen(i.b);
  m << to_eigen(i.a), b, b.transpose(), to_eigen(i.c);
  return m;
}
Motion<double> motion(const Eigen::VectorXd& x) {
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
Force<double> force(const Eigen::VectorXd& x) {
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

ArticulatedInertia<double> random_articulated(Random& random) {
  const Matrix6d root = random_vector(random, 36).reshaped(6, 6);
  const Matrix6d m = root * root.transpose();
  return {Sym3<double>::symmetric_part(to_mat3(m.topLeftCorner<3, 3>())),
          to_mat3(m.topRightCorner<3, 3>()),
          Sym3<double>::symmetric_part(to_mat3(m.bottomRightCorner<3, 3>()))};
}

TEST(Inertia, TransformIsTheCongruenceOf6x6Matrices) {
  Random random(1);
  WorstError worst("inertia transform vs 6x6", 1e-13);
  for (int i = 0; i < 200; ++i) {
    const Inertia<double> inertia = random_inertia(random), other = random_inertia(random);
    const Transform<double> X = random_transform(random, 2.0);
    const Eigen::VectorXd m = random_vector(random, 6);
    worst.expect(dense(X * inertia),
                 force_matrix(X) * dense(inertia) * force_matrix(X).transpose());
    worst.expect(to_eigen(inertia * motion(m)), dense(inertia) * m);
    worst.expect(dense(inertia + other), dense(inertia) + dense(other));
    worst.expect(dense(ArticulatedInertia<double>::from(inertia)), dense(inertia));
  }
}

TEST(Inertia, IsRecoveredAboutTheCentreOfMass) {
  Random random(2);
  WorstError worst("inertia about com and back", 1e-13);
  for (int i = 0; i < 100; ++i) {
    const Inertia<double> inertia = random_inertia(random);
    const Vec3<double> com = (1.0 / inertia.mass) * inertia.moment;
    const Sym3<double> about_com = rotational_about_com(inertia);
    worst.expect(dense(inertia_about_com(inertia.mass, com, about_com)), dense(inertia));
    // Moving the frame to the centre of mass by a transform gives the same.
    const Inertia<double> moved = Transform<double>::at(-com) * inertia;
    worst.expect(to_eigen(moved.rotational), to_eigen(about_com));
    worst.expect(to_eigen(moved.moment), Vector3d::Zero());
  }
}

TEST(ArticulatedInertiaTest, TransformIsTheCongruenceOf6x6Matrices) {
  Random random(3);
  WorstError worst("articulated inertia transform vs 6x6", 1e-13);
  for (int i = 0; i < 200; ++i) {
    const ArticulatedInertia<double> I = random_articulated(random), J = random_articulated(random);
    const Transform<double> X = random_transform(random, 2.0);
    const Eigen::VectorXd m = random_vector(random, 6);
    const Matrix6d F = force_matrix(X);
    worst.expect(dense(X * I), F * dense(I) * F.transpose());
    const Matrix6d S = force_matrix(Transform<double>::at(X.translation));
    worst.expect(dense(shifted(I, X.translation)), S * dense(I) * S.transpose());
    worst.expect(to_eigen(I * motion(m)), dense(I) * m);
    worst.expect(dense(I + J), dense(I) + dense(J));
  }
}

TEST(ArticulatedInertiaTest, SubtractsAnOuterProduct) {
  Random random(4);
  WorstError worst("rank-one update vs 6x6", 1e-13);
  for (int i = 0; i < 100; ++i) {
    ArticulatedInertia<double> I = random_articulated(random);
    const Eigen::VectorXd u = random_vector(random, 6);
    const Matrix6d expected = dense(I) - 0.7 * u * u.transpose();
    I.subtract_outer(force(u), 0.7);
    worst.expect(dense(I), expected);
  }
}

TEST(ArticulatedInertiaTest, FreedTransformIsTheFullOneWhereZIsFree) {
  Random random(5);
  WorstError worst("transform_freed_z vs 6x6", 1e-12);
  for (int i = 0; i < 200; ++i) {
    // Freeing a revolute joint about z leaves no inertia in that row and column.
    ArticulatedInertia<double> I = random_articulated(random);
    const Force<double> U = I * motion(Eigen::VectorXd::Unit(6, 2));
    I.subtract_outer(U, 1.0 / U.angular.z);
    EXPECT_LE(dense(I).col(2).norm(), 1e-13);
    const Transform<double> X = random_transform(random, 2.0);
    const Matrix6d F = force_matrix(X);
    worst.expect(dense(transform_freed_z(X, I)), F * dense(I) * F.transpose());
  }
}

// Mass, centre and inertia of a solid by summing cells of its bounding box.
Inertia<double> integrate_solid(double mass, const Vector3d& half,
                                const std::function<bool(const Vector3d&)>& inside) {
  constexpr int n = 120;
  Inertia<double> sum = Inertia<double>::zero();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Vector3d p =
            half.cwiseProduct(Vector3d(2 * i + 1 - n, 2 * j + 1 - n, 2 * k + 1 - n)) / n;
        if (!inside(p)) continue;
        sum += Inertia<double>{1.0, to_vec3(p), point_inertia(to_vec3(p))};
      }
  const double scale = mass / sum.mass;
  const Sym3<double>& r = sum.rotational;
  return {mass,
          scale * sum.moment,
          {scale * r.xx, scale * r.xy, scale * r.xz, scale * r.yy, scale * r.yz, scale * r.zz}};
}

void expect_close(const Inertia<double>& closed, const Inertia<double>& summed, double tolerance) {
  EXPECT_EQ(closed.mass, summed.mass);
  EXPECT_LE(relative_error(dense(closed), dense(summed), dense(closed).diagonal().head<3>().norm()),
            tolerance);
}

TEST(SolidInertia, AgreesWithNumericalIntegration) {
  const double m = 2.5, r = 0.4, l = 1.1;
  expect_close(solid_box(m, {0.3, 0.7, 1.9}),
               integrate_solid(m, {0.15, 0.35, 0.95}, [](const Vector3d&) { return true; }), 1e-3);
  expect_close(
      solid_sphere(m, r),
      integrate_solid(m, Vector3d::Constant(r), [&](const Vector3d& p) { return p.norm() < r; }),
      1e-3);
  expect_close(
      solid_cylinder_z(m, r, l),
      integrate_solid(m, {r, r, l / 2}, [&](const Vector3d& p) { return p.head<2>().norm() < r; }),
      1e-3);
  const auto in_capsule = [&](const Vector3d& p) {
    const double z = std::max(0.0, std::abs(p.z()) - l / 2);
    return Vector3d(p.x(), p.y(), z).norm() < r;
  };
  expect_close(solid_capsule_z(m, r, l), integrate_solid(m, {r, r, l / 2 + r}, in_capsule), 1e-3);
}

TEST(SolidInertia, HasItsLimits) {
  // A capsule without a cylinder is a ball, a thin long one is a rod, a cube is isotropic.
  EXPECT_LE(relative_error(dense(solid_capsule_z(3, 0.2, 0)), dense(solid_sphere(3, 0.2)), 1e-3),
            1e-13);
  const Inertia<double> rod = solid_capsule_z(3, 1e-6, 2.0);
  EXPECT_NEAR(rod.rotational.xx, 3.0 * 4.0 / 12.0, 1e-5);
  const Inertia<double> cube = solid_box(6, {2, 2, 2});
  EXPECT_DOUBLE_EQ(cube.rotational.xx, 4.0);
  EXPECT_DOUBLE_EQ(cube.rotational.zz, 4.0);
  EXPECT_DOUBLE_EQ(solid_sphere(5, 2).rotational.yy, 8.0);
  EXPECT_DOUBLE_EQ(solid_cylinder_z(2, 3, 4).rotational.zz, 9.0);
}

}  // namespace
}  // namespace catena::test
