#include "catena/spatial/transform.hpp"

#include <gtest/gtest.h>

#include "tests/spatial/force_matrix.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;

Motion<double> random_motion(Random& random) {
  const Eigen::VectorXd x = random_vector(random, 6);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
Force<double> random_force(Random& random) {
  const Motion<double> m = random_motion(random);
  return {m.angular, m.linear};
}

Matrix3d hat(const Vec3<double>& p) {
  return to_eigen(skew(p));
}

// A 6x6 matrix of Featherstone 2008, table 2.1.
Matrix6d motion_matrix(const Transform<double>& x) {
  const Matrix3d R = to_eigen(x.rotation);
  Matrix6d X = Matrix6d::Zero();
  X << R, Matrix3d::Zero(), hat(x.translation) * R, R;
  return X;
}
Matrix6d cross_matrix(const Motion<double>& v) {
  Matrix6d X = Matrix6d::Zero();
  X << hat(v.angular), Matrix3d::Zero(), hat(v.linear), hat(v.angular);
  return X;
}

class SpatialAlgebra : public testing::Test {
 protected:
  void SetUp() override { random_.seed(11); }
  Random random_;
  WorstError worst_{"spatial algebra vs 6x6 matrices", 1e-13};
};

TEST_F(SpatialAlgebra, TransformsAreThe6x6Matrices) {
  for (int i = 0; i < 200; ++i) {
    const Transform<double> X = random_transform(random_, 2.0);
    const Motion<double> m = random_motion(random_);
    const Force<double> f = random_force(random_);
    worst_.expect(to_eigen(X * m), motion_matrix(X) * to_eigen(m));
    worst_.expect(to_eigen(X * f), force_matrix(X) * to_eigen(f));
    worst_.expect(to_eigen(inverse_times(X, m)), motion_matrix(inverse(X)) * to_eigen(m));
    worst_.expect(to_eigen(inverse_times(X, f)), force_matrix(inverse(X)) * to_eigen(f));
  }
}

TEST_F(SpatialAlgebra, TransformsComposeAndInvert) {
  for (int i = 0; i < 200; ++i) {
    const Transform<double> A = random_transform(random_, 2.0), B = random_transform(random_, 2.0);
    const Motion<double> m = random_motion(random_);
    const Vec3<double> p = m.linear;
    worst_.expect(to_eigen((A * B) * m), to_eigen(A * (B * m)));
    worst_.expect(to_eigen((A * B) * p), to_eigen(A * (B * p)));
    const Transform<double> one = A * inverse(A);
    worst_.expect(to_eigen(one.rotation), Matrix3d::Identity());
    worst_.expect(to_eigen(one.translation), Eigen::Vector3d::Zero());
    worst_.expect(to_eigen(Transform<double>::identity() * m), to_eigen(m));
    worst_.expect(to_eigen(Transform<double>::at(p) * Vec3<double>::zero()), to_eigen(p));
  }
}

TEST_F(SpatialAlgebra, PowerDoesNotDependOnTheFrame) {
  for (int i = 0; i < 200; ++i) {
    const Transform<double> X = random_transform(random_, 2.0);
    const Motion<double> m = random_motion(random_);
    const Force<double> f = random_force(random_);
    EXPECT_NEAR(dot(X * m, X * f), dot(m, f), 1e-13);
    EXPECT_NEAR(dot(inverse_times(X, f), inverse_times(X, m)), dot(f, m), 1e-13);
  }
}

TEST_F(SpatialAlgebra, CrossProductsAreDual) {
  for (int i = 0; i < 200; ++i) {
    const Transform<double> X = random_transform(random_);
    const Motion<double> v = random_motion(random_), m = random_motion(random_);
    const Force<double> f = random_force(random_);
    worst_.expect(to_eigen(cross(v, m)), cross_matrix(v) * to_eigen(m));
    worst_.expect(to_eigen(cross(v, f)), -cross_matrix(v).transpose() * to_eigen(f));
    // (v x m) . f = -m . (v x* f), and both commute with a change of frame.
    EXPECT_NEAR(dot(cross(v, m), f), -dot(m, cross(v, f)), 1e-13);
    worst_.expect(to_eigen(X * cross(v, m)), to_eigen(cross(X * v, X * m)));
    worst_.expect(to_eigen(X * cross(v, f)), to_eigen(cross(X * v, X * f)));
    worst_.expect(to_eigen(cross(v, v)), Vector6d::Zero());
  }
}

TEST_F(SpatialAlgebra, VectorArithmetic) {
  const Motion<double> a = random_motion(random_), b = random_motion(random_);
  const Force<double> f = random_force(random_), g = random_force(random_);
  worst_.expect(to_eigen(2.0 * a - b + -a), to_eigen(a) - to_eigen(b));
  worst_.expect(to_eigen(2.0 * f - g + -f), to_eigen(f) - to_eigen(g));
  Motion<double> sum = a;
  sum += b;
  sum -= a;
  worst_.expect(to_eigen(sum), to_eigen(b));
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(a[i], to_eigen(a)[i]);
    EXPECT_EQ(f[i], to_eigen(f)[i]);
  }
  EXPECT_TRUE(to_eigen(Motion<double>::zero()).isZero(0.0));
}

TEST_F(SpatialAlgebra, LanesEqualTheScalar) {
  const Transform<double> X = random_transform(random_);
  const Motion<double> m = random_motion(random_);
  const auto lanes = Transform<Pack4>::from(X) * Motion<Pack4>::from(m);
  const auto back = inverse_times(Transform<Pack4>::from(X), lanes);
  for (int i = 0; i < 6; ++i)
    for (std::size_t k = 0; k < Pack4::lanes; ++k) {
      EXPECT_NEAR(lanes[i][k], (X * m)[i], 1e-15);
      EXPECT_NEAR(back[i][k], m[i], 1e-15);
    }
}

}  // namespace
}  // namespace catena::test
