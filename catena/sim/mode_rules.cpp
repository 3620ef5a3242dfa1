#include "catena/sim/mode_rules.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "catena/sim/simulation_error.hpp"

namespace catena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double touching = 1e-12;  // rad or m, relative to 1 + |q|
// What closing the loops may move a coordinate, rad or m.
constexpr double closing_error = 1e-8;
// Gaps below this count as none, m. Far less than what shapes mean, more than rounding.
constexpr double no_gap = 1e-11;

}  // namespace

ModeRules::ModeRules(MotionEquations& equations)
    : equations_(equations),
      lower_(Eigen::VectorXd::Constant(equations.nv(), -infinity)),
      upper_(Eigen::VectorXd::Constant(equations.nv(), infinity)),
      restitution_(equations.setup().limits.restitution),
      rows_(equations),
      ws_(equations.model()),
      suppressed_(equations.setup().contacts.size(), 0.0) {
  if (restitution_.size() == 0) restitution_.setZero(equations.nv());
  read_limits(equations.model(), 0);
  if (equations.loops() != nullptr)
    read_limits(equations.loops()->loops().links(), equations.model().nv());
}

void ModeRules::read_limits(const Model& part, int first_v) {
  for (int j = 0; j < part.joint_count(); ++j) {
    const JointInfo& joint = part.joint(JointId{j});
    for (int k = 0; k < joint.nv; ++k) {
      const int dof = first_v + joint.v + k;
      if (equations_.chart().place_in_q(dof) < 0 || equations_.on_path(dof)) continue;
      lower_[dof] = joint.spec.position_lower[k];
      upper_[dof] = joint.spec.position_upper[k];
    }
  }
}

double ModeRules::position(const State& state, int dof) const {
  return state.q[equations_.chart().place_in_q(dof)];
}
bool ModeRules::at_lower(const State& state, int dof) const {
  return std::isfinite(lower_[dof]) &&
         position(state, dof) <= lower_[dof] + touching * (1.0 + std::abs(lower_[dof]));
}
bool ModeRules::at_upper(const State& state, int dof) const {
  return std::isfinite(upper_[dof]) &&
         position(state, dof) >= upper_[dof] - touching * (1.0 + std::abs(upper_[dof]));
}

void ModeRules::start_limits(State& state, std::vector<SimulationEvent>& events) const {
  for (int k = 0; k < equations_.nv(); ++k) {
    if (!std::isfinite(lower_[k]) && !std::isfinite(upper_[k])) continue;
    const double q = position(state, k);
    const double below = lower_[k] - q, above = q - upper_[k];
    if (below <= 0.0 && above <= 0.0) continue;
    const double limit = below > 0.0 ? lower_[k] : upper_[k];
    state.q[equations_.chart().place_in_q(k)] = limit;
    if (std::max(below, above) <= touching) continue;
    events.push_back({.t = state.t,
                      .kind = EventKind::Outside,
                      .name = equations_.coordinate_name(k),
                      .how = below > 0.0 ? EventHow::Lower : EventHow::Upper,
                      .v_before = state.v[k],
                      .v_after = state.v[k],
                      .x_before = q,
                      .x_after = limit});
  }
}

void ModeRules::return_to_stops(State& state) const {
  for (int k = 0; k < equations_.nv(); ++k) {
    if (!std::isfinite(lower_[k]) && !std::isfinite(upper_[k])) continue;
    double& q = state.q[equations_.chart().place_in_q(k)];
    if (q < lower_[k] && q > lower_[k] - closing_error) q = lower_[k];
    if (q > upper_[k] && q < upper_[k] + closing_error) q = upper_[k];
  }
}

const Contact& ModeRules::contact(int i) const {
  return equations_.setup().contacts[static_cast<std::size_t>(i)];
}

bool ModeRules::touches(const State& state, int i) const {
  return state.contacts[static_cast<std::size_t>(i)].closed() || place(i).gap <= no_gap;
}

void ModeRules::start_contacts(State& state, std::vector<SimulationEvent>& events) {
  if (contact_count() == 0) return;
  equations_.locate_contacts(state);
  std::vector<double> gaps;
  bool any = false;
  for (int i = 0; i < contact_count(); ++i) {
    gaps.push_back(place(i).gap);
    const bool off = contact(i).bilateral ? std::abs(gaps.back()) > 0.0 : gaps.back() < 0.0;
    ContactMode& mode = state.contacts[static_cast<std::size_t>(i)];
    if (off || contact(i).bilateral) mode.kind = ContactMode::Kind::Slide;
    any |= off;
  }
  if (!any) return;
  equations_.begin(state);
  for (int pass = 0; pass < 10 && equations_.close_loops(state) > no_gap; ++pass) {
  }
  equations_.locate_contacts(state);
  for (int i = 0; i < contact_count(); ++i) {
    if (!state.contacts[static_cast<std::size_t>(i)].closed()) continue;
    const double gap = gaps[static_cast<std::size_t>(i)];
    if (std::abs(place(i).gap) > 1e-9)
      throw SimulationError(fmt::format(
          "contact '{}' starts {:.6g} m {} its surface, and cannot be moved onto it; start "
          "elsewhere",
          contact(i).name, std::abs(gap), gap < 0.0 ? "inside" : "above"));
    if (std::abs(gap) > 1e-9)
      events.push_back({.t = state.t,
                        .kind = EventKind::Outside,
                        .name = contact(i).name,
                        .how = gap < 0.0 ? EventHow::Inside : EventHow::Above,
                        .x_before = gap,
                        .x_after = place(i).gap});
  }
}

void ModeRules::report(const State& state, const std::vector<CoordinateMode>& before,
                       std::vector<SimulationEvent>& events) const {
  for (int k = 0; k < equations_.nv(); ++k) {
    const CoordinateMode &old = before[static_cast<std::size_t>(k)],
                         &now = state.modes[static_cast<std::size_t>(k)];
    const auto add = [&](EventKind kind, EventHow how) {
      events.push_back({.t = state.t,
                        .kind = kind,
                        .name = equations_.coordinate_name(k),
                        .how = how,
                        .v_before = state.v[k],
                        .v_after = state.v[k]});
    };
    const auto side = [](int limit) { return limit < 0 ? EventHow::Lower : EventHow::Upper; };
    if (old.limit == 0 && now.limit != 0) add(EventKind::Hold, side(now.limit));
    if (old.limit != 0 && now.limit == 0) add(EventKind::Release, side(old.limit));
    if (equations_.breakaway_friction()[k] <= 0.0 || now.limit != 0) continue;
    if (now.slip == 0 && old.slip != 0) add(EventKind::Stick, EventHow::None);
    if (now.slip != 0 && old.slip != now.slip)
      add(EventKind::Slip, now.slip > 0 ? EventHow::Forwards : EventHow::Backwards);
  }
}

}  // namespace catena
