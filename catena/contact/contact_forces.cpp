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

// Of a contact: forces along three axes, and moments about them.
constexpr std::size_t most_rows = 6;

// Column `axis` of the identity.
Vec3<double> unit(int axis) {
  return {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
}

}  // namespace

// The sum of the wrenches of the rows of a contact, each times its component of f.
Force<double> ContactForces::along(const std::array<Force<double>, 6>& rows, const Components& f,
                                   int contact) const {
  Force<double> sum = f.force.x * rows[0] + f.force.y * rows[1] + f.force.z * rows[2];
  if (!geometry_.contact(contact).has_moments()) return sum;
  for (int r = 0; r < 3; ++r) sum += f.moment[r] * at(rows, 3 + r);
  return sum;
}

ContactForces::ContactForces(std::shared_ptr<const Loops> loops,
                             const std::vector<Contact>& contacts)
    : model_(loops->tree()),
      geometry_(model_, contacts),
      response_(std::move(loops)),
      node_rate_(model_.nodes().size()) {
  make_room();
}

void ContactForces::set_contacts(std::span<const Contact> contacts) {
  geometry_.set_contacts(contacts);
  make_room();
  all_open_ = false;
  open_all();
}

void ContactForces::make_room() {
  const auto count = static_cast<std::size_t>(geometry_.count());
  modes_.resize(count), forces_.resize(count), anchors_.resize(count);
  reference_moments_.assign(count, Vec3<double>::zero());
  pivots_.assign(count, 1.0);
  kept_speeds_.assign(count, 0.0), kept_rollings_.assign(count, 0.0);
  const auto most = static_cast<Eigen::Index>(6 * count);
  rows_.reserve(6 * count);
  wrenches_.reserve(2 * count);
  for (Eigen::VectorXd* x : {&residual_, &scale_, &x_, &local_})
    if (x->size() < most) x->setZero(most);
  closed_.reserve(count);
}

void ContactForces::set_modes(std::span<const ContactMode> modes) {
  all_open_ = false;
  std::copy(modes.begin(), modes.end(), modes_.begin());
  std::fill(kept_speeds_.begin(), kept_speeds_.end(), 0.0);
  std::fill(kept_rollings_.begin(), kept_rollings_.end(), 0.0);
  std::fill(anchors_.begin(), anchors_.end(), std::nullopt);
  any_closed_ = std::any_of(modes.begin(), modes.end(), [](const auto& m) { return m.closed(); });
}

void ContactForces::open_all() {
  if (all_open_) return;
  all_open_ = true;
  std::fill(modes_.begin(), modes_.end(), ContactMode{});
  std::fill(forces_.begin(), forces_.end(), Components{});
  any_closed_ = false;
}

void ContactForces::add_rows(int contact, Purpose purpose, Holds holds) {
  const ContactMode& mode = at(modes_, contact);
  const ContactPlace& place = geometry_.place(contact);
  closed_.push_back(contact);
  response_.begin_pair(place.node_a, place.node_b, place.p);
  const Contact& c = geometry_.contact(contact);
  Row normal{contact, 0, {.force = unit(0)}};
  const double friction = mode.slow ? c.material.holds() : c.material.friction;
  const bool slides = mode.kind == ContactMode::Kind::Slide && friction > 0.0;
  const bool rolls = c.has_rolling() && mode.rolling.moves;
  if (slides) {
    const Vec3<double> f = (mode.side * friction) * sliding_direction(contact);
    normal.force.force -= {0.0, f.x, f.y};
    normal.force.moment.x -= f.z;
  }
  if (rolls) normal.force.moment -= (mode.side * c.material.rolling) * rolling_direction(contact);
  const bool loads = (slides || rolls) && purpose == Purpose::Forces;
  if (!loads) normal.force = {.force = unit(0)};
  rows_.push_back(normal);
  if (loads)
    response_.add_row(place.on_a[0], place.on_b[0], along(place.on_a, normal.force, contact),
                      along(place.on_b, normal.force, contact));
  else
    response_.add_row(place.on_a[0], place.on_b[0]);
  if (purpose == Purpose::Gaps && !is_anchored(contact)) return;
  const auto hold = [&](int axis) {
    rows_.push_back({contact, axis, {}});
    Components& f = rows_.back().force;
    (axis < 3 ? f.force : f.moment) = unit(axis % 3);
    response_.add_row(at(place.on_a, axis), at(place.on_b, axis));
  };
  const bool turns = purpose != Purpose::Gaps;
  if (mode.kind == ContactMode::Kind::Stick && holds.friction)
    for (int axis = 1; axis < (c.has_spin() && turns ? 4 : 3); ++axis) hold(axis);
  if (turns && c.has_rolling() && !rolls && holds.rolling) hold(4), hold(5);
}

void ContactForces::put_wrenches(int contact, const Components& force,
                                 std::vector<NodeWrench>& out) const {
  const ContactPlace& place = geometry_.place(contact);
  out.push_back({place.node_a, along(place.on_a, force, contact)});
  out.push_back({place.node_b, along(place.on_b, force, contact)});
}

