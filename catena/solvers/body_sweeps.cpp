#include "catena/solvers/body_sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "catena/math/index.hpp"
#include "catena/solvers/chain_kernels.hpp"
#include "catena/solvers/conjugate_direction.hpp"

namespace catena {

namespace {

using chain::kernel::Four;
using chain::kernel::load;
using chain::kernel::store;

// What changes velocities by less than this part of the goal is not passed on: in a large pile most
// contacts do not know of an impact at its other end.
constexpr double passes_not_on = 0.1;
// So soon the goal must be reached for more sweeps to be made, and so many of them.
constexpr int soon = 10, most_sweeps_more = 10;
// So often the direction of sliding is corrected at each visit, and below this change, rad, no
// more.
constexpr int most_turns = 4;
constexpr double same_direction = 1e-3;
// Of the matrix of a contact: less than this part of the normal is no resistance (Painleve).
constexpr double no_resistance = 0.02;

inline Four turned(Four x) {
  return __builtin_shufflevector(x, x, 1, 2, 0, 3);
}

inline Four cross_of(Four a, Four b) {
  return turned(a * turned(b) - turned(a) * b);
}

inline double dot_of(Four a, Four b) {
  const Four p = a * b;
  return (p[0] + p[2]) + p[1];
}

inline Four times(const double* columns, Four x) {
  return load(columns) * x[0] + load(columns + 4) * x[1] + load(columns + 8) * x[2];
}

inline void put_vector(const Vec3<double>& x, double* out) {
  out[0] = x.x, out[1] = x.y, out[2] = x.z, out[3] = 0.0;
}

void put_columns(const Sym3<double>& m, double* out) {
  put_vector({m.xx, m.xy, m.xz}, out);
  put_vector({m.xy, m.yy, m.yz}, out + 4);
  put_vector({m.xz, m.yz, m.zz}, out + 8);
}

// Zero where there is none.
Sym3<double> inverse_of(const Sym3<double>& m) {
  const double xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz,
               xz = m.xy * m.yz - m.xz * m.yy;
  const double det = m.xx * xx + m.xy * xy + m.xz * xz;
  if (!(det > 1e-12 * m.xx * m.yy * m.zz)) return Sym3<double>::zero();
  const double s = 1.0 / det;
  return {s * xx,
          s * xy,
          s * xz,
          s * (m.xx * m.zz - m.xz * m.xz),
          s * (m.xy * m.xz - m.xx * m.yz),
          s * (m.xx * m.yy - m.xy * m.xy)};
}

// The impulse of a contact that moves with q without it, and slides where it touches; `wish` is the
// one that would bring it to rest. On its cone, against the velocity that is left: the direction is
// turned until it is.
Four sliding_impulse(const SweptContact& c, Four q, Four wish) {
  const Four n = load(c.normal);
  const double qn = dot_of(n, q);
  const Four none = {};
  if (qn >= 0.0) return none;
  const Four Wn = times(c.matrix, n);
  const double across = dot_of(n, Wn);
  if (!(across > 0.0)) return none;
  if (c.friction == 0.0) return (-qn / across) * n;
  Four t = wish - dot_of(n, wish) * n;
  double length = std::sqrt(dot_of(t, t));
  if (!(length > 0.0)) {
    t = qn * n - q;
    length = std::sqrt(dot_of(t, t));
    if (!(length > 0.0)) return (-qn / across) * n;
  }
  Four e = t * (1.0 / length);
  const double softness = 1.0 / c.own;
  double s = 0.0;
  for (int turn = 0; turn < most_turns; ++turn) {
    const Four Wd = Wn + c.friction * times(c.matrix, e);
    s = -qn / std::max(dot_of(n, Wd), no_resistance * across);
    const Four u = q + s * Wd;
    const Four z = (s * c.friction) * e - softness * (u - dot_of(n, u) * n);
    const double size = std::sqrt(dot_of(z, z));
    if (!(size > 0.0)) break;
    const Four next = z * (1.0 / size), by = next - e;
    e = next;
    if (dot_of(by, by) < same_direction * same_direction) break;
  }
  s = -qn / std::max(dot_of(n, Wn + c.friction * times(c.matrix, e)), no_resistance * across);
  return s * (n + c.friction * e);
}

}  // namespace

void BodySweeps::clear(int bodies) {
  const std::size_t count = to_index(bodies);
  masses_.assign(count, {});
  motions_.assign(8 * count, 0.0);
  contacts_.clear();
  impulses_.clear();
}

void BodySweeps::set_body(int body, double inverse_mass, const Sym3<double>& inverse_inertia,
                          const Vec3<double>& velocity, const Vec3<double>& turning) {
  Mass& mass = masses_[to_index(body)];
  mass.of_mass = inverse_mass;
  put_columns(inverse_inertia, mass.inverse);
  put_vector(velocity, &motions_[8 * to_index(body)]);
  put_vector(turning, &motions_[8 * to_index(body) + 4]);
}

SweptContact& BodySweeps::add(const SweptContact& contact, const Vec3<double>& impulse) {
  SweptContact& c = contacts_.emplace_back(contact);
  // W = sum of 1/m + [r] I^-1 [r]^T: columns (I^-1 (r x e)) x r.
  const double masses = masses_[to_index(c.a)].of_mass + masses_[to_index(c.b)].of_mass;
  for (int i = 0; i < 3; ++i) {
    Four e = {};
    e[i] = 1.0;
    Four column = masses * e;
    for (const auto& [body, arm] : {std::pair<int, const double*>{c.a, c.arm_a},
                                    std::pair<int, const double*>{c.b, c.arm_b}}) {
      const Four r = load(arm);
      column += cross_of(times(masses_[to_index(body)].inverse, cross_of(r, e)), r);
    }
    store(c.matrix + 4 * i, column);
  }
  const double* const m = c.matrix;
  put_columns(inverse_of({m[0], 0.5 * (m[1] + m[4]), 0.5 * (m[2] + m[8]), m[5], 0.5 * (m[6] + m[9]),
                          m[10]}),
              c.inverse);
  c.own = (m[0] + m[5] + m[10]) / 3.0;
  impulses_.insert(impulses_.end(), {impulse.x, impulse.y, impulse.z, 0.0});
  return c;
}

Vec3<double> BodySweeps::rate(int k) const {
  const SweptContact& c = contact(k);
  const double *const a = &motions_[8 * to_index(c.a)], *const b = &motions_[8 * to_index(c.b)];
  double u[4];
  store(u, load(c.rate) + (load(a) - load(b)) +
               (cross_of(load(a + 4), load(c.arm_a)) - cross_of(load(b + 4), load(c.arm_b))));
  return vector(u);
}

// The velocities that belong to the impulses, in addition to those without any.
void BodySweeps::apply_all() {
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const SweptContact& c = contacts_[k];
    const Four x = load(&impulses_[4 * k]);
    for (const auto& [body, arm, sign] :
         {std::tuple<int, const double*, double>{c.a, c.arm_a, 1.0},
          std::tuple<int, const double*, double>{c.b, c.arm_b, -1.0}}) {
      const Mass& mass = masses_[to_index(body)];
      double* const s = &motions_[8 * to_index(body)];
      store(s, load(s) + (sign * mass.of_mass) * x);
      store(s + 4, load(s + 4) + sign * times(mass.inverse, cross_of(load(arm), x)));
    }
  }
}

