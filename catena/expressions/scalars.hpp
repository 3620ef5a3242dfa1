#pragma once
// The numbers that a formula is evaluated with: doubles, and doubles with derivatives. A function
// is written once, as its value and its partial derivatives; chain() carries them through.
// Derivatives come as callables, so that plain doubles do not pay for them.

#include <cmath>
#include <type_traits>

namespace catena {

// Value, first and second derivative with respect to one variable.
struct Jet {
  double value, first, second;
};

namespace expressions {

// Value and first derivative.
struct Slope {
  double value, first;
};

inline double value_of(double x) {
  return x;
}
inline double value_of(const Slope& x) {
  return x.value;
}
inline double value_of(const Jet& x) {
  return x.value;
}

template <class T>
T constant(double value) {
  if constexpr (std::is_same_v<T, Jet>)
    return {value, 0.0, 0.0};
  else if constexpr (std::is_same_v<T, Slope>)
    return {value, 0.0};
  else
    return value;
}

// f(x) of one argument: f, f', f''.
template <class D1, class D2>
double chain(double, double f, D1&&, D2&&) {
  return f;
}
template <class D1, class D2>
Slope chain(const Slope& x, double f, D1&& df, D2&&) {
  return {f, x.first == 0.0 ? 0.0 : df() * x.first};
}
template <class D1, class D2>
Jet chain(const Jet& x, double f, D1&& df, D2&& ddf) {
  if (x.first == 0.0 && x.second == 0.0) return {f, 0.0, 0.0};
  const double slope = df();
  const double bend = x.first == 0.0 ? 0.0 : ddf() * x.first * x.first;
  return {f, slope * x.first, bend + slope * x.second};
}

// The partial derivatives of f(x, y).
struct Gradient {
  double x, y;
};
struct Curvature {
  double xx, xy, yy;
};
template <class D1, class D2>
double chain(double, double, double f, D1&&, D2&&) {
  return f;
}
template <class D1, class D2>
Slope chain(const Slope& x, const Slope& y, double f, D1&& gradient, D2&&) {
  const Gradient g = gradient();
  return {f, g.x * x.first + g.y * y.first};
}
template <class D1, class D2>
Jet chain(const Jet& x, const Jet& y, double f, D1&& gradient, D2&& curvature) {
  const Gradient g = gradient();
  const Curvature c = curvature();
  return {f, g.x * x.first + g.y * y.first,
          c.xx * x.first * x.first + 2.0 * c.xy * x.first * y.first + c.yy * y.first * y.first +
              g.x * x.second + g.y * y.second};
}

// Whether a number is the same for all values of the variable.
inline bool is_constant(double) {
  return true;
}
inline bool is_constant(const Slope& x) {
  return x.first == 0.0;
}
inline bool is_constant(const Jet& x) {
  return x.first == 0.0 && x.second == 0.0;
}

inline Slope operator+(const Slope& a, const Slope& b) {
  return {a.value + b.value, a.first + b.first};
}
inline Slope operator-(const Slope& a, const Slope& b) {
  return {a.value - b.value, a.first - b.first};
}
inline Slope operator*(const Slope& a, const Slope& b) {
  return {a.value * b.value, a.value * b.first + a.first * b.value};
}
inline Slope operator/(const Slope& a, const Slope& b) {
  const double ratio = a.value / b.value;
  return {ratio, (a.first - ratio * b.first) / b.value};
}
inline Jet operator+(const Jet& a, const Jet& b) {
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}
inline Jet operator-(const Jet& a, const Jet& b) {
  return {a.value - b.value, a.first - b.first, a.second - b.second};
}
inline Jet operator*(const Jet& a, const Jet& b) {
  return {a.value * b.value, a.value * b.first + a.first * b.value,
          a.value * b.second + 2.0 * a.first * b.first + a.second * b.value};
}
inline Jet operator/(const Jet& a, const Jet& b) {
  const double ratio = a.value / b.value;
  const double first = (a.first - ratio * b.first) / b.value;
  return {ratio, first, (a.second - 2.0 * first * b.first - ratio * b.second) / b.value};
}

}  // namespace expressions
}  // namespace catena
