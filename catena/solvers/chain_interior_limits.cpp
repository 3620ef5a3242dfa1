// The interior point method for blocks with several limits: sliding, spin and rolling.
//
// Each limit g has a cone of its own, (mu_g x_n, x_g), and a dual part (h_g, u_g). The normal force
// is common to all; the normal velocity is shared out: sum mu_g h_g = u_n + sum mu_g |u_g|. With
// the scaling of each cone, dy_g = a_g - K_g E_g dx where E_g takes (mu_g x_n, x_g) from x, so that
// sum E_g^T K_g E_g dx = sum E_g^T a_g + gap - T du, up to six rows.

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"
#include "catena/solvers/chain_interior.hpp"
#include "catena/solvers/lorentz_cone.hpp"

namespace catena::chain {

namespace {

using LimitMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, most_rows, most_rows>;
using LimitColumn = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most_rows, 1>;

// f(limit, its first row in the block, rows of its cone, friction) for those with friction.
template <class F>
void for_each_limit(const Block& block, F&& f) {
  for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++])
    if (block.friction[limit] > 0.0)
      f(limit, row, 1 + block.limit_rows[limit], block.friction[limit]);
}

void take_forces(const double* x, int row, int n, double mu, double* out) {
  out[0] = mu * x[0];
  std::copy_n(x + row, n - 1, out + 1);
}

// The head of the first limit lies with the y, those of the others with the z.
std::size_t head_of(const Block& block, int limit) {
  return to_index(block.first + std::max(0, limit - 1));
}

void take_dual(const Block& block, int limit, int row, int n, const std::vector<double>& y,
               const std::vector<double>& z, double* out) {
  out[0] = (limit == 0 ? y : z)[head_of(block, limit)];
  std::copy_n(y.data() + block.first + row, n - 1, out + 1);
}

}  // namespace

bool Interior::has_limits(const Block& block) {
  return block.kind == ContactLaw::Kind::Cone && block.limits > 1 &&
         std::any_of(block.friction, block.friction + block.limits,
                     [](double mu) { return mu > 0.0; });
}

void Interior::start_limits(const Block& block, double middle) {
  y_[to_index(block.first)] = 0.0, --cones_;  // of the normal row alone
  for_each_limit(block, [&](int limit, int, int, double mu) {
    (limit == 0 ? y_ : z_)[head_of(block, limit)] = middle / mu, ++cones_;
  });
}

// a = W^-1 d and K = W^-2 of one limit, with W^-1 dx + W dy = d.
void Interior::aim_limit(const Block& block, const Iterate& iterate, double product, int limit,
                         int row, double* a, double* K) const {
  const int n = 1 + block.limit_rows[limit];
  double x[most_rows] = {}, y[most_rows] = {}, more[most_rows] = {}, lambda[most_rows] = {};
  double v[most_rows] = {}, d[most_rows] = {}, W[most_rows * most_rows] = {};
  take_forces(iterate.x.data() + block.first, row, n, block.friction[limit], x);
  take_dual(block, limit, row, n, y_, z_, y);
  take_dual(block, limit, row, n, more_y_, more_z_, more);
  lorentz::find_scaling(n, x, y, W);
  lorentz::apply(n, W, y, lambda);
  lorentz::multiply(n, lambda, lambda, v);
  for (int i = 0; i < n; ++i) v[i] = (i == 0 ? product : 0.0) - v[i] - more[i];
  lorentz::divide(n, lambda, v, d);
  lorentz::apply_inverse(n, W, d, a);
  for (int j = 0; j < n; ++j) {
    double unit[most_rows] = {}, once[most_rows] = {};
    unit[j] = 1.0;
    lorentz::apply_inverse(n, W, unit, once);
    lorentz::apply_inverse(n, W, once, K + j * n);  // it is symmetric
  }
}

