#include "catena/solvers/chain_laws.hpp"

#include <algorithm>
#include <cmath>

namespace catena::chain {

namespace {

using Kind = ContactLaw::Kind;

double length_of(const double* z, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += z[i] * z[i];
  return std::sqrt(sum);
}

// z cut to the ball of the radius.
void cut(const double* z, int n, double radius, double* x) {
  const double length = length_of(z, n);
  const double scale = length <= radius ? 1.0 : radius / length;
  for (int i = 0; i < n; ++i) x[i] = scale * z[i];
}

}  // namespace

void project(const Block& block, const double* z, double* x) {
  if (block.kind == Kind::Bounds) {
    x[0] = std::clamp(z[0], block.lower, block.upper);
    return;
  }
  x[0] = block.kind == Kind::Cone ? std::max(z[0], 0.0) : z[0];
  const double normal = std::abs(x[0]);
  for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++])
    cut(z + row, block.limit_rows[limit], block.friction[limit] * normal, x + row);
}

bool project(const Block& block, const double* z, double* x, double* D) {
  const int rows = block.rows;
  std::fill_n(D, rows * rows, 0.0);
  if (block.kind == Kind::Bounds) {
    x[0] = std::clamp(z[0], block.lower, block.upper);
    D[0] = z[0] > block.lower && z[0] < block.upper ? 1.0 : 0.0;
    return D[0] != 0.0;
  }
  if (block.kind == Kind::Cone && !(z[0] > 0.0)) {
    std::fill_n(x, rows, 0.0);
    return false;
  }
  x[0] = z[0];
  D[0] = 1.0;
  const double normal = std::abs(z[0]), sign = z[0] < 0.0 ? -1.0 : 1.0;
  for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++]) {
    const int n = block.limit_rows[limit];
    const double mu = block.friction[limit], radius = mu * normal;
    const double length = length_of(z + row, n);
    if (length <= radius) {
      for (int i = row; i < row + n; ++i) x[i] = z[i], D[i * rows + i] = 1.0;
      continue;
    }
    const double scale = radius / length;
    for (int i = row; i < row + n; ++i) {
      const double direction = z[i] / length;
      x[i] = scale * z[i];
      D[i * rows] = mu * sign * direction;
      for (int j = row; j < row + n; ++j)
        D[i * rows + j] = scale * ((i == j ? 1.0 : 0.0) - direction * z[j] / length);
    }
  }
  return true;
}

// The normal part t of the nearest point satisfies t - z_n = sum friction_g (|z_g| - friction_g
// t)+, which is solved by Newton's method from above or below in at most limits + 1 steps.
void project_on_cone(const Block& block, const double* z, double* x) {
  if (block.kind != Kind::Cone) {
    project(block, z, x);
    return;
  }
  double lengths[ContactLaw::most_limits];
  for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++])
    lengths[limit] = length_of(z + row, block.limit_rows[limit]);
  double t = z[0];
  for (int step = 0; step <= block.limits; ++step) {
    double above = z[0], below = 1.0;
    for (int limit = 0; limit < block.limits; ++limit) {
      const double mu = block.friction[limit];
      if (lengths[limit] > mu * t) above += mu * lengths[limit], below += mu * mu;
    }
    const double next = above / below;
    if (next == t) break;
    t = next;
  }
  t = std::max(t, 0.0);
  x[0] = t;
  for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++]) {
    const double radius = block.friction[limit] * t;
    const double scale = lengths[limit] <= radius ? 1.0 : radius / lengths[limit];
    for (int i = row; i < row + block.limit_rows[limit]; ++i) x[i] = scale * z[i];
  }
}

double error_of(const Block& block, const double* x, const double* u) {
  double z[most_rows], nearest[most_rows];
  for (int i = 0; i < block.rows; ++i) z[i] = x[i] - u[i];
  if (block.kind == Kind::Cone) {
    double shift = 0.0;
    for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++])
      shift += block.friction[limit] * length_of(u + row, block.limit_rows[limit]);
    z[0] -= shift;
    project_on_cone(block, z, nearest);
  } else if (block.kind == Kind::TwoSidedCone) {
    // The radius hangs on the force itself.
    nearest[0] = z[0];
    for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++])
      cut(z + row, block.limit_rows[limit], block.friction[limit] * std::abs(x[0]), nearest + row);
  } else {
    nearest[0] = std::clamp(z[0], block.lower, block.upper);
  }
  double sum = 0.0;
  for (int i = 0; i < block.rows; ++i) sum += (x[i] - nearest[i]) * (x[i] - nearest[i]);
  return sum;
}

void solve_small(int n, double* A, double* b) {
  int order[most_rows];
  for (int i = 0; i < n; ++i) order[i] = i;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(A[order[i] * n + k]) > std::abs(A[order[pivot] * n + k])) pivot = i;
    std::swap(order[k], order[pivot]);
    const double* row = A + order[k] * n;
    if (row[k] == 0.0) continue;
    for (int i = k + 1; i < n; ++i) {
      double* other = A + order[i] * n;
      const double factor = other[k] / row[k];
      if (factor == 0.0) continue;
      for (int j = k + 1; j < n; ++j) other[j] -= factor * row[j];
      b[order[i]] -= factor * b[order[k]];
    }
  }
  double x[most_rows];
  for (int k = n - 1; k >= 0; --k) {
    const double* row = A + order[k] * n;
    double sum = b[order[k]];
    for (int j = k + 1; j < n; ++j) sum -= row[j] * x[j];
    x[k] = row[k] == 0.0 ? 0.0 : sum / row[k];
  }
  std::copy_n(x, n, b);
}

}  // namespace catena::chain
