// Which points of a region are kept.

#include "catena/collision/planar_hull.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace catena::test {
namespace {

std::vector<RegionPoint> points_with_gaps(const std::vector<std::array<double, 3>>& places) {
  std::vector<RegionPoint> points;
  for (const auto& [x, y, gap] : places) {
    RegionPoint& p = points.emplace_back();
    p.p_b = {x, y, 0.0};
    p.gap = gap;
    p.feature = points.size();
  }
  return points;
}

std::size_t kept(const std::vector<std::array<double, 3>>& places) {
  std::vector<RegionPoint> points = points_with_gaps(places);
  keep_hull({0, 0, 1}, 1e-7, points);
  return points.size();
}

// An edge that passes the border of a face between its ends: the end beyond the border is a corner
// of what is near, but the crossing carries the load. Whether rounding puts it a little to one side
// of the line or the other makes no difference.
TEST(PlanarHull, PointsOnTheLineBetweenCorners) {
  for (const double beside : {-5e-8, 0.0, 5e-8}) {
    EXPECT_EQ(kept({{0.0, 0.0, 1e-9}, {0.09, beside, 0.0}, {0.1, 0.0, 3e-5}}), 3U) << beside;
    EXPECT_EQ(kept({{0.0, 0.0, 0.0}, {0.09, beside, 0.0}, {0.1, 0.0, 0.0}}), 2U) << beside;
    EXPECT_EQ(kept({{0.0, 0.0, 0.0}, {0.05, beside, 1.5e-5}, {0.1, 0.0, 3e-5}}), 2U) << beside;
  }
}

TEST(PlanarHull, InnerPoints) {
  const std::array<double, 3> a{0, 0, 1e-6}, b{1, 0, 1e-6}, c{0, 1, 1e-6};
  EXPECT_EQ(kept({a, b, c, {0.2, 0.2, 1e-6}}), 3U);
  EXPECT_EQ(kept({a, b, c, {0.2, 0.2, 0.0}}), 4U);
}

}  // namespace
}  // namespace catena::test
