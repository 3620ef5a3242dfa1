#include "catena/solvers/pile_sweeps.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"
#include "catena/solvers/chain_guess.hpp"
#include "catena/solvers/chain_kernels.hpp"
#include "catena/solvers/conjugate_direction.hpp"

namespace catena {

namespace {

using chain::kernel::Four;
using chain::kernel::load;
using chain::kernel::store;

constexpr int width = 8;  // of the velocities of a body

// Changes of forces tell when it is worth while to look at the residual: where they promise so many
// times the tolerance, and after so many sweeps in any case.
constexpr double promising = 1.0;
constexpr int at_least_after = 16;
// Where any is made, so many sweeps are.
constexpr int least_sweeps = 3;
// What changes by less than this part of the error that each contact may have is not passed on: in
// a large pile most contacts do not know of an impact at its other end.
constexpr double passes_pile_not_on = 0.1;
// Directions of sliding are found once they turn by less, rad.
constexpr double same_angle = 1e-4;

// u = bias + J_a s_a + J_b s_b.
inline Four velocity(const double* a, const double* sa, const double* b, const double* sb,
                     Four bias) {
  const Four sa0 = load(sa), sa1 = load(sa + 4), sb0 = load(sb), sb1 = load(sb + 4);
  Four u[3];
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i)
    u[i] = (load(a + 8 * i) * sa0 + load(a + 8 * i + 4) * sa1) +
           (load(b + 8 * i) * sb0 + load(b + 8 * i + 4) * sb1);
  // Sums over the lanes of each: pairs of two first.
  const Four low = __builtin_shufflevector(u[0], u[1], 0, 4, 2, 6) +
                   __builtin_shufflevector(u[0], u[1], 1, 5, 3, 7);
  const Four third = u[2] + __builtin_shufflevector(u[2], u[2], 1, 0, 3, 2);
  return bias + __builtin_shufflevector(low, third, 0, 1, 4, 5) +
         __builtin_shufflevector(low, third, 2, 3, 6, 7);
}

// s += J^T x.
inline void push(const double* rows, Four x, double* s) {
  store(s, load(s) + (load(rows) * x[0] + load(rows + 8) * x[1] + load(rows + 16) * x[2]));
  store(s + 4,
        load(s + 4) + (load(rows + 4) * x[0] + load(rows + 12) * x[1] + load(rows + 20) * x[2]));
}

bool is_plain_contact(const StepProblem::Block& block) {
  return block.law.kind == ContactLaw::Kind::Cone && block.rows == 3 &&
         block.law.limit_rows[0] == 2 && block.law.friction[0] == block.law.friction[1] &&
         block.compliance == 0.0;
}

}  // namespace

bool PileSweeps::knows(const StepProblem& problem) {
  return std::all_of(problem.trees().begin(), problem.trees().end(),
                     [](const StepProblem::Tree& tree) {
                       return tree.is_unit() && tree.coordinates <= width;
                     }) &&
         std::all_of(problem.blocks().begin(), problem.blocks().end(), is_plain_contact);
}

void PileSweeps::set_contact(const StepProblem& problem, const StepProblem::Block& given,
                             Contact& out) const {
  const int nothing = width * static_cast<int>(problem.trees().size());
  Four own[3] = {};
  for (int p = 0; p < 2; ++p) {
    std::fill_n(out.rows[p], 24, 0.0);
    out.place[p] = given.tree[p] < 0 ? nothing : width * given.tree[p];
    if (given.tree[p] < 0) continue;
    const int n = problem.trees()[to_index(given.tree[p])].coordinates;
    const double* const J = problem.jacobians().data() + given.jacobian[p];
    for (int i = 0; i < 3; ++i) std::copy_n(J + i * n, n, out.rows[p] + width * i);
    for (int k = 0; k < n; ++k) {
      const Four y = {J[k], J[n + k], J[2 * n + k], 0.0};
      own[0] += y[0] * y, own[1] += y[1] * y, own[2] += y[2] * y;
    }
  }
  const double mean = (own[0][0] + own[1][1] + own[2][2]) / 3.0;
  out.scale = mean > 0.0 ? 1.0 / std::sqrt(mean) : 1.0;
  out.friction = given.law.friction[0];
  for (int i = 0; i < 3; ++i) store(out.own + 4 * i, out.scale * out.scale * own[i]);
  for (double* const rows : out.rows)
    for (int k = 0; k < 24; ++k) rows[k] *= out.scale;
  const double* const bias = problem.biases().data() + given.first;
  for (int i = 0; i < 3; ++i) out.bias[i] = out.scale * bias[i];
  out.bias[3] = 0.0;
  chain::Block block;
  block.rows = 3;
  chain::invert(block, out.own, out.inverse);
}

