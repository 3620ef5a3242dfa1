// Distances are proven, not compared alone: two points that belong to the solids bound them from
// above, two planes that hold the solids apart from below.

#include "catena/collision/distance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

int poses_per_pair() {
  const char* n = std::getenv("CATENA_COLLISION_POSES");
  return n != nullptr ? std::atoi(n) : 600;
}

struct Proof {
  double gap = 0.0;       // between the bounds, relative to the size
  double off = 0.0;       // how far points are from their surfaces
  double mismatch = 0.0;  // |p_a - p_b - value n|
  double stated = 0.0;    // the duality gap that the answer states
};

Proof proof_of(const Shape& a, const Pose& A, const Shape& b, const Pose& B, const Distance& d) {
  const double size = reach(a) + reach(b);
  Proof p;
  const double lower = dot(d.n, A.translation - B.translation) -
                       reach_along(a, -transpose_times(A.rotation, d.n)) -
                       reach_along(b, transpose_times(B.rotation, d.n));
  p.gap = (d.value - lower) / size;
  p.off =
      std::max(std::abs(outside(a, inverse(A) * d.p_a)), std::abs(outside(b, inverse(B) * d.p_b))) /
      size;
  p.mismatch = norm(d.p_a - d.p_b - d.value * d.n) / size;
  p.stated = d.duality_gap / size;
  return p;
}

// The pose of a that puts it at the distance `gap` along a random direction, about.
Pose apart(RandomSolids& random, const Shape& a, const Shape& b, const Pose& B, double gap) {
  Pose A{random.rotation(), {0, 0, 0}};
  const V3 n = random.direction();
  const double far = reach_along(a, -transpose_times(A.rotation, n)) +
                     reach_along(b, transpose_times(B.rotation, n));
  A.translation = B.translation + (far + gap) * n;
  return A;
}

class EachPair : public testing::TestWithParam<std::tuple<ShapeKind, ShapeKind>> {};

TEST_P(EachPair, IsBoundedFromBothSides) {
  const auto [kind_a, kind_b] = GetParam();
  RandomSolids random(17u + 100u * static_cast<unsigned>(kind_a) + static_cast<unsigned>(kind_b));
  double gap = 0.0, off = 0.0, mismatch = 0.0, stated = 0.0;
  PairCache cache;
  Shape a, b;
  for (int k = 0; k < poses_per_pair(); ++k) {
    // Twenty poses per pair of solids, so that caches are used, also from other poses.
    if (k % 20 == 0) a = random.shape(kind_a), b = random.shape(kind_b), cache = {};
    const Pose B{random.rotation(), random.uniform(0.0, 3.0) * random.direction()};
    // From far to nearly touching.
    const double beyond = std::pow(10.0, random.uniform(-8.0, 1.0));
    const Pose A = apart(random, a, b, B, beyond);
    const Distance d = distance(make_collider(a), A, make_collider(b), B, cache);
    const Proof p = proof_of(a, A, b, B, d);
    gap = std::max(gap, std::abs(p.gap)), off = std::max(off, p.off);
    mismatch = std::max(mismatch, p.mismatch), stated = std::max(stated, p.stated);
    ASSERT_NEAR(norm(d.n), 1.0, 1e-14);
    ASSERT_GE(d.value, beyond * (1.0 - 1e-9) - 1e-14) << "pose " << k;
    ASSERT_LE(std::abs(p.gap), 1e-10) << "pose " << k << ", distance " << d.value;
    ASSERT_LE(p.off, 1e-10) << "pose " << k;
    ASSERT_LE(p.mismatch, 1e-10) << "pose " << k << ", distance " << d.value;
  }
  RecordProperty("gap", std::to_string(gap));
  if (std::getenv("CATENA_COLLISION_POSES") != nullptr)
    std::printf("%s %s: gap %.1e off %.1e mismatch %.1e stated %.1e\n", to_string(kind_a),
                to_string(kind_b), gap, off, mismatch, stated);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EachPair,
                         testing::Combine(testing::ValuesIn(convex_kinds),
                                          testing::ValuesIn(convex_kinds)),
                         [](const auto& pair) {
                           return std::string(to_string(std::get<0>(pair.param))) + "_" +
                                  to_string(std::get<1>(pair.param));
                         });

}  // namespace
}  // namespace catena::test