inline void BodySweeps::visit(std::size_t k) {
  const SweptContact& c = contacts_[k];
  int &changed_a = changed_[to_index(c.a)], &changed_b = changed_[to_index(c.b)];
  if (changed_a <= seen_[k] && changed_b <= seen_[k]) return;
  seen_[k] = change_count_;
  ++visits_;
  double *const sa = &motions_[8 * to_index(c.a)], *const sb = &motions_[8 * to_index(c.b)];
  double* const place = &impulses_[4 * k];
  const Four ra = load(c.arm_a), rb = load(c.arm_b), n = load(c.normal);
  const Four u = load(c.rate) + (load(sa) - load(sb)) +
                 (cross_of(load(sa + 4), ra) - cross_of(load(sb + 4), rb));
  const Four x = load(place);
  if (x[0] == 0.0 && x[1] == 0.0 && x[2] == 0.0 && dot_of(n, u) >= 0.0) return;
  Four now = x - times(c.inverse, u);  // symmetric
  const double normal = dot_of(n, now);
  const Four along = now - normal * n;
  const bool sticks = normal >= 0.0 && c.inverse[0] != 0.0 &&
                      dot_of(along, along) <= c.friction * c.friction * normal * normal;
  if (!sticks) now = sliding_impulse(c, u - times(c.matrix, x), now);
  const Four change = now - x;
  const double square = c.own * c.own * dot_of(change, change);
  if (square == 0.0) return;
  changes_of_sweep_ += square;
  worst_change_ = std::max(worst_change_, square);
  if (square > small_change_) {
    ++change_count_;
    if (c.a != 0) changed_a = change_count_;
    if (c.b != 0) changed_b = change_count_;
    seen_[k] = change_count_;
  }
  store(place, now);
  const Mass &ma = masses_[to_index(c.a)], &mb = masses_[to_index(c.b)];
  store(sa, load(sa) + ma.of_mass * change);
  store(sa + 4, load(sa + 4) + times(ma.inverse, cross_of(ra, change)));
  store(sb, load(sb) - mb.of_mass * change);
  store(sb + 4, load(sb + 4) - times(mb.inverse, cross_of(rb, change)));
}