void PileSweeps::prepare(const StepProblem& problem, double tolerance) {
  const std::size_t count = problem.blocks().size(), bodies = problem.trees().size();
  contacts_.resize(count);
  for (std::size_t k = 0; k < count; ++k) set_contact(problem, problem.blocks()[k], contacts_[k]);
  x_.resize(4 * count), x_before_.resize(4 * count), x_direction_.resize(4 * count);
  s_.resize(to_index(width) * (bodies + 1));
  s_before_.resize(s_.size()), s_direction_.resize(s_.size());
  std::fill(s_.begin(), s_.end(), 0.0);
  for (std::size_t t = 0; t < bodies; ++t)
    std::copy_n(problem.free_velocities().data() + problem.trees()[t].first,
                problem.trees()[t].coordinates, s_.data() + to_index(width) * t);
  rest_.resize(4 * count);
  rest_squares_ = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const Contact& c = contacts_[k];
    const Four u = velocity(c.rows[0], s_.data() + c.place[0], c.rows[1], s_.data() + c.place[1],
                            load(c.bias));
    store(rest_.data() + 4 * k, u);
    rest_squares_ += u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  }
  const double part = passes_pile_not_on * tolerance;
  small_change_ =
      part * part * rest_squares_ / static_cast<double>(std::max<std::size_t>(1, count));
  changes_ = 0;
  changed_.assign(bodies + 1, 0), seen_.assign(count, -1);
}

void PileSweeps::mark_all() {
  ++changes_;
  std::fill(changed_.begin(), changed_.end() - 1, changes_);
}

// The velocities that belong to forces x, in addition to those without any.
void PileSweeps::begin(std::span<const double> x) {
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const Contact& contact = contacts_[k];
    const double unit = 1.0 / contact.scale;
    const Four xb = {unit * x[3 * k], unit * x[3 * k + 1], unit * x[3 * k + 2], 0.0};
    store(x_.data() + 4 * k, xb);
    push(contact.rows[0], xb, s_.data() + contact.place[0]);
    push(contact.rows[1], xb, s_.data() + contact.place[1]);
  }
}

double PileSweeps::sweep() {
  double changes = 0.0;
  chain::Block block;
  block.kind = ContactLaw::Kind::Cone;
  block.rows = 3, block.limits = 1, block.limit_rows[0] = 2;
  double* const s = s_.data();
  const int nothing = static_cast<int>(s_.size()) - width;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const Contact& c = contacts_[k];
    double* const xb = x_.data() + 4 * k;
    double *const sa = s + c.place[0], *const sb = s + c.place[1];
    int &changed_a = changed_[to_index(c.place[0] / width)],
        &changed_b = changed_[to_index(c.place[1] / width)];
    if (changed_a <= seen_[k] && changed_b <= seen_[k]) continue;
    seen_[k] = changes_;
    const Four u = velocity(c.rows[0], sa, c.rows[1], sb, load(c.bias));
    const Four x = load(xb);
    if (x[0] == 0.0 && u[0] >= 0.0 && x[1] == 0.0 && x[2] == 0.0) continue;
    // The force that brings it to rest, if that is inside of its cone: B^-1 (B x - u).
    Four now = x;
    const Four i0 = load(c.inverse), i1 = load(c.inverse + 4), i2 = load(c.inverse + 8);
    now -= i0 * u[0] + i1 * u[1] + i2 * u[2];  // symmetric
    const bool sticks =
        now[0] >= 0.0 && c.inverse[0] != 0.0 &&
        now[1] * now[1] + now[2] * now[2] <= c.friction * c.friction * now[0] * now[0];
    if (!sticks) {
      double q[4], alone[4];
      store(q, u - (load(c.own) * x[0] + load(c.own + 4) * x[1] + load(c.own + 8) * x[2]));
      store(alone, x);
      block.friction[0] = c.friction;
      chain::solve_alone(block, c.own, c.inverse, q, alone, same_angle);
      now = Four{alone[0], alone[1], alone[2], 0.0};
    }
    const Four change = now - x;
    const double square = change[0] * change[0] + change[1] * change[1] + change[2] * change[2];
    changes += square;
    if (square > small_change_) {
      ++changes_;
      changed_a = changes_;
      if (c.place[1] != nothing) changed_b = changes_;
      seen_[k] = changes_;
    }
    store(xb, now);
    push(c.rows[0], change, sa);
    push(c.rows[1], change, sb);
  }
  return changes;
}

