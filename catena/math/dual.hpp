#pragma once
// Dual numbers: a value and one directional derivative, carried through the same arithmetic.
// They give the exact derivatives of joints that users define in their own code.

#include "catena/math/sincos.hpp"

namespace catena {

template <class T>
struct Dual {
  T value, slope;

  Dual() = default;
  Dual(double constant) : value(constant), slope(0.0) {}
  Dual(const T& v, const T& d) : value(v), slope(d) {}

  friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.slope + b.slope};
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.slope - b.slope};
  }
  friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.slope + a.slope * b.value};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T ratio = a.value / b.value;
    return {ratio, (a.slope - ratio * b.slope) / b.value};
  }
  friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend auto operator>(const Dual& a, const Dual& b) { return b.value < a.value; }
  template <class Mask>
  friend Dual select(const Mask& mask, const Dual& yes, const Dual& no) {
    return {select(mask, yes.value, no.value), select(mask, yes.slope, no.slope)};
  }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
};

template <class T>
inline Dual<T> sqrt(const Dual<T>& x) {
  const T root = sqrt(x.value);
  return {root, x.slope / (root + root)};
}

template <class T>
inline Dual<T> atan2(const Dual<T>& y, const Dual<T>& x) {
  return {atan2(y.value, x.value),
          (y.slope * x.value - y.value * x.slope) / (x.value * x.value + y.value * y.value)};
}

template <class T>
inline SinCos<Dual<T>> sincos(const Dual<T>& x) {
  const auto [s, c] = sincos(x.value);
  return {{s, c * x.slope}, {c, -(s * x.slope)}};
}

}  // namespace catena