double BodySweeps::sweep() {
  changes_of_sweep_ = worst_change_ = 0.0;
  for (std::size_t k = 0; k < contacts_.size(); ++k) visit(k);
  return changes_of_sweep_;
}

// By a part of the direction of before; the new direction has the last changes in it. Impulses may
// leave their cones until the next sweep.
void BodySweeps::go_on(double part) {
  go_on_along(part, impulses_before_, impulses_, impulse_directions_);
  go_on_along(part, motions_before_, motions_, motion_directions_);
  ++change_count_;
  for (std::size_t body = 1; body < masses_.size(); ++body) {
    const double* const d = &motion_directions_[8 * body];
    const Four low = load(d), high = load(d + 4);
    if (part * part * (dot_of(low, low) + dot_of(high, high)) > small_change_)
      changed_[body] = change_count_;
  }
}

// Without a direction, or with that of the first changes.
void BodySweeps::start_again(bool first) {
  std::fill(impulse_directions_.begin(), impulse_directions_.end(), 0.0);
  std::fill(motion_directions_.begin(), motion_directions_.end(), 0.0);
  if (first) go_on(0.0);
}

// All contacts are looked at again; what changes velocities by less than a part of this is not
// passed on.
void BodySweeps::pass_on_from(double error) {
  small_change_ = passes_not_on * passes_not_on * error * error;
  change_count_ = 0;
  changed_.assign(masses_.size(), 0), seen_.assign(contacts_.size(), -1);
}

BodySweeps::Outcome BodySweeps::solve(const Goal& goal) {
  Outcome out;
  const std::size_t count = contacts_.size();
  if (count == 0) return out;
  apply_all();
  impulse_directions_.assign(impulses_.size(), 0.0);
  motion_directions_.assign(motions_.size(), 0.0);
  visits_ = 0;
  pass_on_from(goal.error);
  const double enough = goal.error * goal.error * static_cast<double>(count);
  double last = 0.0;
  int more = 0;
  while (out.sweeps < goal.most_sweeps) {
    impulses_before_ = impulses_, motions_before_ = motions_;
    const double changes = sweep();
    ++out.sweeps;
    out.error = std::sqrt(changes / static_cast<double>(count));
    if (more > 0 || !(changes > enough)) {
      if (!(worst_change_ > goal.worst * goal.worst) || more == most_sweeps_more ||
          out.sweeps - more > soon)
        break;
      if (++more == 1) pass_on_from(goal.worst);
    }
    const double ratio = out.sweeps == 1 ? 2.0 : changes / last;
    last = changes;
    if (ratio <= 1.0)
      go_on(ratio);
    else
      start_again(out.sweeps == 1);
  }
  out.visits = visits_;
  return out;
}

}  // namespace catena
