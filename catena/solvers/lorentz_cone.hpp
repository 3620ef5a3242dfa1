#pragma once
// The algebra of Lorentz' cone |a_t| <= a_0 for up to six rows (Faraut & Koranyi 1994).

#include <algorithm>
#include <cmath>

#include "catena/math/infinity.hpp"

namespace catena::lorentz {

inline double product(int n, const double* a, const double* b) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// Positive inside.
inline double determinant(int n, const double* a) {
  const double t = std::sqrt(product(n - 1, a + 1, a + 1));
  return (a[0] - t) * (a[0] + t);
}

// out = a o b.
inline void multiply(int n, const double* a, const double* b, double* out) {
  out[0] = product(n, a, b);
  for (int i = 1; i < n; ++i) out[i] = a[0] * b[i] + b[0] * a[i];
}

// a o out = b.
inline void divide(int n, const double* a, const double* b, double* out) {
  out[0] = (a[0] * b[0] - product(n - 1, a + 1, b + 1)) / determinant(n, a);
  for (int i = 1; i < n; ++i) out[i] = (b[i] - out[0] * a[i]) / a[0];
}

// The largest length with which a + length d stays inside, for a that is inside.
inline double reach(int n, const double* a, const double* d) {
  const double square = d[0] * d[0] - product(n - 1, d + 1, d + 1), rest = determinant(n, a);
  const double mixed = a[0] * d[0] - product(n - 1, a + 1, d + 1);
  const double root = mixed * mixed - square * rest;
  double least = d[0] < 0.0 ? -a[0] / d[0] : infinity;
  if (!(root >= 0.0)) return least;
  const double q = -(mixed + std::copysign(std::sqrt(root), mixed));
  for (const double length : {q / square, rest / q})
    if (length > 0.0) least = std::min(least, length);
  return least;
}

// The symmetric matrix W with W y = W^-1 x, n x n (Nesterov & Todd 1997).
inline void find_scaling(int n, const double* x, const double* y, double* W) {
  const double det_x = std::sqrt(determinant(n, x)), det_y = std::sqrt(determinant(n, y));
  const double size = std::sqrt(det_x / det_y);
  const double both = product(n, x, y) / (det_x * det_y), half = std::sqrt(0.5 * (1.0 + both));
  double w[6] = {};
  for (int i = 0; i < n; ++i)
    w[i] = 0.5 / half * (x[i] / det_x + (i == 0 ? 1.0 : -1.0) * y[i] / det_y);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double one = i == j ? 1.0 : 0.0;
      W[i * n + j] = size * (i == 0 ? w[j] : j == 0 ? w[i] : one + w[i] * w[j] / (1.0 + w[0]));
    }
}

// out = W x and out = W^-1 x for such a matrix.
inline void apply(int n, const double* W, const double* x, double* out) {
  for (int i = 0; i < n; ++i) out[i] = product(n, W + i * n, x);
}

inline void apply_inverse(int n, const double* W, const double* x, double* out) {
  double turned[6] = {};
  for (int i = 0; i < n; ++i) turned[i] = i == 0 ? x[0] : -x[i];
  apply(n, W, turned, out);
  const double size = determinant(n, W);
  for (int i = 0; i < n; ++i) out[i] *= (i == 0 ? 1.0 : -1.0) / size;
}

}  // namespace catena::lorentz
