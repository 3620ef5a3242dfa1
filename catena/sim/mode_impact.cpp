// ModeRules: what happens to velocities when stops and surfaces are hit.

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "catena/dynamics/energy.hpp"
#include "catena/sim/mode_rules.hpp"

namespace catena {

namespace {

// Where nothing arrives faster than this, all come to rest at their stops. The kicks that they
// would give each other keep strongly damped mechanisms chattering at amplitudes of rounding.
constexpr double capture_speed = 1e-3;
// Contacts that approach more slowly than this part of the fastest coordinate do not.
constexpr double rounding = 1e-13;

}  // namespace

// Stops and contacts that take part in an impact, each with its first row. Rows of stops count
// velocities away from the stop.
struct ModeRules::Hits {
  struct Stop {
    int dof;
    int sign;  // +1: at its lower limit
    Eigen::Index row;
    double target;  // velocity that restitution wants
    bool stays;
  };
  struct Touch {
    int contact;
    Eigen::Index row;
    bool stays;
  };
  std::vector<Stop> stops;
  std::vector<Touch> touches;
  std::vector<ImpactPoint> points;  // stops, then contacts
  double fastest = 0.0;
  bool any = false;
};

ModeRules::Hits ModeRules::find_hits(const State& state, int captured, int returned) {
  Hits hits;
  rows_.clear();
  for (int k = 0; k < equations_.nv(); ++k) {
    const bool low = at_lower(state, k), high = at_upper(state, k);
    if (!((low && state.v[k] <= 0.0) || (high && state.v[k] >= 0.0) || k == captured)) continue;
    const int sign = low && (!high || state.v[k] <= 0.0) ? 1 : -1;
    hits.stops.push_back({k, sign, rows_.add_coordinate(k), 0.0, k == captured || (low && high)});
    hits.fastest = std::max(hits.fastest, std::abs(state.v[k]));
  }
  hits.any = hits.fastest > 0.0;
  if (contact_count() == 0) return hits;
  equations_.locate_contacts(state);
  const double slow = rounding * (1.0 + state.v.cwiseAbs().maxCoeff());
  for (int i = 0; i < contact_count(); ++i) {
    if (!touches(state, i)) continue;
    hits.touches.push_back({i, rows_.add_contact(i), i == returned});
    const double speed = place(i).velocity.x;
    const bool hit = contact(i).bilateral ? std::abs(speed) > slow : speed < -slow;
    hits.any |= hit;
    if (hit) hits.fastest = std::max(hits.fastest, std::abs(speed));
  }
  return hits;
}

void ModeRules::add_points(const State& state, Hits& hits) {
  const bool slow = hits.fastest < capture_speed;
  for (Hits::Stop& stop : hits.stops) {
    const double e = restitution_[stop.dof], rebound = std::abs(e * state.v[stop.dof]);
    stop.stays |= slow && rebound < rest_speed;
    const bool rebounds = !stop.stays && rebound >= rest_speed;
    stop.target = rebounds ? -e * state.v[stop.dof] : 0.0;
    hits.points.push_back({ImpactPoint::Kind::Stop, stop.row, rebounds ? e : 0.0, 0.0, stop.stays});
  }
  for (const Hits::Touch& touch : hits.touches) {
    const Contact& c = contact(touch.contact);
    const double e = c.material.restitution;
    // Where another arrives fast, one that rests is hit on its other side, and rebounds too.
    const bool rebounds =
        !touch.stays &&
        e * hits.fastest >= state.rest_factor * equations_.setup().contact_options.rest_speed;
    suppressed_[static_cast<std::size_t>(touch.contact)] =
        rebounds ? 0.0 : e * std::max(0.0, -place(touch.contact).velocity.x);
    hits.points.push_back(
        {c.bilateral ? ImpactPoint::Kind::TwoSidedContact : ImpactPoint::Kind::Contact, touch.row,
         rebounds ? e : 0.0, c.material.friction, false});
  }
}

// What does not act on each other is resolved apart; where nothing arrives, nothing happens.
ImpactResult ModeRules::resolve(const Hits& hits, const Eigen::VectorXd& sign,
                                const Eigen::VectorXd& u) const {
  const ContactOptions& options = equations_.setup().contact_options;
  const double slow = rounding * u.cwiseAbs().maxCoeff();
  std::vector<const ImpactPoint*> point_at(static_cast<std::size_t>(u.size()), nullptr);
  for (const ImpactPoint& point : hits.points)
    point_at[static_cast<std::size_t>(point.first)] = &point;
  ImpactResult all;
  all.impulse = Eigen::VectorXd::Zero(u.size());
  all.solved = true;
  for (const TouchRows::Part& part : rows_.parts()) {
    std::vector<ImpactPoint> points;
    bool any = false;
    for (std::size_t i = 0; i < part.rows.size(); ++i) {
      const Eigen::Index row = part.rows[i];
      const ImpactPoint* const point = point_at[static_cast<std::size_t>(row)];
      if (point == nullptr) continue;
      any |= is_held(*point) ? std::abs(u[row]) > slow : -u[row] > slow;
      points.push_back(*point);
      points.back().first = static_cast<Eigen::Index>(i);
    }
    if (!any) continue;
    const Eigen::VectorXd signs = sign(part.rows);
    const Eigen::MatrixXd W = signs.asDiagonal() * part.W * signs.asDiagonal();
    const ImpactResult result = resolve_impact(W, u(part.rows), points, options.law, options.order);
    all.impulse(part.rows) = result.impulse;
    all.restitution_factor = std::min(all.restitution_factor, result.restitution_factor);
    all.solved &= result.solved;
  }
  return all;
}

// Exact where rounding would leave crumbs.
void ModeRules::snap_to_targets(const Hits& hits, const Eigen::VectorXd& impulse,
                                State& state) const {
  for (const Hits::Stop& stop : hits.stops) {
    double& v = state.v[stop.dof];
    const bool hit = stop.stays || impulse[stop.row] != 0.0;
    const bool settled = std::abs(v - stop.target) < 1e-9 * hits.fastest;
    if (hit && settled)
      v = stop.target;
    else if (std::abs(v) < 1e-12 * hits.fastest)
      v = 0.0;  // at rest, whatever restitution wanted: squeezed between others
  }
}

void ModeRules::impact(State& state, std::vector<SimulationEvent>& events, int captured,
                       int returned) {
  Hits hits = find_hits(state, captured, returned);
  if (!hits.any) return;
  add_points(state, hits);
  rows_.compute(state);
  Eigen::VectorXd sign = Eigen::VectorXd::Ones(rows_.size());
  for (const Hits::Stop& stop : hits.stops) sign[stop.row] = stop.sign;
  const Eigen::VectorXd u = sign.cwiseProduct(rows_.velocities(state));
  const ImpactResult result = resolve(hits, sign, u);
  const Eigen::VectorXd before = state.v;
  state.v += rows_.response(sign.cwiseProduct(result.impulse));
  snap_to_targets(hits, result.impulse, state);
  std::string note;
  if (result.restitution_factor < 1.0)
    note = fmt::format("; restitution times {:.6g}, so that friction creates no energy",
                       result.restitution_factor);
  if (!result.solved) note += "; the law of impact has no exact solution here";
  book_impact(state, before, hits, result.impulse, u, note, events);
}

double ModeRules::kinetic_energy_of(const State& state, const Eigen::VectorXd& v) {
  const Model& model = equations_.model();
  return kinetic_energy<double>(model, In<double>(state.q.data(), model.nq()),
                                In<double>(v.data(), model.nv()), ws_);
}

// The kinetic energy that a jump of velocities costs, and the events that go with it.
void ModeRules::book_impact(State& state, const Eigen::VectorXd& before, const Hits& hits,
                            const Eigen::VectorXd& impulse, const Eigen::VectorXd& u,
                            const std::string& note, std::vector<SimulationEvent>& events) {
  double lost = kinetic_energy_of(state, before) - kinetic_energy_of(state, state.v);
  state.impact_loss += lost;
  const auto add = [&](const char* kind, std::string name, double v_before, double v_after,
                       std::string text) {
    events.push_back({state.t, kind, std::move(name), v_before, v_after, lost, std::move(text)});
    lost = 0.0;  // it is common to all and stands with the first
  };
  for (const Hits::Stop& stop : hits.stops)
    if (before[stop.dof] != 0.0)
      add("limit", equations_.coordinate_name(stop.dof), before[stop.dof], state.v[stop.dof],
          stop.sign > 0 ? "lower" : "upper");
  if (hits.touches.empty()) return;
  equations_.locate_contacts(state);
  for (const Hits::Touch& touch : hits.touches) {
    const Eigen::Vector3d p = impulse.segment<3>(touch.row);
    if (p.isZero(0.0)) continue;
    const double e = contact(touch.contact).material.restitution;
    if (e > 0.0 && e < 1.0)
      state.contacts[static_cast<std::size_t>(touch.contact)].bounces.add(state.t, e);
    add("impact", contact(touch.contact).name, u[touch.row], place(touch.contact).velocity.x,
        fmt::format("impulse {:.9g} N s{}{}", p[0],
                    p.tail<2>().isZero(0.0)
                        ? ""
                        : fmt::format(", along the surface {:.9g} N s", p.tail<2>().norm()),
                    note));
  }
}

}  // namespace catena
