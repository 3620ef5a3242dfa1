#include "catena/math/views.hpp"

#include <gtest/gtest.h>

#include <span>
#include <vector>

namespace catena {
namespace {

double sum(In<double> x) {
  double total = 0.0;
  for (Eigen::Index i = 0; i < x.size(); ++i) total += x[i];
  return total;
}
void count_up(Out<double> x) {
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
}
void number(OutMatrix<double> m) {
  for (Eigen::Index j = 0; j < m.cols(); ++j)
    for (Eigen::Index i = 0; i < m.rows(); ++i) m(i, j) = static_cast<double>(10 * i + j);
}

TEST(VectorView, AcceptsWhatLiesInARow) {
  const Eigen::VectorXd eigen = Eigen::VectorXd::LinSpaced(4, 1, 4);
  const std::vector<double> standard = {1, 2, 3, 4};
  const std::array<double, 4> array = {1, 2, 3, 4};
  EXPECT_EQ(sum(eigen), 10.0);
  EXPECT_EQ(sum(standard), 10.0);
  EXPECT_EQ(sum(array), 10.0);
  EXPECT_EQ(sum(std::span(standard)), 10.0);
  EXPECT_EQ(sum(eigen.segment(1, 2)), 5.0);
  EXPECT_EQ(sum(Eigen::Vector3d(1, 2, 3)), 6.0);
  EXPECT_TRUE(In<double>().empty());
}

TEST(VectorView, WritesThrough) {
  Eigen::VectorXd eigen = Eigen::VectorXd::Zero(4);
  count_up(eigen);
  EXPECT_EQ(eigen, Eigen::Vector4d(0, 1, 2, 3));
  std::vector<double> standard(3);
  count_up(standard);
  EXPECT_EQ(standard, (std::vector<double>{0, 1, 2}));
}

TEST(MatrixView, WritesByColumnsWithAStride) {
  Eigen::MatrixXd m(2, 3);
  number(m);
  Eigen::MatrixXd expected(2, 3);
  expected << 0, 1, 2, 10, 11, 12;
  EXPECT_EQ(m, expected);
  // A block of a larger matrix.
  Eigen::MatrixXd large = Eigen::MatrixXd::Constant(4, 4, -1);
  number(MatrixView<double>(large.data() + 1, 2, 3, 4));
  EXPECT_EQ(large.block(1, 0, 2, 3), expected);
  EXPECT_EQ(large(0, 0), -1.0);
  EXPECT_EQ(large(3, 2), -1.0);
  EXPECT_EQ(MatrixView<double>(m).column(2)[1], 12.0);
  Eigen::Matrix<double, 6, 2> fixed;
  EXPECT_EQ(MatrixView<double>(fixed).rows(), 6);
}

TEST(Conversions, GoBothWays) {
  const Eigen::Vector3d v(1, 2, 3);
  EXPECT_EQ(to_eigen(to_vec3(v)), v);
  Eigen::Matrix3d m;
  m << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  EXPECT_EQ(to_eigen(to_mat3(m)), m);
  const Sym3<double> s = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(to_eigen(s), to_eigen(s).transpose());
  EXPECT_EQ(to_eigen(s)(0, 2), 3.0);
  EXPECT_EQ(to_eigen(s)(1, 2), 5.0);
}

TEST(EigenOfPacks, StoresAndCopies) {
  VectorX<Pack4> x(3);
  for (Eigen::Index i = 0; i < 3; ++i) x[i] = Pack4(static_cast<double>(i));
  const VectorX<Pack4> copy = x;
  EXPECT_EQ(copy[2][3], 2.0);
  MatrixX<Pack4> m(2, 2);
  m(1, 0) = Pack4(5.0);
  EXPECT_EQ(m.data()[1][0], 5.0);
}

}  // namespace
}  // namespace catena
