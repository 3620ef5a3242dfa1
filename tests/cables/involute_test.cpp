// Involute joints: motion subspaces and biases against derivatives of their poses.

#include "catena/joints/involute.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace catena {
namespace {

using D = Dual<double>;
using DD = Dual<Dual<double>>;

// The velocity of M in F, in M about Mo, from the slope of a pose: skew part of R^T R' and R^T p'.
template <class T>
Motion<T> rate_of(const Transform<Dual<T>>& X) {
  const auto entry = [&](int r, int c) { return X.rotation.column(c)[r]; };
  const auto turned = [&](int a, int b) {  // (R^T R')_ab
    T sum(0.0);
    for (int r = 0; r < 3; ++r) sum += entry(r, a).value * entry(r, b).slope;
    return sum;
  };
  Motion<T> V;
  V.angular = {turned(2, 1), turned(0, 2), turned(1, 0)};
  for (int a = 0; a < 3; ++a) {
    T sum(0.0);
    for (int r = 0; r < 3; ++r) sum += entry(r, a).value * X.translation[r].slope;
    V.linear[a] = sum;
  }
  return V;
}

template <JointKind kind>
void check_kind() {
  constexpr int n = InvoluteJoint<kind>::dofs;
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  double worst = 0.0;
  for (int trial = 0; trial < 100; ++trial) {
    const InvoluteJoint<kind> joint{0.1 + std::abs(number(random))};
    double q[2], v[2], a[2];
    for (int k = 0; k < 2; ++k) q[k] = number(random), v[k] = number(random), a[k] = number(random);
    Motion<double> S[2];
    joint.subspace(static_cast<const double*>(q), S);
    for (int k = 0; k < n; ++k) {
      D moved[2];
      for (int j = 0; j < 2; ++j) moved[j] = D(q[j], j == k ? 1.0 : 0.0);
      const Motion<double> by_pose = rate_of<double>(joint.pose(static_cast<const D*>(moved)));
      for (int i = 0; i < 6; ++i) worst = std::max(worst, std::abs(S[k][i] - by_pose[i]));
    }
    // Second derivatives along q(s) = q + v s + a s^2 / 2: the velocity's slope is S a + bias.
    DD path[2];
    for (int j = 0; j < 2; ++j) path[j] = DD(D(q[j], v[j]), D(v[j], a[j]));
    const Motion<D> V = rate_of<D>(joint.pose(static_cast<const DD*>(path)));
    const Motion<double> bias = joint.bias(static_cast<const double*>(q), v);
    for (int i = 0; i < 6; ++i) {
      double expected = bias[i];
      for (int k = 0; k < n; ++k) expected += S[k][i] * a[k];
      worst = std::max(worst, std::abs(V[i].slope - expected));
    }
  }
  EXPECT_LT(worst, 1e-13);
}

TEST(Involute, SubspaceAndBiasAreDerivativesOfThePose) {
  check_kind<JointKind::InvoluteRigid>();
  check_kind<JointKind::InvoluteU>();
  check_kind<JointKind::InvoluteEps>();
  check_kind<JointKind::InvoluteL>();
}

}  // namespace
}  // namespace catena
