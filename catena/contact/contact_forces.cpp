#include "catena/contact/contact_forces.hpp"

#include <algorithm>
#include <cmath>

#include "catena/constraints/constraint_space.hpp"
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

// The sum of the wrenches of three rows, each times its component of f.
Force<double> along(const std::array<Force<double>, 3>& rows, const Vec3<double>& f) {
  return f.x * rows[0] + f.y * rows[1] + f.z * rows[2];
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
      response_(std::move(loops)),
      forces_(contacts.size(), Vec3<double>::zero()),
      pivots_(contacts.size(), 1.0),
      kept_speeds_(contacts.size(), 0.0),
      node_rate_(model_.nodes().size()) {
  const auto most = static_cast<Eigen::Index>(3 * contacts.size());
  rows_.reserve(3 * contacts.size());
  wrenches_.reserve(2 * contacts.size());
  for (Eigen::VectorXd* x : {&residual_, &scale_, &x_, &local_}) x->setZero(most);
  closed_.reserve(contacts.size());
}

void ContactForces::set_modes(std::span<const ContactMode> modes) {
  std::copy(modes.begin(), modes.end(), modes_.begin());
  std::fill(kept_speeds_.begin(), kept_speeds_.end(), 0.0);
  any_closed_ = std::any_of(modes.begin(), modes.end(), [](const auto& m) { return m.closed(); });
}

void ContactForces::open_all() {
  std::fill(modes_.begin(), modes_.end(), ContactMode{});
  std::fill(forces_.begin(), forces_.end(), Vec3<double>::zero());
  any_closed_ = false;
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

void ContactForces::add_rows(int contact, Purpose purpose) {
  const ContactMode& mode = at(modes_, contact);
  const ContactPlace& place = geometry_.place(contact);
  closed_.push_back(contact);
  response_.begin_pair(place.node_a, place.node_b, place.p);
  rows_.push_back({contact, 0, unit(0)});
  const double friction = geometry_.contact(contact).material.friction;
  if (mode.kind == ContactMode::Kind::Slide && purpose == Purpose::Forces && friction > 0.0) {
    Vec3<double>& f = rows_.back().force;
    f -= (mode.side * friction) * sliding_direction(contact);
    response_.add_row(place.on_a[0], place.on_b[0], along(place.on_a, f), along(place.on_b, f));
  } else {
    response_.add_row(place.on_a[0], place.on_b[0]);
  }
  if (mode.kind != ContactMode::Kind::Stick || purpose == Purpose::Gaps) return;
  for (std::size_t axis = 1; axis < 3; ++axis) {
    rows_.push_back({contact, static_cast<int>(axis), unit(static_cast<int>(axis))});
    response_.add_row(place.on_a[axis], place.on_b[axis]);
  }
}

void ContactForces::put_wrenches(int contact, const Vec3<double>& force,
                                 std::vector<NodeWrench>& out) const {
  const ContactPlace& place = geometry_.place(contact);
  out.push_back({place.node_a, along(place.on_a, force)});
  out.push_back({place.node_b, along(place.on_b, force)});
}

void ContactForces::find_matrix(LoopSolver& solver, Purpose purpose) {
  rate_.resize(solver.loops().nv());
  step_.resize(rate_.size());  // close_position() may come for the first time in mid-run
  response_.clear(), rows_.clear(), closed_.clear();
  for (int i = 0; i < geometry_.count(); ++i)
    if (at(modes_, i).closed()) add_rows(i, purpose);
  response_.find(solver);
  std::fill(pivots_.begin(), pivots_.end(), 1.0);
  const auto islands = static_cast<std::size_t>(response_.island_count());
  if (systems_.size() < islands) systems_.resize(islands);
  for (int island = 0; island < response_.island_count(); ++island) factorize(island);
}

// Rows and columns scaled by what a force could do at best, so that a direction in which nothing
// moves stays small.
void ContactForces::factorize(int island) {
  const std::span<const Eigen::Index> rows = response_.rows(island);
  const Eigen::Map<const Eigen::MatrixXd> B = response_.matrix(island);
  Eigen::Index k = 0;
  for (const int block : response_.blocks(island)) {
    const int contact = at(closed_, block);
    const double bound = response_.mobility_bound(block);
    const Eigen::Index first = rows[static_cast<std::size_t>(k)];
    if (const double does = response_.own(first); does > redundant * bound)
      at(pivots_, contact) = B(k, k) / does;
    for (; k < B.rows(); ++k) {
      const Eigen::Index row = rows[static_cast<std::size_t>(k)];
      if (rows_[static_cast<std::size_t>(row)].contact != contact) break;
      scale_[row] = bound > 0.0 ? 1.0 / std::sqrt(bound) : 0.0;
    }
  }
  const auto n = static_cast<int>(rows.size());
  LeastNormSolver& system = at(systems_, island);
  system.reserve(static_cast<int>(3 * response_.blocks(island).size()));
  const auto scale = [&](Eigen::Index i) { return scale_[rows[static_cast<std::size_t>(i)]]; };
  for (Eigen::Index c = 0; c < n; ++c)
    for (Eigen::Index r = 0; r < n; ++r) system.matrix()(r, c) = scale(r) * B(r, c) * scale(c);
  system.factorize(n, redundant);
  eliminated_ += static_cast<long>(n) * n * n;
}

// From residual_, what is missing in each row.
void ContactForces::solve(LoopSolver& solver, double* rate, bool into_multipliers) {
  const auto n = static_cast<Eigen::Index>(rows_.size());
  for (int island = 0; island < response_.island_count(); ++island) {
    Eigen::Index next = 0;
    for (const Eigen::Index row : response_.rows(island))
      local_[next++] = scale_[row] * residual_[row];
    at(systems_, island).solve(local_.data(), local_.data());
    next = 0;
    for (const Eigen::Index row : response_.rows(island)) x_[row] = scale_[row] * local_[next++];
  }
  wrenches_.clear();
  for (Eigen::Index k = 0; k < n;) {
    const int contact = rows_[static_cast<std::size_t>(k)].contact;
    Vec3<double> force = Vec3<double>::zero();
    for (; k < n && rows_[static_cast<std::size_t>(k)].contact == contact; ++k)
      force += x_[k] * rows_[static_cast<std::size_t>(k)].force;
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
  for (int island = 0; island < response_.island_count(); ++island) {
    const std::span<const Eigen::Index> rows = response_.rows(island);
    if (at(systems_, island).rank() == static_cast<int>(rows.size())) continue;
    for (const Eigen::Index k : rows) {
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
  find_matrix(solver, Purpose::Forces);
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
  find_matrix(solver, Purpose::Forces);
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
