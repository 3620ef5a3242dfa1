// ModeRules: what contacts do from now on, once the forces are known that decide it.

#include <fmt/format.h>

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

// The blocks of each part of the rows by themselves.
Eigen::VectorXd solve_apart(const TouchRows& rows, const Eigen::VectorXd& u,
                            const std::vector<FrictionBlock>& blocks) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(rows.size());
  std::vector<const FrictionBlock*> block_at(static_cast<std::size_t>(rows.size()), nullptr);
  for (const FrictionBlock& block : blocks)
    block_at[static_cast<std::size_t>(block.first)] = &block;
  for (const TouchRows::Part& part : rows.parts()) {
    std::vector<FrictionBlock> of_part;
    for (std::size_t i = 0; i < part.rows.size(); ++i)
      if (const FrictionBlock* const block = block_at[static_cast<std::size_t>(part.rows[i])]) {
        of_part.push_back(*block);
        of_part.back().first = static_cast<Eigen::Index>(i);
      }
    x(part.rows) = solve_friction_problem(part.W, u(part.rows), of_part).x;
  }
  return x;
}

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
  const Eigen::VectorXd impulse = solve_apart(rows_, u, blocks);
  const double before = kinetic_energy_of(state, state.v);
  state.v += rows_.response(impulse);
  const double lost = before - kinetic_energy_of(state, state.v);
  state.impact_loss += lost;
  const Eigen::Vector3d p = impulse.segment<3>(row);
  if (u.segment<2>(row + 1).norm() < at_rest) return;
  events.push_back({state.t, "jam", contact(stopped).name, u.segment<2>(row + 1).norm(), 0.0, lost,
                    fmt::format("no force lets it slide on (Painleve's paradox): stopped by an "
                                "impulse of {:.6g} N s, along the surface {:.6g} N s",
                                p[0], p.tail<2>().norm())});
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
    const auto add = [&](const char* kind, std::string note) {
      events.push_back({state.t, kind, contact(i).name, 0.0, 0.0, 0.0, std::move(note)});
    };
    const double rebound = std::exchange(suppressed_[static_cast<std::size_t>(i)], 0.0);
    const BounceSeries bounces = mode.bounces;
    if (mode.closed()) mode.bounces = {};
    if (old == now) continue;
    if (old == Kind::Open && rebound > 0.0) {
      add("rest", fmt::format("bounces slower than {:.3g} m/s count as none{}", rebound,
                              bounces.has_end()
                                  ? fmt::format("; they would end at t = {:.16g} s", bounces.end)
                                  : ""));
    } else if (old == Kind::Open) {
      add("touch", rubs ? (now == Kind::Stick ? "sticks" : "slides") : "");
    } else if (now == Kind::Open) {
      add("lift", "");
    }
    if (rubs && old == Kind::Stick && now == Kind::Slide) add("slip", "");
    if (rubs && old == Kind::Slide && now == Kind::Stick) add("stick", "");
  }
}

}  // namespace catena
