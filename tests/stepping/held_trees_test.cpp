// Impulses on trees with held coordinates, against the mass matrix.

#include "catena/sim/held_trees.hpp"

#include <gtest/gtest.h>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

// M dv = tau must hold with the efforts that were given and those that were found.
TEST(HeldTrees, AnswersKeepTheEquationsOfMotion) {
  int held_count = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Model model = random_model(seed, {.massless = false});
    const int nv = model.nv();
    if (nv == 0) continue;
    const RandomState state = random_state(model, seed);
    Workspace<double> ws(model);
    Eigen::VectorXd a(nv);
    aba<double>(model, state.q, state.v, state.tau, a, ws);  // leaves the joint poses
    std::vector<char> held(static_cast<std::size_t>(nv), 0);
    Random random(seed);
    for (char& flag : held) flag = random() % 3 == 0 ? 1 : 0;
    std::vector<double> added(held.size(), 0.0);
    for (double& inertia : added) inertia = random() % 3 == 0 ? 0.7 : 0.0;

    HeldTrees trees(model);
    const int end = static_cast<int>(model.nodes().size());
    for (int first = 1, next = 1; first < end; first = next) {
      next = model.nodes()[static_cast<std::size_t>(first)].subtree_end;
      trees.factorize(first, next, ws, held, added);
      trees.clear(first, next);
      for (int i = first; i < next; ++i) {
        const Node& node = model.nodes()[static_cast<std::size_t>(i)];
        for (int k = node.v; k < node.v + node.nv; ++k)
          (held[static_cast<std::size_t>(k)] ? trees.rate(k) : trees.effort(k)) = state.tau[k];
      }
      trees.respond(first, next, ws);
    }
    Eigen::MatrixXd M(nv, nv);
    crba<double>(model, state.q, M, ws);
    M = Eigen::MatrixXd(M.selfadjointView<Eigen::Lower>());
    for (int k = 0; k < nv; ++k) M(k, k) += added[static_cast<std::size_t>(k)];
    Eigen::VectorXd dv(nv), tau(nv);
    for (int k = 0; k < nv; ++k) {
      dv[k] = trees.rate(k), tau[k] = trees.effort(k);
      held_count += held[static_cast<std::size_t>(k)];
      if (held[static_cast<std::size_t>(k)]) {
        EXPECT_EQ(dv[k], state.tau[k]);
      }
    }
    const double size = tau.lpNorm<Eigen::Infinity>() + (M.cwiseAbs() * dv.cwiseAbs()).maxCoeff();
    EXPECT_LT((M * dv - tau).lpNorm<Eigen::Infinity>(), 1e-11 * size) << "seed " << seed;
  }
  EXPECT_GT(held_count, 100);
}

// Where other coordinates are held, only what changes is computed anew.
TEST(HeldTrees, UpdatesAreTheSameToTheLastBit) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Model model = random_model(seed, {.massless = false});
    if (model.nv() == 0) continue;
    const RandomState state = random_state(model, seed);
    Workspace<double> ws(model);
    Eigen::VectorXd a(model.nv());
    aba<double>(model, state.q, state.v, state.tau, a, ws);
    std::vector<char> held(static_cast<std::size_t>(model.nv()), 0);
    std::vector<double> added(held.size(), 0.0);
    Random random(seed);
    HeldTrees kept(model), fresh(model);
    const int end = static_cast<int>(model.nodes().size());
    for (int change = 0; change < 6; ++change) {
      held[random() % held.size()] ^= 1;
      added[random() % added.size()] = change % 2 == 0 ? 0.7 : 0.0;
      for (int first = 1, next = 1; first < end; first = next) {
        next = model.nodes()[static_cast<std::size_t>(first)].subtree_end;
        fresh.factorize(first, next, ws, held, added);
        if (change == 0)
          kept.factorize(first, next, ws, held, added);
        else
          kept.update(first, next, ws, held, added);
      }
      for (std::size_t k = 0; k < held.size(); ++k) {
        EXPECT_EQ(kept.axes()[k].D_inverse, fresh.axes()[k].D_inverse) << "seed " << seed;
        for (int r = 0; r < 6; ++r) EXPECT_EQ(kept.axes()[k].U[r], fresh.axes()[k].U[r]);
      }
    }
  }
}

}  // namespace
}  // namespace catena::test
