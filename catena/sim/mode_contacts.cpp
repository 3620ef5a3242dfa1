// ModeRules: what contacts do from now on, once the forces are known that decide it.

#include <cmath>
#include <limits>
#include <utility>

#include "catena/sim/mode_candidates.hpp"

namespace catena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Forces and accelerations below this part of the largest count as none, and a force this near to
// the edge of its cone is on it.
constexpr double tiny = 1e-10;

double largest_of(const Eigen::VectorXd& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
}

}  // namespace

// The impulse that stops a contact, with all contacts that touch taking part.
void ModeRules::jam(State& state, int stopped, std::vector<SimulationEvent>& events) {
  std::vector<FrictionBlock> blocks;
  rows_.clear();
  Eigen::Index row = 0;
  for (int i = 0; i < contact_count(); ++i) {
    if (!touches(state, i)) continue;
    const Eigen::Index first = rows_.add_contact(i);
    if (i != stopped) {
      const Contact& c = contact(i);
      blocks.push_back({c.bilateral ? FrictionBlock::Kind::TwoSidedCone : FrictionBlock::Kind::Cone,
                        first, 0.0, infinity, c.material.friction});
      continue;
    }
    row = first;
    for (Eigen::Index r = 0; r < 3; ++r)
      blocks.push_back({FrictionBlock::Kind::Box, first + r, -infinity, infinity, 0.0});
  }
  rows_.compute(state);
  const Eigen::VectorXd u = rows_.velocities(state);
  const FrictionResult result = solve_friction_problem(rows_.W(), u, blocks);
  const double before = kinetic_energy_of(state, state.v);
  state.v += rows_.responses() * result.x;
  const double lost = before - kinetic_energy_of(state, state.v);
  state.impact_loss += lost;
  const Eigen::Vector3d p = result.x.segment<3>(row);
  if (u.segment<2>(row + 1).norm() < at_rest) return;
  events.push_back({.t = state.t,
                    .kind = EventKind::Jam,
                    .name = contact(stopped).name,
                    .v_before = u.segment<2>(row + 1).norm(),
                    .v_after = 0.0,
                    .energy_lost = lost,
                    .impulse = p[0],
                    .tangential_impulse = p.tail<2>().norm(),
                    .linear_impulse = world_impulse(stopped, p)});
}

void ModeRules::set_contact_modes(State& state, const Occasion& occasion,
                                  const Candidates& all) const {
  const double small_force =
      tiny * std::max(largest_of(all.solution.x), equations_.typical_force());
  const double small_acceleration =
      tiny * std::max(largest_of(all.b), equations_.typical_acceleration());
  for (const Candidates::Touch& touch : all.touches) {
    ContactMode& mode = state.contacts[static_cast<std::size_t>(touch.contact)];
    const Contact& c = contact(touch.contact);
    const Eigen::Vector3d f = touch.force(all.solution.x, c.material.friction);
    const Eigen::Index row = touch.unknown;
    const bool pressed = c.bilateral || f[0] > small_force;
    const bool idle =
        all.solution.w[row] <= small_acceleration && touch.contact != occasion.lifting;
    mode = {.bounces = mode.bounces};
    if (!pressed && !idle) continue;
    mode.side = touch.contact == occasion.lifting ? touch.side : f[0] < 0.0 ? -1 : 1;
    mode.kind = ContactMode::Kind::Slide;
    if (c.material.friction == 0.0) continue;
    Eigen::Vector2d direction = touch.direction;
    if (!touch.slides) {
      const Eigen::Vector2d t = f.tail<2>(), w = all.solution.w.segment<2>(row + 1);
      const double edge = c.material.friction * std::abs(f[0]);
      if (pressed ? t.norm() <= (1.0 - tiny) * edge : w.norm() <= small_acceleration) {
        mode.kind = ContactMode::Kind::Stick;
        continue;
      }
      direction = pressed ? Eigen::Vector2d(-t.normalized()) : Eigen::Vector2d(w.normalized());
    }
    const ContactPlace& at = place(touch.contact);
    mode.frozen = std::hypot(at.velocity.y, at.velocity.z) < 1.5 * freezing(c.material.law);
    mode.direction = equations_.contacts()->geometry().in_b(
        touch.contact, direction[0] * at.axes[1] + direction[1] * at.axes[2]);
  }
}

// Where contacts are redundant, the smallest forces are taken if they respect the laws, otherwise
// those nearest to the solution found.
void ModeRules::set_references(State& state, const Candidates& all) {
  Evaluation with_contacts;
  equations_.begin(state);
  equations_.evaluate(state.t, state.q, state.v, with_contacts);
  const ContactForces& forces = *equations_.contacts();
  const double small = 10.0 * tiny * forces.largest_force();
  bool lawful = true;
  for (const Candidates::Touch& touch : all.touches) {
    const ContactMode& mode = state.contacts[static_cast<std::size_t>(touch.contact)];
    if (!mode.closed()) continue;
    const Vec3<double>& f = forces.force(touch.contact);
    const Contact& c = contact(touch.contact);
    if (!c.bilateral) lawful &= f.x >= -small;
    if (mode.kind == ContactMode::Kind::Stick)
      lawful &= std::hypot(f.y, f.z) <= c.material.friction * std::abs(f.x) + small;
  }
  if (lawful) return;
  for (const Candidates::Touch& touch : all.touches) {
    ContactMode& mode = state.contacts[static_cast<std::size_t>(touch.contact)];
    if (!mode.closed()) continue;
    const Eigen::Vector3d f = touch.force(all.solution.x, contact(touch.contact).material.friction);
    const ContactPlace& at = place(touch.contact);
    mode.reference = forces.geometry().in_b(
        touch.contact, f[0] * at.axes[0] + f[1] * at.axes[1] + f[2] * at.axes[2]);
  }
}

void ModeRules::report_contacts(State& state, const std::vector<ContactMode>& before,
                                std::vector<SimulationEvent>& events) {
  using Kind = ContactMode::Kind;
  for (int i = 0; i < contact_count(); ++i) {
    ContactMode& mode = state.contacts[static_cast<std::size_t>(i)];
    const Kind old = before[static_cast<std::size_t>(i)].kind, now = mode.kind;
    const bool rubs = contact(i).material.friction > 0.0;
    const auto add = [&](EventKind kind, EventHow how = EventHow::None) {
      events.push_back({.t = state.t, .kind = kind, .name = contact(i).name, .how = how});
    };
    const double rebound = std::exchange(suppressed_[static_cast<std::size_t>(i)], 0.0);
    const BounceSeries bounces = mode.bounces;
    if (mode.closed()) mode.bounces = {};
    if (old == now) continue;
    if (old == Kind::Open && rebound > 0.0) {
      add(EventKind::Rest);
      events.back().rest_speed = rebound;
      if (bounces.has_end()) events.back().bounces_end = bounces.end;
    } else if (old == Kind::Open) {
      add(EventKind::Touch, !rubs                ? EventHow::None
                            : now == Kind::Stick ? EventHow::Sticks
                                                 : EventHow::Slides);
    } else if (now == Kind::Open) {
      add(EventKind::Lift);
    }
    if (rubs && old == Kind::Stick && now == Kind::Slide) add(EventKind::Slip);
    if (rubs && old == Kind::Slide && now == Kind::Stick) add(EventKind::Stick);
  }
}

}  // namespace catena
