#include "catena/contact/contact_forces.hpp"

#include <algorithm>
#include <cmath>

#include "catena/constraints/constraint_space.hpp"
#include "catena/contact/point_mobility.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

// Forces that others can stand in for to this part, or that do nothing, are redundant (the square
// of a sine, as for loops).
constexpr double redundant = ConstraintSpace::rank_tolerance;

// Below this part of the speed that a step began with, its direction is that of the beginning: the
// last of the motion has none that could be told from rounding.
constexpr double almost_stopped = 1e-3;

// Column `axis` of the identity.
Vec3<double> unit(int axis) {
  return {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
}

Vec3<double> along_axes(const ContactPlace& place, const Vec3<double>& world) {
  return {dot(place.axes[0], world), dot(place.axes[1], world), dot(place.axes[2], world)};
}

}  // namespace

ContactForces::ContactForces(std::shared_ptr<const Loops> loops,
                             const std::vector<Contact>& contacts)
    : model_(loops->tree()),
      geometry_(model_, contacts),
      modes_(contacts.size()),
      islands_(std::move(loops)),
      forces_(contacts.size(), Vec3<double>::zero()),
      pivots_(contacts.size(), 1.0),
      kept_speeds_(contacts.size(), 0.0),
      node_rate_(model_.nodes().size()) {
  const auto most = static_cast<Eigen::Index>(3 * contacts.size());
  rows_.reserve(3 * contacts.size());
  wrenches_.reserve(2 * contacts.size());
  for (Eigen::VectorXd* x : {&residual_, &scale_, &x_}) x->setZero(most);
  closed_.reserve(contacts.size());
}

void ContactForces::set_modes(std::span<const ContactMode> modes) {
  islands_are_known_ &=
      std::equal(modes.begin(), modes.end(), modes_.begin(), modes_.end(),
                 [](const auto& a, const auto& b) { return a.closed() == b.closed(); });
  std::copy(modes.begin(), modes.end(), modes_.begin());
  std::fill(kept_speeds_.begin(), kept_speeds_.end(), 0.0);
  any_closed_ = std::any_of(modes.begin(), modes.end(), [](const auto& m) { return m.closed(); });
}

void ContactForces::open_all() {
  std::fill(modes_.begin(), modes_.end(), ContactMode{});
  any_closed_ = false;
  islands_are_known_ = false;
}

void ContactForces::keep_directions() {
  for (int i = 0; i < geometry_.count(); ++i) {
    ContactMode& mode = at(modes_, i);
    if (mode.kind != ContactMode::Kind::Slide || mode.frozen) continue;
    keep_direction(i, mode);
    const Vec3<double>& u = geometry_.place(i).velocity;
    at(kept_speeds_, i) = std::hypot(u.y, u.z);
  }
}

void ContactForces::turn_frozen(int i, ContactMode& mode) const {
  mode.frozen = !mode.frozen;
  keep_direction(i, mode);
}

// The present direction of sliding becomes that of the mode; one at rest keeps what it had.
void ContactForces::keep_direction(int i, ContactMode& mode) const {
  const ContactPlace& place = geometry_.place(i);
  const double speed = std::hypot(place.velocity.y, place.velocity.z);
  if (speed == 0.0) return;
  mode.direction = geometry_.in_b(
      i, (place.velocity.y / speed) * place.axes[1] + (place.velocity.z / speed) * place.axes[2]);
}

Vec3<double> ContactForces::sliding_direction(int i) const {
  const ContactPlace& place = geometry_.place(i);
  const ContactMode& mode = at(modes_, i);
  Vec3<double> d = {0.0, place.velocity.y, place.velocity.z};
  Vec3<double> kept = along_axes(place, geometry_.from_b(i, mode.direction));
  kept.x = 0.0;
  const double speed = at(kept_speeds_, i);
  const bool stopped = speed > 0.0 && dot(d, kept) <= almost_stopped * speed;
  if (mode.frozen || stopped || dot(d, d) == 0.0) d = kept;
  const double length = norm(d);
  return length > 0.0 ? (1.0 / length) * d : d;
}

// Anew only where other contacts are closed or other coordinates held than before.
void ContactForces::find_islands(Held held) {
  const Eigen::Map<const HeldArray> now(held.data(), held.size());
  if (islands_are_known_ && (held_ == now).all()) return;
  held_ = now;
  islands_.begin(held);
  closed_.clear();
  for (int i = 0; i < geometry_.count(); ++i) {
    if (!at(modes_, i).closed()) continue;
    closed_.push_back(i);
    islands_.add_pair(geometry_.place(i).node_a, geometry_.place(i).node_b);
  }
  islands_.finish();
  const auto islands = static_cast<std::size_t>(islands_.count());
  if (systems_.size() < islands) systems_.resize(islands);
  Eigen::Index largest = B_.rows();
  for (int k = 0; k < islands_.count(); ++k) {
    const auto most = static_cast<int>(3 * islands_.blocks(k).size());
    at(systems_, k).reserve(most);
    largest = std::max<Eigen::Index>(largest, most);
  }
  B_.resize(largest, largest);
  first_row_.resize(islands + 1);
  islands_are_known_ = true;
}

