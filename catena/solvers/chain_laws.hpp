#pragma once
// The laws of the blocks in the units of the chain: projections, their derivatives, the residual of
// a block, and its exact solution while the others rest.

#include <algorithm>
#include <cmath>

#include "catena/solvers/contact_law.hpp"

namespace catena::chain {

inline constexpr int most_rows = ContactLaw::most_rows;
// Rows are padded to whole vector registers: 4 for up to 4 rows, else 8.
inline int lanes_of(int rows) {
  return rows <= 4 ? 4 : 8;
}

// A block in units in which the limits are round and the mean of the diagonal of its own matrix is
// one: x_given = unit x, u = unit u_given, row by row.
struct Block {
  ContactLaw::Kind kind;
  unsigned char rows, limits;
  unsigned char limit_rows[ContactLaw::most_limits];
  int first;                                 // row
  double lower, upper;                       // of Bounds
  double friction[ContactLaw::most_limits];  // per limit
  double compliance;                         // added to the diagonal, in the units of the chain
  double rho;                                // step of the projections; about 1 over the diagonal
};

// x = P(z): the nearest bound; for a cone the normal part cut to what pushes and the rows of each
// limit cut to the ball of radius friction x_n (Alart & Curnier 1991).
void project(const Block& block, const double* z, double* x);

// The same, and the derivative D of P, rows x rows, row after row. Returns whether D is not zero.
bool project(const Block& block, const double* z, double* x, double* D);

// The nearest point of the cone |x_g| <= friction_g x_n itself, or of the bounds.
void project_on_cone(const Block& block, const double* z, double* x);

// e = x - P(x - u - shift n) with P onto the cone itself and De Saxce's shift sum friction_g |u_g|.
// It is zero exactly where the law holds. Returns |e|^2.
double error_of(const Block& block, const double* x, const double* u);
// The same for a cone of one limit with two rows.
inline double error_of_cone(double friction, const double* x, const double* u) {
  const double z1 = x[1] - u[1], z2 = x[2] - u[2];
  const double z0 = x[0] - u[0] - friction * std::sqrt(u[1] * u[1] + u[2] * u[2]);
  const double length = std::sqrt(z1 * z1 + z2 * z2);
  double t = z0, scale = 1.0;
  if (z0 < 0.0 || length > friction * z0) {
    t = std::max(0.0, (z0 + friction * length) / (1.0 + friction * friction));
    scale = t > 0.0 ? friction * t / length : 0.0;  // both may be zero
  }
  const double e0 = x[0] - t, e1 = x[1] - scale * z1, e2 = x[2] - scale * z2;
  return e0 * e0 + e1 * e1 + e2 * e2;
}

inline bool is_coulomb(const Block& block) {
  return block.kind == ContactLaw::Kind::Cone && block.limits == 1 && block.limit_rows[0] == 2;
}

// The block alone: u = B x + q, B its own matrix (row after row, rows x lanes), q what the others
// leave. `inverse` is B^-1 in the same layout, or has a zero first element where B is singular. x
// holds the last forces. `same_angle`: the direction of sliding is found once it turns by less,
// rad; Newton's method has then come to the square of that.
void solve_alone(const Block& block, const double* B, const double* inverse, const double* q,
                 double* x, double same_angle = 1e-9);

// The inverse of B for solve_alone.
void invert(const Block& block, const double* B, double* inverse);

// A x = b for up to six rows with partial pivoting; A (row after row) and b are lost, b becomes x.
// A pivot that is zero gives a zero.
void solve_small(int n, double* A, double* b);

}  // namespace catena::chain
