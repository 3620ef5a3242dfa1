// Efforts that share a load: the smallest within their bounds, and how much room they have.

#include "catena/solvers/redundant_efforts.hpp"

#include <gtest/gtest.h>

#include "catena/math/infinity.hpp"

namespace catena {
namespace {

Eigen::VectorXd numbers_of(std::initializer_list<double> x) {
  return Eigen::Map<const Eigen::VectorXd>(x.begin(), static_cast<Eigen::Index>(x.size()));
}

TEST(RedundantEfforts, TwoShareALoadWithinTheirBounds) {
  RedundantEfforts efforts;
  const Eigen::MatrixXd R = numbers_of({1, -1});
  const Eigen::VectorXd most = numbers_of({10, 50});
  ASSERT_TRUE(efforts.find(numbers_of({-30, 0}), R, -most, most));
  EXPECT_LE((efforts.smallest() - numbers_of({-10, -20})).norm(), 1e-9);
  EXPECT_LE((efforts.room() - numbers_of({10, 20})).norm(), 1e-8);
  EXPECT_LE((efforts.roomiest() - numbers_of({0, -30})).norm(), 1e-8);
  // One newton more than both can hold: half of it is missing at each.
  ASSERT_TRUE(efforts.find(numbers_of({-61, 0}), R, -most, most));
  EXPECT_LE((efforts.room() - numbers_of({-0.5, -0.5})).norm(), 1e-8);
  ASSERT_TRUE(efforts.find(numbers_of({-60, 0}), R, -most, most));
  EXPECT_LE(efforts.room().norm(), 1e-8);
}

TEST(RedundantEfforts, OfOneSideAreWithoutBoundOnTheOther) {
  RedundantEfforts efforts;  // two stops that push with 10 together, then pull
  const Eigen::MatrixXd R = numbers_of({1, -1});
  const Eigen::VectorXd lower = numbers_of({-infinity, -infinity}), upper = numbers_of({0, 0});
  ASSERT_TRUE(efforts.find(numbers_of({-10, 0}), R, lower, upper));
  EXPECT_LE((efforts.smallest() - numbers_of({-5, -5})).norm(), 1e-9);
  EXPECT_LE((efforts.room() - numbers_of({5, 5})).norm(), 1e-8);
  ASSERT_TRUE(efforts.find(numbers_of({2, 0}), R, lower, upper));
  EXPECT_LE((efforts.room() - numbers_of({-1, -1})).norm(), 1e-8);
}

// What does not share with others is left alone, and groups have rooms of their own.
TEST(RedundantEfforts, GroupsHaveTheirOwnRoom) {
  RedundantEfforts efforts;
  Eigen::MatrixXd R = Eigen::MatrixXd::Zero(5, 2);
  R(0, 0) = 2.0, R(1, 0) = -2.0, R(3, 1) = 1.0, R(4, 1) = 1.0;
  const Eigen::VectorXd most = Eigen::VectorXd::Constant(5, 10.0);
  ASSERT_TRUE(efforts.find(numbers_of({18, 0, 7, 3, -3}), R, -most, most));
  EXPECT_LE((efforts.smallest() - numbers_of({9, 9, 7, 3, -3})).norm(), 1e-9);
  EXPECT_FALSE(efforts.is_shared(2));
  EXPECT_EQ(efforts.room()[2], infinity);
  EXPECT_NEAR(efforts.room()[0], 1.0, 1e-8);
  EXPECT_NEAR(efforts.room()[3], 7.0, 1e-8);
}

TEST(RedundantEfforts, AreNoneWithoutDirections) {
  RedundantEfforts efforts;
  const Eigen::VectorXd most = numbers_of({10, 50});
  EXPECT_FALSE(efforts.find(numbers_of({1, 2}), Eigen::MatrixXd::Zero(2, 1), -most, most));
  EXPECT_FALSE(efforts.find(numbers_of({1, 2}), Eigen::MatrixXd(2, 0), -most, most));
}

}  // namespace
}  // namespace catena