void Interior::aim_limits(const Block& block, const Iterate& iterate, double product, double* D) {
  const int rows = block.rows;
  const double* u = iterate.u.data() + block.first;
  double* gap = gap_.data() + block.first;
  LimitMatrix A = LimitMatrix::Identity(rows, rows), T = LimitMatrix::Zero(rows, rows);
  LimitColumn b = LimitColumn::Zero(rows);
  A(0, 0) = 0.0, T(0, 0) = 1.0, gap[0] = -u[0];
  for_each_limit(block, [&](int limit, int row, int n, double mu) {
    double a[most_rows] = {}, K[most_rows * most_rows] = {}, y[most_rows] = {}, t[most_rows] = {};
    aim_limit(block, iterate, product, limit, row, a, K);
    take_dual(block, limit, row, n, y_, z_, y);
    slide_of(n, y, settings_.slide, t);
    gap[0] += mu * (y[0] - std::sqrt(lorentz::product(n - 1, u + row, u + row)));
    A(0, 0) += mu * mu * K[0], b[0] += mu * a[0];
    for (int i = 1; i < n; ++i) {
      const int at = row + i - 1;
      gap[at] = y[i] - u[at];
      b[at] = a[i] + gap[at];
      A(0, at) = A(at, 0) = mu * K[i];
      for (int j = 1; j < n; ++j) A(at, row + j - 1) = K[i * n + j];
      T(0, at) = mu * t[i], T(at, at) = 1.0;
    }
  });
  b[0] += gap[0];
  const Eigen::LDLT<LimitMatrix> factors(A);
  Eigen::Map<LimitColumn>(r_.data() + block.first, rows) = factors.solve(b);
  Eigen::Map<LimitMatrix>(D, rows, rows) = factors.solve(T);
}

void Interior::follow_limits(const Block& block, const Iterate& iterate, double product) {
  const double* dx = dx_.data() + block.first;
  for_each_limit(block, [&](int limit, int row, int n, double mu) {
    double a[most_rows] = {}, K[most_rows * most_rows] = {}, own[most_rows] = {};
    aim_limit(block, iterate, product, limit, row, a, K);
    take_forces(dx, row, n, mu, own);
    (limit == 0 ? dy_ : dz_)[head_of(block, limit)] = a[0] - lorentz::product(n, K, own);
    for (int i = 0; i < n - 1; ++i) {
      const std::size_t at = to_index(block.first + row + i);
      dy_[at] = du_[at] - gap_[at];
    }
  });
}

void Interior::note_second_order_of_limits(const Block& block, const Iterate& iterate) {
  for_each_limit(block, [&](int limit, int row, int n, double mu) {
    double x[most_rows] = {}, y[most_rows] = {}, dx[most_rows] = {}, dy[most_rows] = {};
    double a[most_rows] = {}, b[most_rows] = {}, more[most_rows] = {};
    double W[most_rows * most_rows] = {};
    take_forces(iterate.x.data() + block.first, row, n, mu, x);
    take_forces(dx_.data() + block.first, row, n, mu, dx);
    take_dual(block, limit, row, n, y_, z_, y);
    take_dual(block, limit, row, n, dy_, dz_, dy);
    lorentz::find_scaling(n, x, y, W);
    lorentz::apply_inverse(n, W, dx, a);
    lorentz::apply(n, W, dy, b);
    lorentz::multiply(n, a, b, more);
    (limit == 0 ? more_y_ : more_z_)[head_of(block, limit)] = more[0];
    std::copy_n(more + 1, n - 1, more_y_.data() + block.first + row);
  });
}

double Interior::longest_step_of_limits(const Block& block, const Iterate& iterate) const {
  double length = infinity;
  for_each_limit(block, [&](int limit, int row, int n, double mu) {
    double at[most_rows] = {}, change[most_rows] = {};
    take_forces(iterate.x.data() + block.first, row, n, mu, at);
    take_forces(dx_.data() + block.first, row, n, mu, change);
    length = std::min(length, lorentz::reach(n, at, change));
    take_dual(block, limit, row, n, y_, z_, at);
    take_dual(block, limit, row, n, dy_, dz_, change);
    length = std::min(length, lorentz::reach(n, at, change));
  });
  return length;
}

double Interior::product_of_limits(const Block& block, const Iterate& iterate,
                                   double length) const {
  double sum = 0.0;
  for_each_limit(block, [&](int limit, int row, int n, double mu) {
    double x[most_rows] = {}, dx[most_rows] = {}, y[most_rows] = {}, dy[most_rows] = {};
    take_forces(iterate.x.data() + block.first, row, n, mu, x);
    take_forces(dx_.data() + block.first, row, n, mu, dx);
    take_dual(block, limit, row, n, y_, z_, y);
    take_dual(block, limit, row, n, dy_, dz_, dy);
    for (int i = 0; i < n; ++i) sum += (x[i] + length * dx[i]) * (y[i] + length * dy[i]);
  });
  return sum;
}

}  // namespace catena::chain
