// Each lane of a pack goes through every kernel as if it were alone.

#include <gtest/gtest.h>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "tests/support/kernel_catalogue.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

std::vector<RandomState> four_states(const Model& model, std::uint64_t seed) {
  std::vector<RandomState> states;
  for (std::uint64_t i = 0; i < 4; ++i) states.push_back(random_state(model, 4 * seed + i));
  return states;
}

// The largest entry of |M^-1| |d tau|: derivatives of forward dynamics are sums of terms of this
// size, which cancel where the mass matrix is badly conditioned, and round accordingly.
double size_of_terms(const Model& model, const RandomState& s) {
  const int n = model.nv();
  Workspace<double> ws(model);
  VectorXd a(n);
  MatrixXd by_q(n, n), by_v(n, n), M(n, n), M_inverse(n, n);
  aba<double>(model, s.q, s.v, s.tau, a, ws, s.external);
  rnea_derivatives<double>(model, s.q, s.v, a, by_q, by_v, M, ws, s.external);
  mass_matrix_inverse<double>(model, s.q, M_inverse, ws);
  const MatrixXd size = M_inverse.cwiseAbs();
  return std::max({1.0, (size * by_q.cwiseAbs()).maxCoeff(), (size * by_v.cwiseAbs()).maxCoeff()});
}

TEST(Lanes, EqualTheScalarInEveryKernel) {
  WorstError plain("lanes = scalar", 1e-12);
  WorstError derivatives("lanes = scalar: aba_derivatives, to the size of their terms", 1e-13);
  const RandomModelOptions options = {.springs = true};
  for_random_models(150, options, [&](const Model& model, const RandomState&, auto seed) {
    const auto states = four_states(model, seed);
    KernelCatalogue<Pack4> packs(model, kernel_inputs<Pack4>(states));
    for (auto& kernel : packs.kernels()) packs.run(kernel);
    for (std::size_t i = 0; i < Pack4::lanes; ++i) {
      KernelCatalogue<double> scalars(model, kernel_inputs<double>({states[i]}));
      ASSERT_EQ(scalars.kernels().size(), packs.kernels().size());
      for (std::size_t k = 0; k < scalars.kernels().size(); ++k) {
        auto& kernel = scalars.kernels()[k];
        scalars.run(kernel);
        const auto lane = lane_of(packs.kernels()[k].output, i);
        if (kernel.name == "aba_derivatives")
          derivatives.expect(relative_error(lane, kernel.output, size_of_terms(model, states[i])));
        else
          plain.expect(lane, kernel.output, kernel.name);
      }
    }
  });
}

TEST(Lanes, AreIndependent) {
  // A lane full of NaN must not leak into the others.
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  WorstError worst("a NaN lane leaves the others alone", 0.0);
  for_random_models(40, [&](const Model& model, const RandomState&, auto seed) {
    auto states = four_states(model, seed);
    KernelCatalogue<Pack4> clean(model, kernel_inputs<Pack4>(states));
    for (auto* x : {&states[2].q, &states[2].v, &states[2].a, &states[2].tau}) x->setConstant(nan);
    KernelCatalogue<Pack4> dirty(model, kernel_inputs<Pack4>(states));
    for (std::size_t k = 0; k < clean.kernels().size(); ++k) {
      auto &one = clean.kernels()[k], &other = dirty.kernels()[k];
      clean.run(one);
      dirty.run(other);
      for (const std::size_t i : {0u, 1u, 3u})
        worst.expect(lane_of(other.output, i), lane_of(one.output, i), one.name);
    }
  });
}

}  // namespace
}  // namespace catena::test
