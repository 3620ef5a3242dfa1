#pragma once
// Pack4: four doubles that go through a kernel together, one per state ("lane").
// On gcc and clang it is a 32-byte vector (one AVX2 register; two SSE2 registers without AVX2).
// Define CATENA_PORTABLE_PACK for plain arrays, which any C++20 compiler understands.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "catena/math/inline.hpp"

namespace catena {

#if (defined(__GNUC__) || defined(__clang__)) && !defined(CATENA_PORTABLE_PACK)
#define CATENA_VECTOR_PACK 1
#else
#define CATENA_VECTOR_PACK 0
#endif

class Pack4;

// The outcome of comparing two packs, lane by lane; consumed by select(), any() and all().
class PackMask {
 public:
#if CATENA_VECTOR_PACK
  using Storage [[gnu::vector_size(32)]] = long long;
#else
  using Storage = std::array<bool, 4>;
#endif
  explicit PackMask(const Storage& bits) : bits_(bits) {}
  bool operator[](std::size_t lane) const {
    return bits_[lane] != 0;
  }
  const Storage& bits() const {
    return bits_;
  }

 private:
  Storage bits_;
};

class Pack4 {
 public:
  static constexpr std::size_t lanes = 4;
#if CATENA_VECTOR_PACK
  using Storage [[gnu::vector_size(32)]] = double;
  Pack4(double all) : value_{all, all, all, all} {}
#else
  using Storage = std::array<double, 4>;
  Pack4(double all) : value_{all, all, all, all} {}
#endif
  Pack4() = default;
  explicit Pack4(const Storage& value) : value_(value) {}
  Pack4(double a, double b, double c, double d) : value_{a, b, c, d} {}

  // Four consecutive doubles, of any alignment.
  CATENA_INLINE static Pack4 load(const double* from) {
    Pack4 result;
    std::memcpy(&result.value_, from, sizeof(Storage));
    return result;
  }
  void store(double* to) const {
    std::memcpy(to, &value_, sizeof(Storage));
  }

  double operator[](std::size_t lane) const {
    return value_[lane];
  }
  void set_lane(std::size_t lane, double value) {
    value_[lane] = value;
  }
  const Storage& value() const {
    return value_;
  }

#if CATENA_VECTOR_PACK
  CATENA_INLINE friend Pack4 operator+(const Pack4& a, const Pack4& b) {
    return Pack4(a.value_ + b.value_);
  }
  CATENA_INLINE friend Pack4 operator-(const Pack4& a, const Pack4& b) {
    return Pack4(a.value_ - b.value_);
  }
  CATENA_INLINE friend Pack4 operator*(const Pack4& a, const Pack4& b) {
    return Pack4(a.value_ * b.value_);
  }
  CATENA_INLINE friend Pack4 operator/(const Pack4& a, const Pack4& b) {
    return Pack4(a.value_ / b.value_);
  }
  CATENA_INLINE friend Pack4 operator-(const Pack4& a) {
    return Pack4(-a.value_);
  }
  CATENA_INLINE friend PackMask operator<(const Pack4& a, const Pack4& b) {
    return PackMask(a.value_ < b.value_);
  }
  CATENA_INLINE friend Pack4 select(const PackMask& mask, const Pack4& yes, const Pack4& no) {
    return Pack4(mask.bits() ? yes.value_ : no.value_);
  }
#else
  CATENA_INLINE friend Pack4 operator+(const Pack4& a, const Pack4& b) {
    return by_lane([&](std::size_t i) { return a[i] + b[i]; });
  }
  CATENA_INLINE friend Pack4 operator-(const Pack4& a, const Pack4& b) {
    return by_lane([&](std::size_t i) { return a[i] - b[i]; });
  }
  CATENA_INLINE friend Pack4 operator*(const Pack4& a, const Pack4& b) {
    return by_lane([&](std::size_t i) { return a[i] * b[i]; });
  }
  CATENA_INLINE friend Pack4 operator/(const Pack4& a, const Pack4& b) {
    return by_lane([&](std::size_t i) { return a[i] / b[i]; });
  }
  CATENA_INLINE friend Pack4 operator-(const Pack4& a) {
    return by_lane([&](std::size_t i) { return -a[i]; });
  }
  CATENA_INLINE friend PackMask operator<(const Pack4& a, const Pack4& b) {
    return PackMask({a[0] < b[0], a[1] < b[1], a[2] < b[2], a[3] < b[3]});
  }
  CATENA_INLINE friend Pack4 select(const PackMask& mask, const Pack4& yes, const Pack4& no) {
    return by_lane([&](std::size_t i) { return mask[i] ? yes[i] : no[i]; });
  }
#endif
  CATENA_INLINE friend PackMask operator>(const Pack4& a, const Pack4& b) {
    return b < a;
  }
  Pack4& operator+=(const Pack4& other) {
    return *this = *this + other;
  }
  Pack4& operator-=(const Pack4& other) {
    return *this = *this - other;
  }
  Pack4& operator*=(const Pack4& other) {
    return *this = *this * other;
  }
  Pack4& operator/=(const Pack4& other) {
    return *this = *this / other;
  }

  // Builds a pack from f(0), f(1), f(2), f(3).
  template <class F>
  CATENA_INLINE static Pack4 by_lane(F&& f) {
    return Pack4(f(0), f(1), f(2), f(3));
  }

 private:
  Storage value_;
};

// The 4x4 matrix of four packs.
CATENA_INLINE void transpose(std::array<Pack4, 4>& m) {
#if CATENA_VECTOR_PACK
  const auto a = m[0].value(), b = m[1].value(), c = m[2].value(), d = m[3].value();
  const auto ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const auto ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const auto cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const auto cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  m = {Pack4(__builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5)),
       Pack4(__builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5)),
       Pack4(__builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7)),
       Pack4(__builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7))};
#else
  const std::array<Pack4, 4> rows = m;
  for (std::size_t i = 0; i < 4; ++i)
    m[i] = Pack4::by_lane([&](std::size_t lane) { return rows[lane][i]; });
#endif
}

CATENA_INLINE bool any(const PackMask& mask) {
  return mask[0] || mask[1] || mask[2] || mask[3];
}
CATENA_INLINE bool all(const PackMask& mask) {
  return mask[0] && mask[1] && mask[2] && mask[3];
}

CATENA_INLINE Pack4 sqrt(const Pack4& x) {
  return Pack4::by_lane([&](std::size_t i) { return std::sqrt(x[i]); });
}
CATENA_INLINE Pack4 atan2(const Pack4& y, const Pack4& x) {
  return Pack4::by_lane([&](std::size_t i) { return std::atan2(y[i], x[i]); });
}
CATENA_INLINE Pack4 abs(const Pack4& x) {
  return select(x < Pack4(0.0), -x, x);
}

}  // namespace catena
