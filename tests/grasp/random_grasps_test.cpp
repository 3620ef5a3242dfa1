// Random and degenerate grasps: bounds hold, values converge, nothing hangs.

#include <gtest/gtest.h>

#include <cstdlib>

#include "catena/grasp/closure.hpp"
#include "catena/grasp/force_plan.hpp"
#include "catena/grasp/quality.hpp"
#include "catena/grasp/regions.hpp"
#include "tests/grasp/grasps.hpp"

namespace catena::grasp::test {
namespace {

// CATENA_GRASPS=1000 runs as many; it takes minutes.
int count_of_grasps(int usual) {
  const char* text = std::getenv("CATENA_GRASPS");
  return text == nullptr ? usual : std::atoi(text);
}

// The true value lies between its bounds, and cones with edges converge to it from below.
TEST(RandomGrasp, BoundsAndEdges) {
  RandomGrasps random(3);
  int closed = 0;
  for (int i = 0; i < count_of_grasps(40); ++i) {
    const ContactSet set = random.next(3 + i % 4, false);
    QualityEvaluator evaluator;
    const Quality value = evaluator.value(set);
    const Quality q = evaluator.certified(set);
    EXPECT_EQ(force_closure(set).closed, q.closed) << i;
    if (!q.closed) continue;
    ++closed;
    EXPECT_TRUE(q.proven) << i;
    EXPECT_LE(q.upper - q.lower, 1e-6) << i;
    EXPECT_TRUE(value.proven) << i;
    EXPECT_NEAR(value.eps, q.eps, 1e-6) << i;
    double last = 0.0;
    for (const int edges : {4, 8, 16, 32}) {
      QualityOptions options;
      options.edges = edges;
      QualityEvaluator polygon(options);
      const double inner = polygon.certified(set, 1e-9).eps;
      EXPECT_LE(inner, q.upper + 1e-9) << i;
      // Twice the edges contain the edges.
      EXPECT_GE(inner, last - 1e-9) << i;
      last = inner;
    }
    // 32 edges contain the cone with its friction times cos(pi / 32).
    EXPECT_GT(last, q.lower - 0.007) << i;
  }
  EXPECT_GT(closed, 5);
  RecordProperty("closed", closed);
}

// Searches alone miss minima, of many contacts and of cones with edges above all: then the value
// was up to twice the truth. Now it is the minimum, or it says that this is not proven.
TEST(RandomGrasp, TheValueIsTheMinimumOrIsNotProven) {
  RandomGrasps random(31);
  int proven = 0, open = 0;
  for (int i = 0; i < count_of_grasps(40); ++i) {
    const ContactSet set = random.next(3 + i % 9, i % 3 == 0);
    double least = 1e300;
    for (const int edges : {0, 16, 8, 4}) {
      QualityOptions options;
      options.edges = edges;
      const Quality value = QualityEvaluator(options).value(set);
      const Quality q = QualityEvaluator(options).certified(set);
      if (!q.closed) break;
      (value.proven ? proven : open)++;
      EXPECT_LE(value.lower, q.upper + 1e-12) << i << " " << edges;
      EXPECT_GE(value.eps, q.lower - 1e-12) << i << " " << edges;
      if (value.proven) {
        EXPECT_NEAR(value.eps, q.eps, 1.1e-6) << i << " " << edges;
      }
      // Pyramids are inside of those with more edges, and of the cone.
      EXPECT_LE(q.lower, least + 1e-9) << i << " " << edges;
      least = q.upper;
    }
  }
  EXPECT_GT(proven, 60);
  RecordProperty("proven", proven);
  RecordProperty("open", open);
}

// The margin of a set that is not closed is its distance: no primitive is nearer along the normal.
TEST(RandomGrasp, SeparatingWrenches) {
  RandomGrasps random(9);
  int open = 0;
  for (int i = 0; i < 300; ++i) {
    const ContactSet set = random.next(2 + i % 4, i % 2 == 1);
    const Closure closure = force_closure(set);
    ASSERT_NE(closure.reason, ClosureReason::Undecided) << i;
    if (closure.closed) {
      // The proof of the other answer.
      const GraspMap map = grasp_map(set);
      EXPECT_LT((map.G * closure.internal).norm(), 1e-8) << i;
      EXPECT_GT(closure.inside, 0.0);
      continue;
    }
    ++open;
    const WrenchCones cones = wrench_cones(set);
    for (int c = 0; c < set.size(); ++c)
      EXPECT_GE(-support(cones, c, -closure.separating), -closure.margin - 1e-7) << i;
    EXPECT_FALSE(explain(set, closure).empty());
  }
  EXPECT_GT(open, 50);
}

std::vector<ContactSet> degenerate_grasps() {
  RandomGrasps random(21);
  std::vector<ContactSet> all;
  ContactSet empty;
  all.push_back(empty);
  for (const double mu : {0.0, 0.5}) {
    ContactSet one = two_fingers(1.0, mu);
    one.contacts.pop_back();
    all.push_back(one);
    ContactSet same = random.next(1, mu > 0.0);  // one point, five times
    for (int i = 0; i < 4; ++i) same.contacts.push_back(same.contacts[0]);
    all.push_back(same);
    ContactSet flat = cube_sides({0.0, 0.0}, mu);  // coincident pairs
    all.push_back(flat);
    all.push_back(cube_faces(mu));
  }
  for (const double rho : {1e-6, 1e-3, 1e3, 1e6}) {
    ContactSet set = random.next(6, false);
    set.rho = rho;
    all.push_back(set);
  }
  for (const double size : {1e-6, 1e4}) {
    ContactSet set = random.next(7, true);
    for (GraspContact& c : set.contacts) c.point *= size;
    all.push_back(set);
  }
  for (const double mu : {1e-9, 1e6}) {
    ContactSet set = random.next(7, false);
    for (GraspContact& c : set.contacts) c.friction = mu;
    all.push_back(set);
  }
  ContactSet mixed = random.next(20, false);
  for (std::size_t i = 0; i < mixed.contacts.size(); ++i) {
    mixed.contacts[i].friction = i % 3 == 0 ? 0.0 : 0.4;
    mixed.contacts[i].torsion = i % 2 == 0 ? 0.1 : 0.0;
    mixed.contacts[i].friction_2 = i % 5 == 0 ? 0.2 : -1.0;
  }
  all.push_back(mixed);
  ContactSet planar = planar_set(triangle(0.5).contacts);
  all.push_back(planar);
  for (const double mu : {0.0, 1e6}) {
    for (GraspContact& c : planar.contacts) c.friction = mu;
    all.push_back(planar);
  }
  ContactSet thin = random.next(8, false);  // nearly in a plane
  for (GraspContact& c : thin.contacts) c.point.z() *= 1e-7;
  all.push_back(thin);
  ContactSet hard = two_fingers(1.0, 0.5);  // soft fingers that are none
  for (GraspContact& c : hard.contacts) c.torsion = 0.0;
  all.push_back(hard);
  for (GraspContact& c : hard.contacts) c.torsion = 1e-9;
  all.push_back(hard);
  all.push_back(random.next(50, false));
  all.push_back(random.next(50, true));
  ContactSet point = random.next(5, true);  // all at the reference
  for (GraspContact& c : point.contacts) c.point.setZero();
  all.push_back(point);
  return all;
}

TEST(RandomGrasp, DegenerateOnesEnd) {
  int index = 0;
  for (const ContactSet& set : degenerate_grasps()) {
    const Closure closure = force_closure(set);
    EXPECT_EQ(closure.closed, closure.reason == ClosureReason::Closed) << index;
    EXPECT_TRUE(std::isfinite(closure.margin)) << index;
    EXPECT_NE(closure.reason, ClosureReason::Undecided) << index;
    for (const Measure measure : {Measure::L1, Measure::Linf})
      for (const int edges : {0, 8}) {
        QualityOptions options;
        options.measure = measure;
        options.edges = edges;
        QualityEvaluator evaluator(options);
        const Quality q = evaluator.certified(set, 1e-2, 3000);
        EXPECT_TRUE(std::isfinite(q.eps)) << index;
        EXPECT_GE(q.eps, 0.0);
        EXPECT_LE(q.lower, q.upper);
        if (edges == 0 && measure == Measure::L1) {
          EXPECT_EQ(q.closed, closure.closed) << index;
        }
      }
    ForcePlanner planner;
    const ForcePlan& plan = planner.plan(set, Eigen::VectorXd::Unit(set.wrench_size(), 2));
    EXPECT_NE(plan.status, ForceStatus::Inaccurate) << index << " " << plan.residual;
    if (closure.closed) {
      EXPECT_EQ(plan.status, ForceStatus::Held) << index;
    }
    ++index;
  }
}

// Two soft fingers resist no torque about their line beyond friction times torsion, however small.
TEST(RandomGrasp, WeakTorsionIsWhatTheyResist) {
  for (const double size : {1e-3, 1.0, 1e3})
    for (const double torsion : {1e-6, 1e-9, 1e-12}) {
      const ContactSet set = two_fingers(size, 0.5, torsion * size);
      const Closure closure = force_closure(set);
      QualityEvaluator evaluator;
      const Quality q = evaluator.certified(set, 1e-2, 3000);
      EXPECT_TRUE(closure.closed && q.closed) << size << " " << torsion;
      const double exact = 0.5 * torsion * size;
      EXPECT_NEAR(closure.margin / exact, 1.0, 1e-3) << size << " " << torsion;
      EXPECT_NEAR(q.eps / exact, 1.0, 1e-3) << size << " " << torsion;
    }
}

TEST(RandomGrasp, WrongNumbersAreRefused) {
  ContactSet set = two_fingers(1.0, 0.5);
  set.contacts[1].normal *= 2.0;
  EXPECT_THROW(force_closure(set), GraspError);
  set = two_fingers(1.0, -0.5);
  EXPECT_THROW(grasp_map(set), GraspError);
  set = two_fingers(1.0, 0.5);
  set.rho = 0.0;
  EXPECT_THROW(wrench_cones(set), GraspError);
  set.rho = 1.0;
  set.dimensions = {2, 1};
  EXPECT_THROW(force_closure(set), GraspError);
  set = two_fingers(1.0, std::nan(""));
  EXPECT_THROW(force_closure(set), GraspError);
  ForcePlanner planner;
  EXPECT_THROW(planner.plan(two_fingers(1.0, 0.5), Eigen::VectorXd::Zero(3)), GraspError);
}

// Grasps with one candidate of each region keep what was promised.
TEST(RandomGrasp, RegionsKeepTheirPromise) {
  RandomGrasps random(2);
  ContactSet set = equator({0, 120, 240}, 0.6);
  set.contacts.push_back(contact({0, 0, 1}, {0, 0, -1}, 0.6));
  std::vector<GraspContact> candidates;
  for (int i = 0; i < 2000; ++i) {
    const Vector3d p = random.direction();
    candidates.push_back(contact(p, -p, 0.6));
  }
  for (const GraspContact& c : set.contacts)
    for (int i = 0; i < 30; ++i) {
      const Vector3d p = (c.point + 0.1 * random.direction()).normalized();
      candidates.push_back(contact(p, -p, 0.6));
    }
  const ContactRegions regions = contact_regions(set, candidates);
  ASSERT_TRUE(regions.found);
  for (const auto& region : regions.candidates) EXPECT_GT(region.size(), 10U);
  QualityOptions options;
  options.edges = 8;
  for (int i = 0; i < 40; ++i) {
    ContactSet other = set;
    for (std::size_t k = 0; k < other.contacts.size(); ++k) {
      const auto& region = regions.candidates[k];
      const auto pick =
          static_cast<std::size_t>(random.number(0.0, 0.999) * static_cast<double>(region.size()));
      other.contacts[k] = candidates[static_cast<std::size_t>(region[pick])];
    }
    QualityEvaluator evaluator(options);
    EXPECT_GE(evaluator.certified(other).eps, regions.promised - 1e-9);
  }
}

}  // namespace
}  // namespace catena::grasp::test
