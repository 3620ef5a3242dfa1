// ModeRules: what is held, what slides and what lets go, from the accelerations that would follow.

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/sim/mode_candidates.hpp"
#include "catena/solvers/box_qp.hpp"

namespace catena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Contacts that separate faster than this, m/s, do so; slower ones are asked.
constexpr double separating = 1e-9;

int sign(double x) {
  return x > 0.0 ? 1 : x < 0.0 ? -1 : 0;
}

}  // namespace

void ModeRules::ask_coordinates(State& state, const Occasion& occasion, Candidates& all) {
  const Eigen::VectorXd& breakaway = equations_.breakaway_friction();
  for (int k = 0; k < equations_.nv(); ++k) {
    CoordinateMode& mode = state.modes[static_cast<std::size_t>(k)];
    const bool rubs = breakaway[k] > 0.0;
    mode = {0, rubs && !equations_.on_path(k) ? sign(state.v[k]) : 0};
    if (equations_.on_path(k) || state.v[k] != 0.0) continue;
    if (k == occasion.leaving) {
      if (rubs) mode.slip = occasion.leaving_to;
      continue;
    }
    const bool low = at_lower(state, k), high = at_upper(state, k);
    if (!low && !high && !rubs) continue;
    rows_.add_coordinate(k);
    all.coordinates.push_back({k, high ? -infinity : -breakaway[k], low ? infinity : breakaway[k]});
  }
}

// Along the tangents of the contact.
Eigen::Vector2d ModeRules::frozen_direction(int i, const ContactMode& mode) const {
  const Vec3<double> d = equations_.contacts()->geometry().from_b(i, mode.direction);
  return {dot(place(i).axes[1], d), dot(place(i).axes[2], d)};
}

void ModeRules::ask_contacts(State& state, const Occasion& occasion, Candidates& all) {
  if (contact_count() == 0) return;
  separating_.clear();
  equations_.locate_contacts(state);
  auto unknown = static_cast<Eigen::Index>(all.coordinates.size());
  for (int i = 0; i < contact_count(); ++i) {
    ContactMode& mode = state.contacts[static_cast<std::size_t>(i)];
    const Vec3<double>& u = place(i).velocity;
    const bool may_close =
        contact(i).bilateral || i == occasion.returned || (touches(state, i) && u.x <= separating);
    if (!may_close) {
      if (touches(state, i)) separating_.push_back(i);
      mode = {.bounces = mode.bounces};
      continue;
    }
    const ContactMaterial& material = contact(i).material;
    const double friction = material.friction, speed = std::hypot(u.y, u.z);
    const bool moves = speed > at_rest && i != occasion.stopped && i != occasion.jammed;
    const bool tireless = material.law == FrictionLaw::AlwaysSliding && i != occasion.jammed;
    // The force of a two-sided contact that has run out grows again on the other side.
    const int side = i == occasion.lifting && contact(i).bilateral ? -mode.side : mode.side;
    Candidates::Touch touch{i,
                            rows_.add_contact(i),
                            unknown,
                            moves || tireless || friction == 0.0,
                            Eigen::Vector2d::Zero(),
                            side};
    if (tireless && mode.frozen)
      touch.direction = (i == occasion.stopped ? -1.0 : 1.0) * frozen_direction(i, mode);
    else if (moves && friction > 0.0)
      touch.direction = Eigen::Vector2d(u.y, u.z) / speed;
    unknown += touch.slides ? 1 : 3;
    all.touches.push_back(touch);
  }
}

// The forces of the rows of one part, without contacts: efforts within bounds.
void ModeRules::solve_coordinates(const TouchRows::Part& part, Candidates& all,
                                  const std::vector<CoordinateMode>& before) const {
  const auto n = static_cast<Eigen::Index>(part.rows.size());
  Eigen::VectorXd least(n), most(n);
  std::vector<Eigen::Index> held_before;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index row = part.rows[static_cast<std::size_t>(i)];
    const Candidates::Coordinate& c = all.coordinates[static_cast<std::size_t>(row)];
    least[i] = c.least, most[i] = c.most;
    if (before[static_cast<std::size_t>(c.dof)].limit != 0) held_before.push_back(i);
  }
  const BoxQpResult result = solve_box_qp(part.W, all.b(part.rows), least, most, held_before);
  all.take(part.rows, {result.x, result.w, result.solved, 0.0});
}

