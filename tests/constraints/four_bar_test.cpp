// The N-four-bar of IFToMM's library: all uprights stay parallel and move like a pendulum,
// theta'' = K sin theta (derived from the energy of the parallel motion).

#include <gtest/gtest.h>

#include <cmath>

#include "catena/constraints/loop_solver.hpp"
#include "catena/library/builtin_loops.hpp"

namespace catena {
namespace {

struct FourBars {
  explicit FourBars(int n)
      : tree(std::make_shared<const Model>(describe_n_four_bar(n).build())),
        loops(std::make_shared<const Loops>(tree, builtin_loops("n_four_bar", *tree))),
        solver(loops) {}
  // All uprights at `angle` with rate `speed`.
  void set(double angle, double speed) {
    q = Eigen::VectorXd::Zero(loops->nq());
    v = Eigen::VectorXd::Zero(loops->nv());
    for (int k = 0; k < tree->nv(); ++k) {
      const bool upright = tree->coordinate_name(k).starts_with("upright");
      q[k] = upright ? angle : -angle;
      v[k] = upright ? speed : -speed;
    }
    solver.follow(q, v);
  }
  std::shared_ptr<const Model> tree;
  std::shared_ptr<const Loops> loops;
  LoopSolver solver;
  Eigen::VectorXd q, v;
};

TEST(FourBar, AcceleratesLikeItsPendulum) {
  for (const int n : {1, 2, 5, 40}) {
    FourBars bars(n);
    bars.set(0.4, 1.3);
    const double K = 9.81 * ((n + 1) / 2.0 + n) / ((n + 1) / 3.0 + n);
    const Eigen::VectorXd tau = Eigen::VectorXd::Zero(bars.loops->nv());
    Eigen::VectorXd a(bars.loops->nv());
    bars.solver.accelerations(bars.q, bars.v, tau, {}, a);
    for (int k = 0; k < bars.tree->nv(); ++k) {
      const bool upright = bars.tree->coordinate_name(k).starts_with("upright");
      EXPECT_NEAR(a[k], (upright ? 1.0 : -1.0) * K * std::sin(0.4), 1e-12) << n << " " << k;
    }
    EXPECT_EQ(bars.solver.row_count(), 5 * n);
    EXPECT_EQ(bars.solver.rank(), 2 * n);
    // Loop joints turn with the uprights, against the couplers.
    EXPECT_NEAR(bars.q[bars.tree->nq()], 0.4, 1e-14);
    EXPECT_NEAR(bars.v[bars.tree->nv()], 1.3, 1e-13);
    EXPECT_NEAR(a[bars.tree->nv()], K * std::sin(0.4), 1e-11);
  }
}

}  // namespace
}  // namespace catena
