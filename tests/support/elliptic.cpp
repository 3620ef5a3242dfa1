#include "tests/support/elliptic.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace catena {

JacobiElliptic jacobi_elliptic(double u, double k) {
  std::vector<double> a{1.0}, c{k};
  double b = std::sqrt(1.0 - k * k);
  while (std::abs(c.back()) > 1e-17 && a.size() < 30) {
    const double mean = 0.5 * (a.back() + b);
    c.push_back(0.5 * (a.back() - b));
    b = std::sqrt(a.back() * b);
    a.push_back(mean);
  }
  const std::size_t n = a.size() - 1;
  double phi = std::ldexp(a[n] * u, static_cast<int>(n));
  for (std::size_t i = n; i > 0; --i) phi = 0.5 * (phi + std::asin(c[i] / a[i] * std::sin(phi)));
  const double sn = std::sin(phi);
  return {sn, std::cos(phi), std::sqrt(1.0 - k * k * sn * sn)};
}

double complete_elliptic(double k) {
  double a = 1.0, b = std::sqrt(1.0 - k * k);
  for (int i = 0; i < 40 && std::abs(a - b) > 1e-16; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::numbers::pi / (2.0 * a);
}

}  // namespace catena
