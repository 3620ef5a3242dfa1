#include "catena/solvers/chain_interior.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"
#include "catena/solvers/lorentz_cone.hpp"

namespace catena::chain {

namespace {

using Kind = ContactLaw::Kind;

// Forces of rows without bounds move as far as this, times 1 / W_cc, in one step.
constexpr double free_rho = 1e8;

// Cones without friction are bounds of their normal row.
bool has_friction(const Block& block) {
  return block.kind == Kind::Cone && block.limits == 1 && block.friction[0] > 0.0;
}

double lower_of(const Block& block) {
  return block.kind == Kind::Cone ? 0.0 : block.lower;
}

double upper_of(const Block& block) {
  return block.kind == Kind::Cone ? infinity : block.upper;
}

// Forces in the units of the round cone: (mu x_n, x_t). Velocities are (y_n / mu, u_t).
void to_round(const Block& block, const double* x, double* out) {
  std::copy_n(x, block.rows, out);
  out[0] *= block.friction[0];
}

double reach_of(double distance, double change) {
  return change < 0.0 ? -distance / change : infinity;
}

double size_of_rest(const Operator& problem) {
  double sum = 0.0, count = 0.0;
  for (const Block& block : problem.blocks()) {
    for (int i = block.first; i < block.first + block.rows; ++i)
      sum += problem.rest()[i] * problem.rest()[i];
    count += 1.0;
  }
  return sum > 0.0 ? std::sqrt(sum / count) : 1.0;
}

}  // namespace

void slide_of(int n, const double* y, double factor, double* t) {
  const double little = 1e-3 * y[0];
  const double length = std::sqrt(lorentz::product(n - 1, y + 1, y + 1) + little * little);
  for (int i = 1; i < n; ++i) t[i] = factor * y[i] / length;
}

bool Interior::knows(const Operator& problem) {
  return std::all_of(problem.blocks().begin(), problem.blocks().end(), [](const Block& block) {
    return block.kind == Kind::Bounds ? block.upper > block.lower
                                      : block.kind == Kind::Cone && block.compliance == 0.0;
  });
}

void Interior::start(Operator& problem, Iterate& iterate) {
  const std::size_t rows = to_index(problem.rows()), states = to_index(problem.states());
  for (std::vector<double>* v :
       {&y_, &z_, &dx_, &dy_, &dz_, &r_, &gap_, &more_y_, &more_z_, &du_, &before_})
    v->assign(rows, 0.0);
  ds_.resize(states), moved_.resize(states);
  D_.assign(to_index(problem.squares()), 0.0);
  active_.assign(problem.blocks().size(), 1);
  const double middle = settings_.middle * size_of_rest(problem);
  cones_ = 0;
  for (const Block& block : problem.blocks()) {
    const std::size_t row = to_index(block.first);
    std::fill_n(iterate.x.data() + block.first, block.rows, 0.0);
    const double lower = lower_of(block), upper = upper_of(block);
    const double inside = std::min(middle, 0.5 * (upper - lower));
    iterate.x[row] = std::clamp(0.0, lower + inside, upper - inside);
    if (!std::isinf(lower)) y_[row] = middle, ++cones_;
    if (!std::isinf(upper)) z_[row] = middle, ++cones_;
    if (has_friction(block)) y_[row] = middle / block.friction[0];
    if (has_limits(block)) start_limits(block, middle);
  }
  iterate.evaluate(problem);
}

// A bound keeps y >= 0 and the distance to it at the product.
void Interior::aim_bounds(const Block& block, const Iterate& iterate, double product, double* D) {
  const std::size_t row = to_index(block.first);
  const double below = iterate.x[row] - lower_of(block), above = upper_of(block) - iterate.x[row];
  double stiffness = block.compliance, wanted = -iterate.u[row];
  if (!std::isinf(below)) stiffness += y_[row] / below, wanted += (product - more_y_[row]) / below;
  if (!std::isinf(above)) stiffness += z_[row] / above, wanted -= (product - more_z_[row]) / above;
  if (std::isinf(below) && std::isinf(above)) stiffness += 1.0 / (free_rho * block.rho);
  D[0] = 1.0 / stiffness;
  r_[row] = wanted / stiffness;
}

void Interior::aim_cone(const Block& block, const Iterate& iterate, double product, double* D) {
  const int n = block.rows;
  const double mu = block.friction[0];
  const double* y = y_.data() + block.first;
  const double* u = iterate.u.data() + block.first;
  double* gap = gap_.data() + block.first;
  double* r = r_.data() + block.first;
  double x[most_rows] = {}, lambda[most_rows] = {}, v[most_rows] = {}, d[most_rows] = {};
  double t[most_rows] = {}, W[most_rows * most_rows] = {}, W2[most_rows * most_rows] = {};
  to_round(block, iterate.x.data() + block.first, x);
  lorentz::find_scaling(n, x, y, W);
  lorentz::apply(n, W, y, lambda);
  lorentz::multiply(n, lambda, lambda, v);
  for (int i = 0; i < n; ++i)
    v[i] = (i == 0 ? product : 0.0) - v[i] - more_y_[to_index(block.first + i)];
  lorentz::divide(n, lambda, v, d);
  gap[0] = y[0] - u[0] / mu - std::sqrt(lorentz::product(n - 1, u + 1, u + 1));
  for (int i = 1; i < n; ++i) gap[i] = y[i] - u[i];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) W2[i * n + j] = lorentz::product(n, W + i * n, W + j * n);
  slide_of(n, y, settings_.slide, t);
  for (int i = 0; i < n; ++i) {
    const double unit = i == 0 ? 1.0 / mu : 1.0;
    r[i] = unit * (lorentz::product(n, W + i * n, d) + lorentz::product(n, W2 + i * n, gap));
    D[i * n] = unit * W2[i * n] / mu;
    for (int j = 1; j < n; ++j) D[i * n + j] = unit * (W2[i * n] * t[j] + W2[i * n + j]);
  }
}

