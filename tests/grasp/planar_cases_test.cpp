// Grasps in the plane with values in closed form.

#include <gtest/gtest.h>

#include "catena/grasp/closure.hpp"
#include "catena/grasp/quality.hpp"
#include "catena/grasp/regions.hpp"
#include "tests/grasp/grasps.hpp"

namespace catena::grasp::test {
namespace {

double certified_eps(const ContactSet& set, QualityOptions options = {}) {
  QualityEvaluator evaluator(options);
  const Quality q = evaluator.certified(set, 1e-9);
  EXPECT_TRUE(q.proven);
  EXPECT_LE(q.upper - q.lower, 1e-9);
  return q.eps;
}

QualityOptions linf() {
  QualityOptions options;
  options.measure = Measure::Linf;
  return options;
}

TEST(PlanarGrasp, TriangleL1) {
  for (const double mu : {0.25, 0.5}) {
    EXPECT_NEAR(certified_eps(triangle(mu)), mu / std::sqrt(3.0), 1e-10);
    EXPECT_NEAR(certified_eps(triangle(mu, 1.0 / std::sqrt(3.0))), mu, 1e-10);
  }
  WrenchSetOptions l1;
  EXPECT_NEAR(*hull_volume(triangle(0.25), l1), 0.4910656755, 1e-10);
  EXPECT_NEAR(*hull_volume(triangle(0.5), l1), 1.2455127019, 1e-10);
}

// Edges of unit length are those of normal component 1, divided by sqrt(1 + mu^2).
TEST(PlanarGrasp, TriangleWithUnitEdges) {
  EXPECT_NEAR(certified_eps(triangle(0.25)) / std::sqrt(1.0625), 0.1400280084, 1e-10);
  EXPECT_NEAR(certified_eps(triangle(0.5)) / std::sqrt(1.25), 0.2581988897, 1e-10);
}

TEST(PlanarGrasp, TriangleLinf) {
  EXPECT_NEAR(certified_eps(triangle(0.25), linf()), 0.4169695869, 1e-10);
  EXPECT_NEAR(certified_eps(triangle(0.5), linf()), 0.7694837641, 1e-10);
}

TEST(PlanarGrasp, TriangleWithoutFrictionTurns) {
  const Closure closure = force_closure(triangle(0.0));
  EXPECT_FALSE(closure.closed);
  EXPECT_EQ(closure.reason, ClosureReason::RankDeficient);
  ASSERT_EQ(closure.lost.cols(), 1);
  EXPECT_NEAR(std::abs(closure.lost(2, 0)), 1.0, 1e-12);
}

TEST(PlanarGrasp, OppositeFingersLinf) {
  const auto fingers = [](double mu) {
    return planar_set({contact({-1, 0, 0}, {1, 0, 0}, mu), contact({1, 0, 0}, {-1, 0, 0}, mu)});
  };
  WrenchSetOptions options;
  options.measure = Measure::Linf;
  EXPECT_NEAR(certified_eps(fingers(0.25), linf()), 1.0 / 3.0, 1e-10);
  EXPECT_NEAR(certified_eps(fingers(0.5), linf()), 1.0 / std::sqrt(3.0), 1e-10);
  EXPECT_NEAR(*hull_volume(fingers(0.25), options), 0.5, 1e-10);
  EXPECT_NEAR(*hull_volume(fingers(0.5), options), 2.0, 1e-10);
}

// Nguyen 1988: on parallel sides a distance w apart, closed where the offset is below mu w.
TEST(PlanarGrasp, TwoFingerRule) {
  for (const double width : {0.5, 2.0})
    for (const double mu : {0.2, 0.7}) {
      const auto closure = [&](double offset) {
        return force_closure(planar_set(
            {contact({0, 0, 0}, {1, 0, 0}, mu), contact({width, offset, 0}, {-1, 0, 0}, mu)}));
      };
      for (const double sign : {-1.0, 1.0}) {
        EXPECT_TRUE(closure(sign * mu * width * (1.0 - 1e-4)).closed);
        const Closure equal = closure(sign * mu * width);
        EXPECT_FALSE(equal.closed);
        EXPECT_NEAR(equal.margin, 0.0, 1e-9);
        const Closure beyond = closure(sign * mu * width * (1.0 + 1e-4));
        EXPECT_FALSE(beyond.closed);
        EXPECT_EQ(beyond.reason, ClosureReason::OneSided);
        EXPECT_LT(beyond.margin, 0.0);
      }
    }
}

ContactSet rectangle(double y) {
  return planar_set({contact({-1, -1, 0}, {0, 1, 0}, 0), contact({1, 1, 0}, {0, -1, 0}, 0),
                     contact({-2, y, 0}, {1, 0, 0}, 0), contact({2, -y, 0}, {-1, 0, 0}, 0)});
}

TEST(PlanarGrasp, FormClosureOfRectangle) {
  const ContactSet set = rectangle(-0.5);
  const Closure closure = form_closure(set);
  EXPECT_TRUE(closure.closed);
  EXPECT_NEAR(closure.margin, 1.0 / std::sqrt(13.0), 1e-10);
  EXPECT_NEAR(certified_eps(set), 0.2773500981, 1e-10);
  EXPECT_NEAR(*hull_volume(set, {}), 1.0, 1e-10);
  // Friction does not count in form closure.
  ContactSet rough = set;
  for (GraspContact& c : rough.contacts) c.friction = 0.7;
  EXPECT_NEAR(form_closure(rough).margin, 1.0 / std::sqrt(13.0), 1e-10);
}

TEST(PlanarGrasp, MirroredRectangleIsNotClosed) {
  const Closure closure = form_closure(rectangle(0.5));
  EXPECT_FALSE(closure.closed);
  EXPECT_EQ(closure.reason, ClosureReason::OneSided);
  EXPECT_NEAR(closure.margin, -0.5, 1e-9);  // not -0.4472, the largest offset of a facet
  ASSERT_EQ(closure.separating.size(), 3);
  EXPECT_NEAR(closure.separating[2], -1.0, 1e-9);
  EXPECT_NE(explain(rectangle(0.5), closure).find("torque (0 0 -1)"), std::string::npos);
}

TEST(PlanarGrasp, ThreeOfFourAreNotClosed) {
  for (std::size_t i = 0; i < 4; ++i) {
    ContactSet set = rectangle(-0.5);
    set.contacts.erase(set.contacts.begin() + static_cast<std::ptrdiff_t>(i));
    const Closure closure = form_closure(set);
    EXPECT_FALSE(closure.closed);
    // The one that was taken away is what is missing.
    EXPECT_EQ(best_addition(set, closure, {rectangle(-0.5).contacts[i]}), 0);
    EXPECT_NE(explain(set, closure).find("at least 4 contacts"), std::string::npos);
  }
}

TEST(PlanarGrasp, RegionsOfTwoFingers) {
  const double mu = 0.5, width = 1.0;
  const Side left{{0, 0}, {0, 2}, {1, 0}, mu}, right{{width, 0}, {width, 2}, {-1, 0}, mu};
  const auto regions = two_finger_regions(left, right);
  ASSERT_TRUE(regions);
  const double a = regions->first.to - regions->first.from;
  const double b = regions->second.to - regions->second.from;
  // |d| <= mu w in all corners: both intervals together are 2 mu w long.
  EXPECT_NEAR(a, mu * width, 2e-6);
  EXPECT_NEAR(b, mu * width, 2e-6);
  for (const double s : {regions->first.from + 1e-6, regions->first.to - 1e-6})
    for (const double t : {regions->second.from + 1e-6, regions->second.to - 1e-6}) {
      const ContactSet corner =
          planar_set({contact({0, s, 0}, {1, 0, 0}, mu), contact({width, t, 0}, {-1, 0, 0}, mu)});
      EXPECT_TRUE(force_closure(corner).closed) << s << " " << t;
    }
  EXPECT_FALSE(two_finger_regions(left, {{5, 9}, {5, 10}, {-1, 0}, 0.1}));
}

// Small regions of sides at odd angles: some were said not to be there.
TEST(PlanarGrasp, RegionsOfRandomSides) {
  RandomGrasps random(5);
  int found = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto side = [&] {
      const double a = random.number(0.0, 6.28);
      const Eigen::Vector2d along(std::cos(a), std::sin(a));
      const Eigen::Vector2d start(random.number(-1, 1), random.number(-1, 1));
      return Side{start,
                  start + random.number(0.2, 3.0) * along,
                  {-along.y(), along.x()},
                  random.number(0.05, 1.2)};
    };
    const Side first = side(), second = side();
    const auto closed = [&](double s, double t) {
      const Eigen::Vector2d p = first.start + s * (first.end - first.start).normalized();
      const Eigen::Vector2d q = second.start + t * (second.end - second.start).normalized();
      const auto inside = [](const Side& at, const Eigen::Vector2d& d) {
        return std::abs(at.normal.x() * d.y() - at.normal.y() * d.x()) <
               at.friction * at.normal.dot(d);
      };
      return inside(first, q - p) && inside(second, p - q);
    };
    const double l1 = (first.end - first.start).norm(), l2 = (second.end - second.start).norm();
    const auto regions = two_finger_regions(first, second);
    if (!regions) {
      for (int k = 0; k < 300; ++k)
        ASSERT_FALSE(closed(random.number(0.0, l1), random.number(0.0, l2))) << i;
      continue;
    }
    ++found;
    const Interval &a = regions->first, &b = regions->second;
    ASSERT_GE(std::min(a.from, b.from), 0.0) << i;
    ASSERT_LE(a.to, l1) << i;
    ASSERT_LE(b.to, l2) << i;
    for (const double s : {0.001, 0.999})
      for (const double t : {0.001, 0.999})
        ASSERT_TRUE(closed(a.from + s * (a.to - a.from), b.from + t * (b.to - b.from))) << i;
  }
  EXPECT_GT(found, 200);
}

}  // namespace
}  // namespace catena::grasp::test