void ContactForces::add_rows(Purpose purpose, Held held) {
  find_islands(held);
  rows_.clear();
  for (int island = 0; island < islands_.count(); ++island) {
    at(first_row_, island) = static_cast<Eigen::Index>(rows_.size());
    for (const int block : islands_.blocks(island)) add_rows(at(closed_, block), purpose);
  }
  first_row_.back() = static_cast<Eigen::Index>(rows_.size());
}

void ContactForces::add_rows(int contact, Purpose purpose) {
  const ContactMode& mode = at(modes_, contact);
  Vec3<double> normal = unit(0);
  if (mode.kind == ContactMode::Kind::Slide && purpose == Purpose::Forces)
    if (const double friction = geometry_.contact(contact).material.friction; friction > 0.0)
      normal -= (mode.side * friction) * sliding_direction(contact);
  rows_.push_back({contact, 0, normal});
  if (mode.kind != ContactMode::Kind::Stick || purpose == Purpose::Gaps) return;
  rows_.push_back({contact, 1, unit(1)});
  rows_.push_back({contact, 2, unit(2)});
}

void ContactForces::put_wrenches(int contact, const Vec3<double>& force,
                                 std::vector<NodeWrench>& out) const {
  const ContactPlace& place = geometry_.place(contact);
  out.push_back(
      {place.node_a, force.x * place.on_a[0] + force.y * place.on_a[1] + force.z * place.on_a[2]});
  out.push_back(
      {place.node_b, force.x * place.on_b[0] + force.y * place.on_b[1] + force.z * place.on_b[2]});
}

double ContactForces::mobility_bound(const LoopSolver& solver, int contact) const {
  const ContactPlace& place = geometry_.place(contact);
  return point_mobility(solver, place.node_a, place.node_b, place.p);
}

void ContactForces::find_matrix(LoopSolver& solver) {
  rate_.resize(solver.loops().nv());
  step_.resize(rate_.size());  // close_position() may come for the first time in mid-run
  std::fill(pivots_.begin(), pivots_.end(), 1.0);
  std::fill(node_rate_.begin(), node_rate_.end(), Motion<double>::zero());
  for (int island = 0; island < islands_.count(); ++island) find_matrix(solver, island);
}

// B column by column, each the answer of the mechanism to one unit force. Scaled by what the force
// could do at best, so that a direction in which nothing moves stays small.
void ContactForces::find_matrix(LoopSolver& solver, int island) {
  const MechanismPart part = islands_.part(island);
  const Eigen::Index first = at(first_row_, island), n = at(first_row_, island + 1) - first;
  const std::span<const Row> rows =
      std::span(rows_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(n));
  double* const scale = scale_.data() + first;
  for (Eigen::Index k = 0; k < n; ++k) {
    const Row& column = rows[static_cast<std::size_t>(k)];
    wrenches_.clear();
    put_wrenches(column.contact, column.force, wrenches_);
    solver.respond(part, wrenches_, {}, rate_, node_rate_);
    work_.visited += static_cast<long>(part.nodes.size());
    for (Eigen::Index i = 0; i < n; ++i) {
      const Row& row = rows[static_cast<std::size_t>(i)];
      B_(i, k) = geometry_.row_times(row.contact, row.axis, node_rate_);
    }
    if (column.axis != 0) {
      scale[k] = scale[k - 1];
      continue;
    }
    const double bound = mobility_bound(solver, column.contact);
    scale[k] = bound > 0.0 ? 1.0 / std::sqrt(bound) : 0.0;
    double does = 0.0;
    for (int r = 0; r < 3; ++r)
      does += column.force[r] * geometry_.row_times(column.contact, r, node_rate_);
    if (does > redundant * bound) at(pivots_, column.contact) = B_(k, k) / does;
  }
  LeastNormSolver& system = at(systems_, island);
  for (Eigen::Index k = 0; k < n; ++k)
    for (Eigen::Index i = 0; i < n; ++i) system.matrix()(i, k) = scale[i] * B_(i, k) * scale[k];
  system.factorize(static_cast<int>(n), redundant);
  work_.eliminated += n * n * n;
}