// The same with contacts: A x + b over the unknowns of a part, with the law of each.
void ModeRules::solve_touches(const TouchRows::Part& part, const std::vector<int>& touch_at,
                              Candidates& all) const {
  std::vector<FrictionBlock> blocks;
  // The unknowns, which rows are asked, and what a unit of each unknown puts on the rows.
  std::vector<Eigen::Index> unknowns, asked;
  const auto n = static_cast<Eigen::Index>(part.rows.size());
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index row = part.rows[static_cast<std::size_t>(i)];
    const auto first = static_cast<Eigen::Index>(unknowns.size());
    const int at = touch_at[static_cast<std::size_t>(row)];
    if (at < 0) {
      const Candidates::Coordinate& c = all.coordinates[static_cast<std::size_t>(row)];
      blocks.push_back({FrictionBlock::Kind::Box, first, c.least, c.most, 0.0});
      unknowns.push_back(row), asked.push_back(i);
      columns(i, first) = 1.0;
      continue;
    }
    const Candidates::Touch& touch = all.touches[static_cast<std::size_t>(at)];
    const Contact& c = contact(touch.contact);
    if (touch.slides) {
      blocks.push_back(
          {FrictionBlock::Kind::Box, first, c.bilateral ? -infinity : 0.0, infinity, 0.0});
      unknowns.push_back(touch.unknown), asked.push_back(i);
      const Eigen::VectorXd unit = Eigen::VectorXd::Unit(touch.unknown + 1, touch.unknown);
      columns.block<3, 1>(i, first) = touch.force(unit, c.material.friction);
    } else {
      blocks.push_back({c.bilateral ? FrictionBlock::Kind::TwoSidedCone : FrictionBlock::Kind::Cone,
                        first, 0.0, infinity, c.material.friction});
      for (Eigen::Index r = 0; r < 3; ++r) {
        unknowns.push_back(touch.unknown + r), asked.push_back(i + r);
        columns(i + r, first + r) = 1.0;
      }
    }
    i += 2;
  }
  const auto size = static_cast<Eigen::Index>(unknowns.size());
  const Eigen::MatrixXd A = (part.W * columns.leftCols(size))(asked, Eigen::all);
  const Eigen::VectorXd b = all.b(part.rows)(asked);
  all.take(unknowns, solve_friction_problem(A, b, blocks));
}

// What does not act on each other is solved apart.
void ModeRules::solve(Candidates& all, const std::vector<CoordinateMode>& before) const {
  std::vector<int> touch_at(static_cast<std::size_t>(rows_.size()), -1);  // per row: all.touches
  auto size = static_cast<Eigen::Index>(all.coordinates.size());
  for (std::size_t i = 0; i < all.touches.size(); ++i) {
    const Candidates::Touch& touch = all.touches[i];
    touch_at[static_cast<std::size_t>(touch.row)] = static_cast<int>(i);
    size = touch.unknown + (touch.slides ? 1 : 3);
  }
  all.solution = {Eigen::VectorXd::Zero(size), Eigen::VectorXd::Zero(size), true, 0.0};
  for (const TouchRows::Part& part : rows_.parts()) {
    const bool touches = part.rows.back() >= static_cast<Eigen::Index>(all.coordinates.size());
    touches ? solve_touches(part, touch_at, all) : solve_coordinates(part, all, before);
  }
}

// Friction opposes sliding whichever side a two-sided contact presses on. Returns whether one was
// taken for pressing on the other.
bool ModeRules::turn_sides(Candidates& all, const Occasion& occasion) const {
  bool turned = false;
  for (Candidates::Touch& touch : all.touches) {
    // A force that has just run out is rounding, and so is its sign.
    if (touch.contact == occasion.lifting) continue;
    if (!touch.slides || touch.side * all.solution.x[touch.unknown] >= 0.0) continue;
    touch.side = -touch.side;
    turned = true;
  }
  return turned;
}

