#pragma once
// The functions of formulas with their derivatives, for every scalar of scalars.hpp. Where a
// function has a kink or a step its derivative there is that of one side, or zero.

#include "catena/expressions/scalars.hpp"

namespace catena::expressions {

template <class T>
T negate(const T& x) {
  return constant<T>(0.0) - x;
}

template <class T>
T sine(const T& x) {
  const double v = value_of(x);
  return chain(
      x, std::sin(v), [v] { return std::cos(v); }, [v] { return -std::sin(v); });
}

template <class T>
T cosine(const T& x) {
  const double v = value_of(x);
  return chain(
      x, std::cos(v), [v] { return -std::sin(v); }, [v] { return -std::cos(v); });
}

template <class T>
T tangent(const T& x) {
  const double f = std::tan(value_of(x));
  return chain(
      x, f, [f] { return 1.0 + f * f; }, [f] { return 2.0 * f * (1.0 + f * f); });
}

template <class T>
T arcsine(const T& x) {
  const double v = value_of(x), w = 1.0 - v * v;
  return chain(
      x, std::asin(v), [w] { return 1.0 / std::sqrt(w); },
      [v, w] { return v / (w * std::sqrt(w)); });
}

template <class T>
T arccosine(const T& x) {
  const double v = value_of(x), w = 1.0 - v * v;
  return chain(
      x, std::acos(v), [w] { return -1.0 / std::sqrt(w); },
      [v, w] { return -v / (w * std::sqrt(w)); });
}

template <class T>
T arctangent(const T& x) {
  const double v = value_of(x), w = 1.0 + v * v;
  return chain(
      x, std::atan(v), [w] { return 1.0 / w; }, [v, w] { return -2.0 * v / (w * w); });
}

template <class T>
T arctangent(const T& y, const T& x) {
  const double a = value_of(y), b = value_of(x), n = a * a + b * b;
  return chain(
      y, x, std::atan2(a, b),
      [=] {
        return Gradient{b / n, -a / n};
      },
      [=] {
        const double twist = 2.0 * a * b / (n * n);
        return Curvature{-twist, (a * a - b * b) / (n * n), twist};
      });
}

template <class T>
T hyperbolic_sine(const T& x) {
  const double v = value_of(x);
  return chain(
      x, std::sinh(v), [v] { return std::cosh(v); }, [v] { return std::sinh(v); });
}

template <class T>
T hyperbolic_cosine(const T& x) {
  const double v = value_of(x);
  return chain(
      x, std::cosh(v), [v] { return std::sinh(v); }, [v] { return std::cosh(v); });
}

template <class T>
T hyperbolic_tangent(const T& x) {
  const double f = std::tanh(value_of(x));
  return chain(
      x, f, [f] { return 1.0 - f * f; }, [f] { return -2.0 * f * (1.0 - f * f); });
}

template <class T>
T exponential(const T& x) {
  const double f = std::exp(value_of(x));
  return chain(
      x, f, [f] { return f; }, [f] { return f; });
}

// f is the logarithm of x to some base, `scale` its derivative at 1.
template <class T>
T logarithm(const T& x, double f, double scale) {
  const double v = value_of(x);
  return chain(
      x, f, [=] { return scale / v; }, [=] { return -scale / (v * v); });
}

template <class T>
T square_root(const T& x) {
  const double v = value_of(x), f = std::sqrt(v);
  return chain(
      x, f, [f] { return 0.5 / f; }, [v, f] { return -0.25 / (v * f); });
}

inline double sign(double x) {
  return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;  // x: zero, or not a number
}

template <class T>
T absolute(const T& x) {
  const double v = value_of(x);
  return chain(
      x, std::abs(v), [v] { return sign(v); }, [] { return 0.0; });
}

template <class T>
T distance(const T& x, const T& y) {
  const double a = value_of(x), b = value_of(y), h = std::hypot(a, b);
  return chain(
      x, y, h,
      [=] {
        return Gradient{a / h, b / h};
      },
      [=] {
        const double h3 = h * h * h;
        return Curvature{b * b / h3, -a * b / h3, a * a / h3};
      });
}

// c x^p, which is zero for c = 0 also where x^p is infinite.
inline double scaled_power(double c, double x, double p) {
  return c == 0.0 ? 0.0 : c * std::pow(x, p);
}

template <class T>
T power(const T& x, const T& y) {
  const double b = value_of(x), p = value_of(y), f = std::pow(b, p);
  if (is_constant(y))  // a negative base is fine
    return chain(
        x, f, [=] { return scaled_power(p, b, p - 1.0); },
        [=] { return scaled_power(p * (p - 1.0), b, p - 2.0); });
  const double log_b = std::log(b);
  return chain(
      x, y, f,
      [=] {
        return Gradient{scaled_power(p, b, p - 1.0), f * log_b};
      },
      [=] {
        return Curvature{scaled_power(p * (p - 1.0), b, p - 2.0),
                         std::pow(b, p - 1.0) * (1.0 + p * log_b), f * log_b * log_b};
      });
}

// x - n y, rounded once: the same number whoever computes it, whatever compilers make of products
// and sums.
template <class T>
T less_turns(const T& x, const T& y, double n) {
  return chain(
      x, y, std::fma(-n, value_of(y), value_of(x)),
      [n] {
        return Gradient{1.0, -n};
      },
      [] {
        return Curvature{0.0, 0.0, 0.0};
      });
}

// x - y floor(x / y): has the sign of y.
template <class T>
T modulo(const T& x, const T& y) {
  return less_turns(x, y, std::floor(value_of(x) / value_of(y)));
}

}  // namespace catena::expressions
