// Matrices may be blocks of larger ones: kernels must honour the stride and write nothing beside.

#include <gtest/gtest.h>

#include <functional>

#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/regressor.hpp"
#include "tests/support/kernel_catalogue.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

constexpr double untouched = -12345.0;

// A matrix with a margin of three rows below every column and a guard before and after.
template <class T>
struct Padded {
  Eigen::Index rows, cols, stride;
  std::vector<T> numbers;

  Padded(Eigen::Index r, Eigen::Index c, Eigen::Index margin)
      : rows(r),
        cols(c),
        stride(r + margin),
        numbers(static_cast<std::size_t>(stride * c + 8), T(untouched)) {}
  MatrixView<T> view() { return {numbers.data() + 4, rows, cols, stride}; }
  bool margins_untouched() const {
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const Eigen::Index at = static_cast<Eigen::Index>(k) - 4;
      const bool inside = at >= 0 && at < stride * cols && at % stride < rows;
      if (!inside && !(lane(numbers[k], 0) == untouched)) return false;
    }
    return true;
  }
};

template <class T>
using Write = std::function<void(std::vector<MatrixView<T>>)>;

template <class T>
void expect_same(const char* name, const std::vector<std::pair<Eigen::Index, Eigen::Index>>& shapes,
                 const Write<T>& kernel) {
  std::vector<Padded<T>> tight, loose;
  for (const auto& [rows, cols] : shapes) {
    tight.emplace_back(rows, cols, 0);
    loose.emplace_back(rows, cols, 3);
  }
  std::vector<MatrixView<T>> tight_views, loose_views;
  for (auto& m : tight) tight_views.push_back(m.view());
  for (auto& m : loose) loose_views.push_back(m.view());
  kernel(tight_views);
  kernel(loose_views);
  for (std::size_t m = 0; m < shapes.size(); ++m) {
    EXPECT_TRUE(tight[m].margins_untouched()) << name << " writes outside, matrix " << m;
    EXPECT_TRUE(loose[m].margins_untouched()) << name << " writes outside, matrix " << m;
    for (Eigen::Index j = 0; j < shapes[m].second; ++j)
      for (Eigen::Index i = 0; i < shapes[m].first; ++i)
        for (std::size_t l = 0; l < lane_count<T>; ++l)
          ASSERT_EQ(lane(tight_views[m](i, j), l), lane(loose_views[m](i, j), l))
              << name << " matrix " << m << " at " << i << ", " << j;
  }
}

template <class T>
void expect_strides_honoured(const Model& model, std::uint64_t seed) {
  std::vector<RandomState> states;
  for (std::uint64_t i = 0; i < 4; ++i) states.push_back(random_state(model, 4 * seed + i));
  const KernelInputs<T> in = kernel_inputs<T>(states);
  Workspace<T> ws(model);
  const Eigen::Index n = model.nv();
  expect_same<T>("crba", {{n, n}}, [&](auto m) { crba<T>(model, in.q, m[0], ws); });
  expect_same<T>("mass_matrix_inverse", {{n, n}},
                 [&](auto m) { mass_matrix_inverse<T>(model, in.q, m[0], ws); });
  expect_same<T>("jacobians", {{6, n}}, [&](auto m) { jacobians<T>(model, in.q, m[0], ws); });
  expect_same<T>("rnea_derivatives", {{n, n}, {n, n}, {n, n}}, [&](auto m) {
    rnea_derivatives<T>(model, in.q, in.v, in.a, m[0], m[1], m[2], ws, in.external);
  });
  expect_same<T>("aba_derivatives", {{n, n}, {n, n}, {n, n}}, [&](auto m) {
    aba_derivatives<T>(model, in.q, in.v, in.tau, m[0], m[1], m[2], ws, in.external);
  });
  expect_same<T>("torque_regressor", {{n, 10 * (model.body_count() - 1)}},
                 [&](auto m) { torque_regressor<T>(model, in.q, in.v, in.a, m[0], ws); });
  if (moving_mass(model) > 0.0)
    expect_same<T>("centroidal_momentum_matrix", {{6, n}},
                   [&](auto m) { centroidal_momentum_matrix<T>(model, in.q, m[0], ws); });
}

TEST(StridedOutput, HoldsTheSameNumbersAndNoMore) {
  for_random_models(100, [&](const Model& model, const RandomState&, auto seed) {
    expect_strides_honoured<double>(model, seed);
    expect_strides_honoured<Pack4>(model, seed);
  });
}

}  // namespace
}  // namespace catena::test