// From residual_, what is missing in each row.
void ContactForces::solve(LoopSolver& solver, double* rate, bool into_multipliers) {
  const auto n = static_cast<Eigen::Index>(rows_.size());
  x_.head(n) = residual_.head(n).cwiseProduct(scale_.head(n));
  for (int island = 0; island < islands_.count(); ++island) {
    double* const x = x_.data() + at(first_row_, island);
    at(systems_, island).solve(x, x);
  }
  wrenches_.clear();
  for (Eigen::Index k = 0; k < n;) {
    const int contact = rows_[static_cast<std::size_t>(k)].contact;
    Vec3<double> force = Vec3<double>::zero();
    for (; k < n && rows_[static_cast<std::size_t>(k)].contact == contact; ++k)
      force += (scale_[k] * x_[k]) * rows_[static_cast<std::size_t>(k)].force;
    at(forces_, contact) += force;
    put_wrenches(contact, force, wrenches_);
  }
  if (into_multipliers) {
    solver.add_wrenches(wrenches_, Out<double>(rate, rate_.size()));
  } else {
    solver.respond(wrenches_, rate_, node_rate_);
    for (Eigen::Index k = 0; k < rate_.size(); ++k) rate[k] += rate_[k];
  }
}

// With redundant contacts, the solution is the one nearest to the modes' references. Returns
// whether there are any.
bool ContactForces::start_from_references() {
  bool any = false;
  for (int island = 0; island < islands_.count(); ++island) {
    const Eigen::Index first = at(first_row_, island), end = at(first_row_, island + 1);
    if (at(systems_, island).rank() == end - first) continue;
    for (Eigen::Index k = first; k < end; ++k) {
      const Row& row = rows_[static_cast<std::size_t>(k)];
      const ContactMode& mode = at(modes_, row.contact);
      if (row.axis != 0 || dot(mode.reference, mode.reference) == 0.0) continue;
      const Vec3<double> f =
          along_axes(geometry_.place(row.contact), geometry_.from_b(row.contact, mode.reference));
      at(forces_, row.contact) = mode.kind == ContactMode::Kind::Stick ? f : f.x * row.force;
      any = true;
    }
  }
  return any;
}

void ContactForces::apply(LoopSolver& solver, Out<double> a) {
  locate(solver);
  std::fill(forces_.begin(), forces_.end(), Vec3<double>::zero());
  if (!any_closed_) return;
  add_rows(Purpose::Forces, solver.held());
  find_matrix(solver);
  if (start_from_references()) {
    wrenches_.clear();
    for (const int i : closed_) put_wrenches(i, force(i), wrenches_);
    solver.add_wrenches(wrenches_, a);
  }
  for (int pass = 0; pass < 2; ++pass) {  // the second removes rounding
    for (std::size_t k = 0; k < rows_.size(); ++k)
      residual_[static_cast<Eigen::Index>(k)] =
          at(geometry_.place(rows_[k].contact).target, rows_[k].axis) -
          geometry_.row_times(rows_[k].contact, rows_[k].axis, solver.node_rates());
    solve(solver, a.data(), true);
  }
}

void ContactForces::prepare(LoopSolver& solver) {
  locate(solver);
  add_rows(Purpose::Forces, solver.held());
  find_matrix(solver);
}

void ContactForces::oppose(LoopSolver& solver, Out<double> column) {
  for (std::size_t k = 0; k < rows_.size(); ++k)
    residual_[static_cast<Eigen::Index>(k)] =
        -geometry_.row_times(rows_[k].contact, rows_[k].axis, solver.unit_rates());
  solve(solver, column.data(), false);
}

Vec3<double> ContactForces::world_force(int i) const {
  const ContactPlace& place = geometry_.place(i);
  const Vec3<double>& f = force(i);
  return f.x * place.axes[0] + f.y * place.axes[1] + f.z * place.axes[2];
}

double ContactForces::dissipation(int i) const {
  const Vec3<double>&f = force(i), &u = geometry_.place(i).velocity;
  return -(f.y * u.y + f.z * u.z);
}

double ContactForces::largest_force() const {
  double largest = 0.0;
  for (const Vec3<double>& f : forces_) largest = std::max(largest, norm(f));
  return largest;
}

void ContactForces::add_body_wrenches(std::vector<Force<double>>& external) const {
  for (int i = 0; i < geometry_.count(); ++i) {
    if (!at(modes_, i).closed()) continue;
    const ContactPlace& place = geometry_.place(i);
    const Contact& contact = geometry_.contact(i);
    for (int r = 0; r < 3; ++r) {
      at(external, contact.a.index) +=
          force(i)[r] * inverse_times(model_.body(contact.a).X_NB, at(place.on_a, r));
      at(external, contact.b.index) +=
          force(i)[r] * inverse_times(model_.body(contact.b).X_NB, at(place.on_b, r));
    }
  }
}

}  // namespace catena
