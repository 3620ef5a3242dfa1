#pragma once
// Sine and cosine together, without a call and without a branch in the ordinary case.
// Range reduction after Cody & Waite with pi/2 in three parts; minimax polynomials on
// [-pi/4, pi/4] as in Cephes. Error below 1.6 ulp for |x| < 1e5; beyond that the C library is
// asked.

#include <bit>
#include <cstdint>

#include "catena/math/scalar.hpp"

namespace catena {

template <class T>
struct SinCos {
  T sin, cos;
};

namespace detail {

inline constexpr double sincos_limit = 1e5;

// Rounds to the nearest integer by adding 1.5 * 2^52, which leaves it in the low bits.
inline constexpr double round_magic = 6755399441055744.0;

template <class T>
CATENA_INLINE SinCos<T> sincos_polynomials(const T& x) {
  const T z = x * x;
  const T s =
      x + x * z *
              (-1.66666666666666307295e-1 +
               z * (8.33333333332211858878e-3 +
                    z * (-1.98412698295895385996e-4 +
                         z * (2.75573136213857245213e-6 +
                              z * (-2.50507477628578072866e-8 + z * 1.58962301576546568060e-10)))));
  const T c =
      1.0 - 0.5 * z +
      z * z *
          (4.16666666666665929218e-2 +
           z * (-1.38888888888730564116e-3 +
                z * (2.48015872888517045348e-5 +
                     z * (-2.75573141792967388112e-7 +
                          z * (2.08757008419747316778e-9 - z * 1.13585365213876817300e-11)))));
  return {s, c};
}

}  // namespace detail

CATENA_INLINE SinCos<double> sincos(double x) {
  if (!(std::abs(x) < detail::sincos_limit)) [[unlikely]]
    return {std::sin(x), std::cos(x)};
  const double n = (x * 0.63661977236758134308 + detail::round_magic) - detail::round_magic;
  const auto quadrant = static_cast<std::int64_t>(n);
  double r = x - n * 1.57079625129699707031e0;
  r = r - n * 7.54978941586159635335e-8;
  r = r - n * 5.39030285815811905290e-15;
  const auto [s, c] = detail::sincos_polynomials(r);
  const double sine = (quadrant & 1) ? c : s;
  const double cosine = (quadrant & 1) ? s : c;
  return {(quadrant & 2) ? -sine : sine, ((quadrant + 1) & 2) ? -cosine : cosine};
}

CATENA_INLINE SinCos<Pack4> sincos(const Pack4& x) {
#if CATENA_VECTOR_PACK
  if (any(abs(x) > Pack4(detail::sincos_limit))) [[unlikely]]
    return {Pack4::by_lane([&](std::size_t i) { return std::sin(x[i]); }),
            Pack4::by_lane([&](std::size_t i) { return std::cos(x[i]); })};
  using Bits = PackMask::Storage;
  const Pack4 shifted = x * Pack4(0.63661977236758134308) + Pack4(detail::round_magic);
  const Pack4 n = shifted - Pack4(detail::round_magic);
  const Bits quadrant = std::bit_cast<Bits>(shifted.value());
  Pack4 r = x - n * Pack4(1.57079625129699707031e0);
  r = r - n * Pack4(7.54978941586159635335e-8);
  r = r - n * Pack4(5.39030285815811905290e-15);
  const auto [s, c] = detail::sincos_polynomials(r);
  const PackMask odd((quadrant & 1) != 0);
  const Bits sine_sign = (quadrant & 2) << 62;
  const Bits cosine_sign = ((quadrant + 1) & 2) << 62;
  const Pack4 sine = select(odd, c, s);
  const Pack4 cosine = select(odd, s, c);
  const auto flip = [](const Pack4& value, const Bits& sign) {
    const Bits flipped = std::bit_cast<Bits>(value.value()) ^ sign;
    return Pack4(std::bit_cast<Pack4::Storage>(flipped));
  };
  return {flip(sine, sine_sign), flip(cosine, cosine_sign)};
#else
  SinCos<Pack4> result;
  for (std::size_t i = 0; i < Pack4::lanes; ++i) {
    const auto [s, c] = sincos(x[i]);
    result.sin.set_lane(i, s);
    result.cos.set_lane(i, c);
  }
  return result;
#endif
}

}  // namespace catena