void ContactForces::find_matrix(LoopSolver& solver, Purpose purpose) {
  rate_.resize(solver.loops().nv());
  step_.resize(rate_.size());  // close_position() may come for the first time in mid-run
  response_.clear(), rows_.clear(), closed_.clear();
  Holds holds;
  for (int i = 0; i < geometry_.count(); ++i) {
    const Contact& c = geometry_.contact(i);
    const ContactMode& mode = at(modes_, i);
    if (!c.region || c.feature == 0) holds = {};
    if (!mode.closed()) continue;
    add_rows(i, purpose, holds);
    if (c.region && mode.kind == ContactMode::Kind::Stick) holds.friction = false;
    if (c.region && !mode.rolling.moves) holds.rolling = false;
  }
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
      const bool is_moment = rows_[static_cast<std::size_t>(row)].axis > 2;
      const double unit = is_moment ? response_.own(row) : bound;
      scale_[row] = unit > 0.0 ? 1.0 / std::sqrt(unit) : 0.0;
    }
  }
  const auto n = static_cast<int>(rows.size());
  LeastNormSolver& system = at(systems_, island);
  system.reserve(static_cast<int>(most_rows * response_.blocks(island).size()));
  const auto scale = [&](Eigen::Index i) { return scale_[rows[static_cast<std::size_t>(i)]]; };
  // Of several solutions the smallest forces in N (and moments in Nm).
  for (int i = 0; i < n; ++i) {
    const Row& row = rows_[static_cast<std::size_t>(rows[static_cast<std::size_t>(i)])];
    const Vec3<double>& f = row.axis < 3 ? row.force.force : row.force.moment;
    system.weight(i) = scale(i) > 0.0 ? scale(i) * scale(i) * dot(f, f) : 1.0;
  }
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
    Components sum;
    for (; k < n && rows_[static_cast<std::size_t>(k)].contact == contact; ++k) {
      const Components& unit = rows_[static_cast<std::size_t>(k)].force;
      sum.force += x_[k] * unit.force, sum.moment += x_[k] * unit.moment;
    }
    at(forces_, contact).force += sum.force, at(forces_, contact).moment += sum.moment;
    put_wrenches(contact, sum, wrenches_);
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
      Components& start = at(forces_, row.contact);
      if (mode.kind == ContactMode::Kind::Stick)
        start = {f, f.x * row.force.moment};
      else
        start = {f.x * row.force.force, f.x * row.force.moment};
      any = true;
    }
  }
  return any;
}

void ContactForces::apply(LoopSolver& solver, Out<double> a) {
  locate(solver);
  std::fill(forces_.begin(), forces_.end(), Components{});
  if (!any_closed_) return;
  if (takes_references_) {
    wrenches_.clear();
    for (int i = 0; i < geometry_.count(); ++i) {
      if (!at(modes_, i).closed()) continue;
      at(forces_, i).force =
          along_axes(geometry_.place(i), geometry_.from_b(i, at(modes_, i).reference));
      at(forces_, i).moment =
          along_axes(geometry_.place(i), geometry_.from_b(i, at(reference_moments_, i)));
      put_wrenches(i, at(forces_, i), wrenches_);
    }
    solver.add_wrenches(wrenches_, a);
    return;
  }
  find_matrix(solver, Purpose::Forces);
  if (start_from_references()) {
    wrenches_.clear();
    for (const int i : closed_) put_wrenches(i, at(forces_, i), wrenches_);
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

Vec3<double> ContactForces::world_moment(int i) const {
  const ContactPlace& place = geometry_.place(i);
  const Vec3<double>& m = moment(i);
  return m.x * place.axes[0] + m.y * place.axes[1] + m.z * place.axes[2];
}

double ContactForces::dissipation(int i) const {
  const ContactPlace& place = geometry_.place(i);
  const Vec3<double>&f = force(i), &u = place.velocity;
  const double slides = -(f.y * u.y + f.z * u.z);
  return geometry_.contact(i).has_moments() ? slides - dot(moment(i), place.turning) : slides;
}

double ContactForces::drive_power(int i) const {
  const Vec3<double>& surface = geometry_.place(i).surface;
  return force(i).y * surface.y + force(i).z * surface.z;
}

double ContactForces::largest_force() const {
  double largest = 0.0;
  for (const Components& f : forces_) largest = std::max(largest, norm(f.force));
  return largest;
}

void ContactForces::add_body_wrenches(std::vector<Force<double>>& external) const {
  for (int i = 0; i < geometry_.count(); ++i) {
    if (!at(modes_, i).closed()) continue;
    const ContactPlace& place = geometry_.place(i);
    const Contact& contact = geometry_.contact(i);
    for (int r = 0; r < (contact.has_moments() ? 6 : 3); ++r) {
      const double f = r < 3 ? force(i)[r] : moment(i)[r - 3];
      at(external, contact.a.index) +=
          f * inverse_times(model_.body(contact.a).X_NB, at(place.on_a, r));
      at(external, contact.b.index) +=
          f * inverse_times(model_.body(contact.b).X_NB, at(place.on_b, r));
    }
  }
}

}  // namespace catena