// A sliding contact whose own friction presses it into the surface faster than its normal force can
// lift it has no force that keeps it sliding (Painleve 1895): where it would not come off by
// itself, it stops at once. Returns which, or -1.
int ModeRules::resolve_paradox(State& state, Candidates& all,
                               std::vector<SimulationEvent>& events) {
  int worst = -1;
  double worst_pivot = infinity;
  for (const Candidates::Touch& touch : all.touches) {
    if (!touch.slides || touch.direction.isZero(0.0)) continue;
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(touch.unknown + 1, touch.unknown);
    const Eigen::Vector3d c = touch.force(unit, contact(touch.contact).material.friction);
    const Eigen::Vector3d Wc = rows_.at_contact(touch.row) * c;
    const double pivot = Wc[0] / c.dot(Wc);
    const bool presses = contact(touch.contact).bilateral || all.b[touch.row] < 0.0;
    if (pivot < worst_pivot && presses) worst_pivot = pivot, worst = touch.contact;
  }
  if (worst < 0 || (worst_pivot > paradox && all.solution.solved)) return -1;
  jam(state, worst, events);
  return worst;
}

void ModeRules::decide(State& state, std::vector<SimulationEvent>& events,
                       const Occasion& occasion) {
  const std::vector<CoordinateMode> modes_before = state.modes;
  const std::vector<ContactMode> contacts_before = state.contacts;
  Candidates all;
  Occasion now = occasion;
  for (int attempt = 0; attempt < 1 + contact_count(); ++attempt) {
    all = {};
    rows_.clear();
    ask_coordinates(state, now, all);
    ask_contacts(state, now, all);
    if (all.empty()) break;
    // Accelerations when nothing but paths is held.
    Evaluation free;
    equations_.begin(state, false);
    equations_.evaluate(state.t, state.q, state.v, free);
    all.b = rows_.accelerations(free);
    for (Candidates::Touch& touch : all.touches)  // one that begins to slide, whatever holds it
      if (touch.slides && touch.direction.isZero(0.0) &&
          contact(touch.contact).material.friction > 0.0)
        touch.direction = all.b.segment<2>(touch.row + 1).normalized();
    rows_.compute(state);
    solve(all, modes_before);
    if (turn_sides(all, occasion)) solve(all, modes_before);
    now.jammed = resolve_paradox(state, all, events);
    if (now.jammed < 0) break;
  }
  set_modes(state, now, all);
  if (!all.touches.empty()) set_references(state, all);
  report(state, modes_before, events);
  report_contacts(state, contacts_before, events);
}

bool ModeRules::must_ask_again(const State& state) {
  if (separating_.empty()) return false;
  equations_.locate_contacts(state);
  return std::any_of(separating_.begin(), separating_.end(),
                     [&](int i) { return place(i).velocity.x <= separating; });
}

void ModeRules::set_modes(State& state, const Occasion& occasion, const Candidates& all) const {
  const Eigen::VectorXd& breakaway = equations_.breakaway_friction();
  for (std::size_t c = 0; c < all.coordinates.size(); ++c) {
    const auto& [k, least, most] = all.coordinates[c];
    CoordinateMode& mode = state.modes[static_cast<std::size_t>(k)];
    const double effort = all.solution.x[static_cast<Eigen::Index>(c)];
    if (effort == least && most > least) {
      mode.slip = breakaway[k] > 0.0 ? 1 : 0;  // let go, in the direction it is pushed
    } else if (effort == most && most > least) {
      mode.slip = breakaway[k] > 0.0 ? -1 : 0;
    } else if (std::isinf(most)) {
      mode.limit = -1;
    } else if (std::isinf(least)) {
      mode.limit = 1;
    }
  }
  set_contact_modes(state, occasion, all);
}

}  // namespace catena
