#pragma once
// Jacobi's elliptic functions, by the arithmetic-geometric mean (Abramowitz & Stegun 1964, 16.4).

namespace catena {

struct JacobiElliptic {
  double sn, cn, dn;
};
JacobiElliptic jacobi_elliptic(double u, double k);

// K(k), the quarter period.
double complete_elliptic(double k);

}  // namespace catena
