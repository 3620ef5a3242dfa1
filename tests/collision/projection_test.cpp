// Distances of convex solids beside those of convex optimisation, by projections that are formulas.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "catena/collision/distance.hpp"
#include "tests/collision/projections.hpp"
#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

double distance_of_solids(const Shape& a, const Pose& A, const Shape& b, const Pose& B) {
  const Pose to_a = inverse(A), to_b = inverse(B);
  return projected_distance([&](const V3& p) { return A * nearest_point(a, to_a * p); },
                            [&](const V3& p) { return B * nearest_point(b, to_b * p); },
                            B.translation);
}

TEST(Projection, DistancesOfConvexSolids) {
  RandomSolids random(51);
  const char* many = std::getenv("CATENA_COLLISION_POSES");
  const int poses = many != nullptr ? std::min(2000, std::atoi(many)) : 20;
  int slow = 0, all = 0;
  double worst = 0.0;
  for (const ShapeKind kind_a : convex_kinds)
    for (const ShapeKind kind_b : convex_kinds)
      for (int k = 0; k < poses; ++k) {
        const Shape a = random.shape(kind_a), b = random.shape(kind_b);
        const double size = reach(a) + reach(b);
        const Pose A{random.rotation(), {0, 0, 0}};
        const Pose B{random.rotation(), (size + random.uniform(0.0, 0.5)) * random.direction()};
        const double d = distance(a, A, b, B).value, f = distance_of_solids(a, A, b, B);
        // It comes from above, and in some poses slowly.
        EXPECT_GE(f, d - 1e-12 * size) << to_string(kind_a) << " " << to_string(kind_b);
        EXPECT_LE(f, d + 1e-5 * size) << to_string(kind_a) << " " << to_string(kind_b);
        if (f > d + 1e-10 * size)
          ++slow;
        else
          worst = std::max(worst, std::abs(f - d) / size);
        ++all;
      }
  EXPECT_LT(slow, all / 20);
  if (many != nullptr)
    std::printf("%d of %d not settled, others differ by %.1e\n", slow, all, worst);
}

}  // namespace
}  // namespace catena::test