// As chain::Operator::evaluate().
double PileSweeps::residual() const {
  double errors = 0.0, response = 0.0;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const Contact& c = contacts_[k];
    double u[4];
    const Four now = velocity(c.rows[0], s_.data() + c.place[0], c.rows[1], s_.data() + c.place[1],
                              load(c.bias)),
               change = now - load(rest_.data() + 4 * k);
    store(u, now);
    response += change[0] * change[0] + change[1] * change[1] + change[2] * change[2];
    errors += chain::error_of_cone(c.friction, x_.data() + 4 * k, u);
  }
  return errors == 0.0 ? 0.0 : std::sqrt(errors / std::max(rest_squares_, response));
}

// By a part of the direction of before; the new direction has the last changes in it. Forces may
// leave their cones until the next sweep.
void PileSweeps::go_on(double part) {
  go_on_along(part, x_before_, x_, x_direction_);
  go_on_along(part, s_before_, s_, s_direction_);
  ++changes_;
  for (std::size_t body = 0; body + 1 < changed_.size(); ++body) {
    const double* const d = s_direction_.data() + to_index(width) * body;
    const Four low = load(d), high = load(d + 4), square = low * low + high * high;
    if (square[0] + square[1] + square[2] + square[3] > small_change_) changed_[body] = changes_;
  }
}

// Without a direction, or with that of the first changes.
void PileSweeps::start_again(bool first) {
  std::fill(x_direction_.begin(), x_direction_.end(), 0.0);
  std::fill(s_direction_.begin(), s_direction_.end(), 0.0);
  if (first) go_on(0.0);
}

// The best forces, as given and asked for.
void PileSweeps::finish(std::span<double> x) const {
  for (std::size_t k = 0; k < contacts_.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i) x[3 * k + i] = contacts_[k].scale * best_[4 * k + i];
}

PileSweeps::Outcome PileSweeps::solve(const StepProblem& problem, std::span<double> x,
                                      std::span<double> v, std::span<double> u, const Goal& goal) {
  Outcome out;
  out.residual = chain::judge_guess(problem, x, v, u);
  if (out.residual <= goal.as_given * goal.tolerance) return out;
  prepare(problem, goal.tolerance);
  begin(x);
  best_ = x_;
  double best = out.residual, last = 0.0, per_change = 0.0;
  int looked = 0;
  while (out.sweeps < goal.most_sweeps) {
    x_before_ = x_, s_before_ = s_;
    const double changes = sweep();
    ++out.sweeps;
    const double ratio = out.sweeps == 1 ? 2.0 : changes / last;
    last = changes;
    const bool look = out.sweeps >= least_sweeps &&
                      (std::sqrt(changes) * per_change <= promising * goal.tolerance ||
                       out.sweeps - looked >= at_least_after || out.sweeps == goal.most_sweeps);
    if (look) {
      const double now = residual();
      looked = out.sweeps;
      if (changes > 0.0) per_change = now / std::sqrt(changes);
      if (now < best) best = now, best_ = x_;
      if (!(now > goal.tolerance) || !std::isfinite(now)) break;
      mark_all();
    }
    if (ratio <= 1.0)
      go_on(ratio);
    else
      start_again(out.sweeps == 1);
  }
  finish(x);
  out.residual = chain::judge_guess(problem, x, v, u);
  return out;
}

}  // namespace catena