void Interior::aim(const Operator& problem, const Iterate& iterate, double product) {
  for (std::size_t k = 0; k < problem.blocks().size(); ++k) {
    const Block& block = problem.blocks()[k];
    double* D = D_.data() + problem.square(k);
    if (has_friction(block))
      aim_cone(block, iterate, product, D);
    else if (has_limits(block))
      aim_limits(block, iterate, product, D);
    else
      aim_bounds(block, iterate, product, D);
  }
}

void Interior::follow_cone(const Block& block) {
  const int n = block.rows;
  const double* du = du_.data() + block.first;
  const double* gap = gap_.data() + block.first;
  double* dy = dy_.data() + block.first;
  double t[most_rows] = {};
  slide_of(n, y_.data() + block.first, settings_.slide, t);
  dy[0] = du[0] / block.friction[0] + lorentz::product(n - 1, t + 1, du + 1) - gap[0];
  for (int i = 1; i < n; ++i) dy[i] = du[i] - gap[i];
}

void Interior::follow_bounds(const Block& block, const Iterate& iterate, double product) {
  const std::size_t row = to_index(block.first);
  const double below = iterate.x[row] - lower_of(block), above = upper_of(block) - iterate.x[row];
  if (!std::isinf(below))
    dy_[row] = (product - more_y_[row] - y_[row] * dx_[row]) / below - y_[row];
  if (!std::isinf(above))
    dz_[row] = (product - more_z_[row] + z_[row] * dx_[row]) / above - z_[row];
}

// The change that leads to the aim as far as it is linear; H = I + B D C is factorised.
void Interior::find_direction(Operator& problem, const Iterate& iterate, double product) {
  aim(problem, iterate, product);
  problem.respond(r_.data(), ds_.data());
  for (int i = 0; i < problem.states(); ++i) ds_[to_index(i)] -= problem.start()[i];
  problem.solve(ds_.data());
  for (std::size_t i = 0; i < ds_.size(); ++i) moved_[i] = iterate.s[i] + ds_[i];
  problem.pull(iterate.s.data(), before_.data());
  problem.pull(moved_.data(), du_.data());
  for (std::size_t k = 0; k < problem.blocks().size(); ++k) {
    const Block& block = problem.blocks()[k];
    const int n = block.rows, first = block.first;
    double* du = du_.data() + first;
    for (int i = 0; i < n; ++i) du[i] -= before_[to_index(first + i)];
    const double* D = D_.data() + problem.square(k);
    for (int i = 0; i < n; ++i)
      dx_[to_index(first + i)] = r_[to_index(first + i)] - lorentz::product(n, D + i * n, du);
    if (has_friction(block))
      follow_cone(block);
    else if (has_limits(block))
      follow_limits(block, iterate, product);
    else
      follow_bounds(block, iterate, product);
  }
}

// What the predictor leaves out: products of changes.
void Interior::note_second_order(const Operator& problem, const Iterate& iterate) {
  for (const Block& block : problem.blocks()) {
    const std::size_t row = to_index(block.first);
    if (has_limits(block)) {
      note_second_order_of_limits(block, iterate);
      continue;
    }
    if (!has_friction(block)) {
      more_y_[row] = dx_[row] * dy_[row], more_z_[row] = -dx_[row] * dz_[row];
      continue;
    }
    const int n = block.rows;
    double x[most_rows] = {}, dx[most_rows] = {}, a[most_rows] = {}, b[most_rows] = {};
    double W[most_rows * most_rows] = {};
    to_round(block, iterate.x.data() + block.first, x);
    to_round(block, dx_.data() + block.first, dx);
    lorentz::find_scaling(n, x, y_.data() + block.first, W);
    lorentz::apply_inverse(n, W, dx, a);
    lorentz::apply(n, W, dy_.data() + block.first, b);
    lorentz::multiply(n, a, b, more_y_.data() + block.first);
  }
}

