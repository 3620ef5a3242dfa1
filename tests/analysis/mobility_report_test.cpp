#include "catena/analysis/mobility_report.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/mechanisms.hpp"

namespace catena {
namespace {

using test::Mechanism;

TEST(MobilityReport, CountsRedundantRowsOfFourBars) {
  for (const int n : {1, 3, 8}) {
    const Mechanism bars = test::n_four_bar(n, 0.8);
    const MobilityReport report = mobility_report(bars.loops, bars.q);
    EXPECT_EQ(report.mobility, 1);
    EXPECT_EQ(report.rows, 5 * n);
    EXPECT_EQ(report.rank, 2 * n);
    EXPECT_FALSE(report.is_singular());
    EXPECT_TRUE(report.singular_closures().empty());
    for (const MobilityReport::Closure& closure : report.closures) {
      EXPECT_EQ(closure.rows, 5);
      EXPECT_EQ(closure.redundant, 3);
    }
  }
}

// When all rods lie in a line, each loop has one motion more.
TEST(MobilityReport, FindsTheSingularPositionOfFourBars) {
  for (const int n : {1, 2, 4}) {
    const Mechanism bars = test::n_four_bar(n, 0.5 * std::acos(-1.0));
    const MobilityReport report = mobility_report(bars.loops, bars.q);
    EXPECT_EQ(report.mobility, n + 1);
    EXPECT_TRUE(report.is_singular());
    EXPECT_EQ(report.nearby_rank, 2 * n);
    EXPECT_EQ(report.singular_closures().size(), static_cast<std::size_t>(n));
    EXPECT_EQ(report.singular_closures().front(),
              "loop joint '" + report.closures.front().name + "'");
  }
}

TEST(MobilityReport, SeesThatBricardMoves) {
  const Mechanism bricard = test::bricard();
  const MobilityReport report = mobility_report(bricard.loops, bricard.q);
  EXPECT_EQ(report.mobility, 1);
  EXPECT_EQ(report.rows, 5);
  EXPECT_EQ(report.redundant(), 1);
  EXPECT_FALSE(report.is_singular());
}

TEST(MobilityReport, SaysItInWords) {
  const Mechanism bars = test::n_four_bar(2, 0.8);
  const std::string text = to_text(mobility_report(bars.loops, bars.q));
  EXPECT_NE(text.find("5 coordinates with 4 independent constraints of 10: 1 degree of freedom"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("3 of 5 rows of loop joint 'closure1' are redundant"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("singular"), std::string::npos) << text;
  const Mechanism flat = test::n_four_bar(2, 0.5 * std::acos(-1.0));
  const std::string flat_text = to_text(mobility_report(flat.loops, flat.q));
  EXPECT_NE(flat_text.find("the position is singular: nearby, 4 constraints are independent"),
            std::string::npos)
      << flat_text;
}

// A tree with nothing to close, and one that cannot move.
TEST(MobilityReport, KnowsTheExtremes) {
  const Mechanism tree(std::make_shared<const Loops>(test::RandomTree(3, 5).tree, LoopSpecs{}));
  EXPECT_EQ(mobility_report(tree.loops, tree.q).mobility, tree.loops->nv());
  test::RandomTree closing(11, 2);
  closing.add(weld("shut"), 0, 2);
  closing.add(weld("shut1"), 0, 1);
  const Mechanism shut = closing.finish();
  const MobilityReport report = mobility_report(shut.loops, shut.q);
  EXPECT_EQ(report.mobility, 0);
  EXPECT_EQ(report.rank, shut.loops->tree().nv());
}

}  // namespace
}  // namespace catena
