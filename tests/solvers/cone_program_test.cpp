#include "catena/solvers/cone_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace catena::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class RandomCones {
 public:
  explicit RandomCones(unsigned seed) : engine_(seed) {}

  // A problem with a known answer: some blocks of x inside, some at zero, some on the surface.
  ConeProblem next() {
    ConeProblem p;
    Index n = 0;
    for (int i = whole(3, 14); i > 0; --i) {
      p.cones.push_back(whole(1, 5));
      n += p.cones.back();
    }
    const Index m = whole(1, static_cast<int>(std::min<Index>(8, n)));
    p.A = MatrixXd::NullaryExpr(m, n, [&] { return normal_(engine_); });
    VectorXd x = VectorXd::Zero(n), z = VectorXd::Zero(n);
    Index at = 0;
    for (const int size : p.cones) {
      VectorXd v = VectorXd::NullaryExpr(size, [&] { return normal_(engine_); });
      v[0] = size == 1 ? std::abs(v[0]) : v.tail(size - 1).norm();
      const int kind = whole(0, 2);
      if (kind == 0) x.segment(at, size) = v, x[at] += 0.5;
      if (kind == 1) z.segment(at, size) = v, z[at] += 0.5;
      if (kind == 2 && size > 1) {
        x.segment(at, size) = v;
        z.segment(at, size) = -v;
        z[at] = v[0];
      }
      at += size;
    }
    p.b = p.A * x;
    p.c = z + p.A.transpose() * VectorXd::NullaryExpr(m, [&] { return normal_(engine_); });
    value_ = p.c.dot(x);
    return p;
  }
  double value() const { return value_; }
  int whole(int from, int to) { return std::uniform_int_distribution<int>(from, to)(engine_); }
  double number() { return normal_(engine_); }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
  double value_ = 0.0;
};

// How far from its cones a vector is.
double outside_cones(const VectorXd& x, const std::vector<int>& cones) {
  double worst = 0.0;
  Index at = 0;
  for (const int n : cones) {
    worst = std::max(worst, x.segment(at + 1, n - 1).norm() - x[at]);
    at += n;
  }
  return worst;
}

TEST(ConeProgram, RandomProblemsAreOptimal) {
  RandomCones random(1);
  for (int i = 0; i < 500; ++i) {
    const ConeProblem p = random.next();
    ConeSolver solver;
    const ConeResult& r = solver.solve(p);
    ASSERT_EQ(r.status, ConeStatus::Solved) << i << " " << r.residual;
    EXPECT_LT((p.A * r.x - p.b).lpNorm<Eigen::Infinity>(), 1e-8) << i;
    EXPECT_LT((p.A.transpose() * r.y + r.z - p.c).lpNorm<Eigen::Infinity>(), 1e-8) << i;
    EXPECT_LT(outside_cones(r.x, p.cones), 1e-10) << i;
    EXPECT_LT(outside_cones(r.z, p.cones), 1e-10) << i;
    EXPECT_LT(std::abs(r.x.dot(r.z)), 2e-8 * (1.0 + std::abs(r.objective))) << i;
    EXPECT_NEAR(r.objective, random.value(), 1e-8 * (1.0 + std::abs(random.value()))) << i;
  }
}

TEST(ConeProgram, CertificatesAreProofs) {
  RandomCones random(2);
  int infeasible = 0, unbounded = 0;
  for (int i = 0; i < 300; ++i) {
    ConeProblem p = random.next();
    for (double& b : p.b) b = random.number();
    if (i % 2 == 0)
      for (double& c : p.c) c = random.number();
    ConeSolver solver;
    const ConeResult& r = solver.solve(p);
    ASSERT_NE(r.status, ConeStatus::Inaccurate) << i << " " << r.residual;
    if (r.status == ConeStatus::Infeasible) {
      ++infeasible;
      EXPECT_LT(outside_cones(-p.A.transpose() * r.y, p.cones), 1e-7) << i;
      EXPECT_NEAR(p.b.dot(r.y), 1.0, 1e-9) << i;
    } else if (r.status == ConeStatus::Unbounded) {
      ++unbounded;
      EXPECT_LT((p.A * r.x).lpNorm<Eigen::Infinity>(), 1e-7) << i;
      EXPECT_LT(outside_cones(r.x, p.cones), 1e-7) << i;
      EXPECT_NEAR(p.c.dot(r.x), -1.0, 1e-9) << i;
    }
  }
  EXPECT_GT(infeasible, 10);
  EXPECT_GT(unbounded, 20);
}

// Rows that repeat others change nothing; rows that contradict them are infeasible.
TEST(ConeProgram, DependentRows) {
  RandomCones random(3);
  for (int i = 0; i < 100; ++i) {
    ConeProblem p = random.next();
    const Index m = p.A.rows();
    p.A.conservativeResize(m + 1, p.A.cols());
    p.b.conservativeResize(m + 1);
    p.A.row(m) = -2.0 * p.A.row(0);
    p.b[m] = -2.0 * p.b[0];
    ConeSolver solver;
    EXPECT_EQ(solver.solve(p).status, ConeStatus::Solved) << i;
    EXPECT_NEAR(solver.result().objective, random.value(), 1e-8 * (1.0 + std::abs(random.value())));
    p.b[m] += 1.0;
    EXPECT_EQ(solver.solve(p).status, ConeStatus::Infeasible) << i;
  }
}

TEST(ConeProgram, WarmStartsNeedNoInteriorPoint) {
  RandomCones random(4);
  ConeProblem p = random.next();
  ConeSolver solver;
  solver.solve(p);
  int warm = 0;
  for (int i = 0; i < 20; ++i) {
    p.b *= 1.01;
    const ConeResult& r = solver.solve(p);
    EXPECT_EQ(r.status, ConeStatus::Solved);
    EXPECT_NEAR(r.objective, random.value() * std::pow(1.01, i + 1), 1e-7);
    warm += r.iterations == 0 ? 1 : 0;
  }
  EXPECT_GT(warm, 15);
}

TEST(ConeProgram, WrongSizesAreRefused) {
  ConeSolver solver;
  EXPECT_THROW(solver.solve({MatrixXd::Ones(1, 3), VectorXd::Ones(1), VectorXd::Ones(3), {1, 1}}),
               std::invalid_argument);
  EXPECT_THROW(
      solver.solve(
          {MatrixXd::Ones(1, 2), VectorXd::Ones(1), VectorXd::Constant(2, std::nan("")), {2}}),
      std::invalid_argument);
}

}  // namespace
}  // namespace catena::test
