// The pack of plain arrays must behave as the vector one. This program uses headers only: code
// compiled with the other pack must never meet it.
#define CATENA_PORTABLE_PACK
#include <gtest/gtest.h>

#include <limits>

#include "catena/math/dual.hpp"
#include "catena/math/quaternion.hpp"

namespace catena {
namespace {

static_assert(CATENA_VECTOR_PACK == 0);

template <class F>
void expect_each_lane(const Pack4& actual, const F& expected) {
  for (std::size_t i = 0; i < Pack4::lanes; ++i) EXPECT_DOUBLE_EQ(actual[i], expected(i)) << i;
}

TEST(PortablePack, ArithmeticActsOnEachLane) {
  const Pack4 x(1.0, -2.0, 3.5, 0.0), y(4.0, 0.5, -2.0, 8.0);
  expect_each_lane(x + y, [&](std::size_t i) { return x[i] + y[i]; });
  expect_each_lane(x - y, [&](std::size_t i) { return x[i] - y[i]; });
  expect_each_lane(x * y, [&](std::size_t i) { return x[i] * y[i]; });
  expect_each_lane(x / y, [&](std::size_t i) { return x[i] / y[i]; });
  expect_each_lane(-x, [&](std::size_t i) { return -x[i]; });
  expect_each_lane(2.0 * x + 1.0, [&](std::size_t i) { return 2.0 * x[i] + 1.0; });
  Pack4 z = x;
  z += y, z -= Pack4(1.0), z *= y, z /= Pack4(2.0);
  expect_each_lane(z, [&](std::size_t i) { return (x[i] + y[i] - 1.0) * y[i] / 2.0; });
}

TEST(PortablePack, ComparisonsChooseByLane) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Pack4 x(1.0, 5.0, nan, -1.0), y(2.0, 4.0, 2.0, -1.0);
  expect_each_lane(select(x < y, Pack4(1.0), Pack4(0.0)),
                   [&](std::size_t i) { return x[i] < y[i] ? 1.0 : 0.0; });
  expect_each_lane(select(x > y, Pack4(1.0), Pack4(0.0)),
                   [&](std::size_t i) { return x[i] > y[i] ? 1.0 : 0.0; });
  EXPECT_TRUE(any(x < y));
  EXPECT_FALSE(all(x < y));
}

TEST(PortablePack, FunctionsActOnEachLane) {
  const Pack4 x(0.3, 4.0, 1e-3, 2e5), y(-1.0, 0.5, 3.0, 0.0);
  expect_each_lane(sqrt(x), [&](std::size_t i) { return std::sqrt(x[i]); });
  expect_each_lane(abs(y), [&](std::size_t i) { return std::abs(y[i]); });
  expect_each_lane(atan2(y, x), [&](std::size_t i) { return std::atan2(y[i], x[i]); });
  const auto [s, c] = sincos(x);
  expect_each_lane(s, [&](std::size_t i) { return sincos(x[i]).sin; });
  expect_each_lane(c, [&](std::size_t i) { return sincos(x[i]).cos; });
}

TEST(PortablePack, LanesCanBeSet) {
  Pack4 x(0.0);
  for (std::size_t i = 0; i < Pack4::lanes; ++i) set_lane(x, i, static_cast<double>(i));
  expect_each_lane(x, [](std::size_t i) { return static_cast<double>(i); });
}

TEST(PortablePack, CarriesQuaternionsAndDuals) {
  const Vec3<Pack4> r = {Pack4(0.0, 0.3, 1.0, 3.0), Pack4(1e-7, 0.1, -1.0, 0.0), Pack4(0.0)};
  const Quaternion<Pack4> q = exponential(r);
  const Dual<Pack4> d = sqrt(Dual<Pack4>(Pack4(1.0, 2.0, 3.0, 4.0), Pack4(1.0)));
  expect_each_lane(q.w, [&](std::size_t i) {
    return exponential(Vec3<double>{r.x[i], r.y[i], r.z[i]}).w;
  });
  expect_each_lane(d.slope,
                   [](std::size_t i) { return 0.5 / std::sqrt(1.0 + static_cast<double>(i)); });
}

}  // namespace
}  // namespace catena