double Interior::longest_step(const Operator& problem, const Iterate& iterate) const {
  double length = infinity;
  const auto shorten = [&](double reached) { length = std::min(length, reached); };
  for (const Block& block : problem.blocks()) {
    const std::size_t row = to_index(block.first);
    if (has_friction(block)) {
      double x[most_rows] = {}, dx[most_rows] = {};
      to_round(block, iterate.x.data() + block.first, x);
      to_round(block, dx_.data() + block.first, dx);
      shorten(lorentz::reach(block.rows, x, dx));
      shorten(lorentz::reach(block.rows, y_.data() + block.first, dy_.data() + block.first));
      continue;
    }
    if (has_limits(block)) {
      shorten(longest_step_of_limits(block, iterate));
      continue;
    }
    shorten(reach_of(iterate.x[row] - lower_of(block), dx_[row]));
    shorten(reach_of(upper_of(block) - iterate.x[row], -dx_[row]));
    if (y_[row] > 0.0) shorten(reach_of(y_[row], dy_[row]));
    if (z_[row] > 0.0) shorten(reach_of(z_[row], dz_[row]));
  }
  return length;
}

// The mean product of forces and velocities after a step.
double Interior::product_after(const Operator& problem, const Iterate& iterate,
                               double length) const {
  double sum = 0.0;
  for (const Block& block : problem.blocks()) {
    const std::size_t row = to_index(block.first);
    if (has_friction(block)) {
      for (int i = 0; i < block.rows; ++i) {
        const std::size_t j = row + to_index(i);
        sum += (i == 0 ? block.friction[0] : 1.0) * (iterate.x[j] + length * dx_[j]) *
               (y_[j] + length * dy_[j]);
      }
      continue;
    }
    if (has_limits(block)) {
      sum += product_of_limits(block, iterate, length);
      continue;
    }
    const double x = iterate.x[row] + length * dx_[row];
    if (y_[row] > 0.0) sum += (x - lower_of(block)) * (y_[row] + length * dy_[row]);
    if (z_[row] > 0.0) sum += (upper_of(block) - x) * (z_[row] + length * dz_[row]);
  }
  return cones_ > 0 ? sum / cones_ : 0.0;
}

void Interior::move(Operator& problem, Iterate& iterate, double length) {
  for (std::size_t i = 0; i < dx_.size(); ++i) {
    iterate.x[i] += length * dx_[i];
    y_[i] += length * dy_[i];
    z_[i] += length * dz_[i];
  }
  iterate.evaluate(problem);
}

void Interior::begin(Operator& problem, Iterate& iterate, const InteriorSettings& settings) {
  settings_ = settings;
  start(problem, iterate);
  last_ = iterate.x;
}

// A predictor says how far the products can fall, a corrector takes the way.
double Interior::step(Operator& problem, Iterate& iterate) {
  std::fill(more_y_.begin(), more_y_.end(), 0.0), std::fill(more_z_.begin(), more_z_.end(), 0.0);
  const double now = product_after(problem, iterate, 0.0);
  aim(problem, iterate, 0.0);
  problem.factorize(D_.data(), active_.data());
  find_direction(problem, iterate, 0.0);
  const double predicted = std::min(1.0, longest_step(problem, iterate));
  const double after = product_after(problem, iterate, predicted);
  const double centre = now > 0.0 ? std::pow(std::clamp(after / now, 0.0, 1.0), 3.0) : 0.0;
  note_second_order(problem, iterate);
  find_direction(problem, iterate, centre * now);
  const double length = std::min(1.0, 0.99 * longest_step(problem, iterate));
  if (length > 0.0) move(problem, iterate, length);
  return length;
}

int Interior::run(Operator& problem, Iterate& iterate, int most, double near) {
  iterate.x = last_;
  iterate.evaluate(problem);
  best_ = iterate.x;
  double least = iterate.residual;
  int steps = 0, short_steps = 0;
  while (steps < most && least > near && short_steps < 4) {
    const double length = step(problem, iterate);
    ++steps;
    if (!(length > 0.0) || !(iterate.residual < infinity)) break;
    if (iterate.residual < least) least = iterate.residual, best_ = iterate.x;
    short_steps = length < 1e-3 ? short_steps + 1 : 0;
  }
  last_ = iterate.x;
  iterate.x = best_;
  iterate.evaluate(problem);
  return steps;
}

}  // namespace catena::chain
