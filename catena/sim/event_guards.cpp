// EventSearch: what is watched, and the values of the guards.

#include <algorithm>
#include <cmath>

#include "catena/sim/event_search.hpp"

namespace catena {

void EventSearch::watch(const State& state) {
  guards_.clear();
  needs_reactions_ = watches_cables_ = false;
  q0_ = state.q;
  for (int k = 0; k < equations_.nv(); ++k) {
    if (equations_.on_path(k)) continue;
    const CoordinateMode& mode = state.modes[static_cast<std::size_t>(k)];
    const bool rubs = equations_.breakaway_friction()[k] > 0.0;
    if (mode.limit != 0) {
      guards_.push_back({Guard::Kind::LimitReaction, k, mode.limit});
      needs_reactions_ = true;
      continue;
    }
    if (rubs && mode.slip == 0) {
      guards_.push_back({Guard::Kind::Friction, k, 0});
      needs_reactions_ = true;
      continue;
    }
    if (rubs) guards_.push_back({Guard::Kind::Slip, k, mode.slip});
    if (std::isfinite(rules_.lower()[k])) guards_.push_back({Guard::Kind::LowerStop, k, -1});
    if (std::isfinite(rules_.upper()[k])) guards_.push_back({Guard::Kind::UpperStop, k, 1});
  }
  if (equations_.contacts() != nullptr) equations_.locate_contacts(state);
  for (int i = 0; i < static_cast<int>(state.contacts.size()); ++i) watch_contact(state, i);
  watch_cables(state);
  for (std::size_t c = 0; c < changes_.size(); ++c) {
    if (!changes_[c].when || state.happened[c]) continue;
    const double value = equations_.value_of(changes_[c].when, state);
    if (value != 0.0)
      guards_.push_back({Guard::Kind::Change, static_cast<int>(c), value > 0.0 ? 1 : -1});
  }
}

void EventSearch::watch_cables(const State& state) {
  const CableForces* const cables = equations_.cables();
  if (cables == nullptr) return;
  bool is_stretched = false;
  for (int p = 0; p < static_cast<int>(cables->parts().size()); ++p) {
    const Cable& cable = cables->cable(cables->parts()[static_cast<std::size_t>(p)].cable);
    if (cable.material.smoothing > 0.0) continue;
    guards_.push_back({Guard::Kind::CablePart, p, 0});
    watches_cables_ = true;
    if (cables->is_taut(p)) continue;
    if (!is_stretched) equations_.stretch_cables(state);
    is_stretched = true;
    if (cables->strain_left(p) > 0.0) guards_.push_back({Guard::Kind::CableStrain, p, 0});
  }
  for (int g = 0; g < static_cast<int>(cables->guides().size()); ++g)
    if (cables->is_taut(cables->guides()[static_cast<std::size_t>(g)].part)) {
      guards_.push_back({Guard::Kind::CableGuide, g, 0});
      watches_cables_ = true;
    }
}

void EventSearch::watch_contact(const State& state, int i) {
  const ContactMode& mode = state.contacts[static_cast<std::size_t>(i)];
  const Contact& contact = equations_.setup().contacts[static_cast<std::size_t>(i)];
  if (!mode.closed()) {
    guards_.push_back(
        {Guard::Kind::Gap, i, 0, std::min(0.0, equations_.contacts()->geometry().place(i).gap)});
    return;
  }
  const bool rubs = contact.material.friction > 0.0;
  if (!contact.bilateral || rubs) {
    guards_.push_back({Guard::Kind::ContactForce, i, contact.bilateral ? mode.side : 1});
    needs_reactions_ = true;
  }
  if (!rubs) return;
  if (mode.kind == ContactMode::Kind::Stick) {
    guards_.push_back({Guard::Kind::Cone, i, 0});
    return;
  }
  guards_.push_back({Guard::Kind::Paradox, i, 0});
  guards_.push_back({Guard::Kind::SlipEnd, i, 0});
  guards_.push_back({mode.frozen ? Guard::Kind::Thaw : Guard::Kind::Freeze, i, 0});
}

// With the contacts located, and forces found where the guard needs them.
double EventSearch::contact_value(const Guard& guard) const {
  const ContactForces& contacts = *equations_.contacts();
  const int i = guard.dof;
  const ContactPlace& place = contacts.geometry().place(i);
  const Vec3<double>&u = place.velocity, &f = contacts.force(i);
  const FrictionLaw law = contacts.geometry().contact(i).material.law;
  switch (guard.kind) {
    case Guard::Kind::Gap:
      return place.gap - guard.offset;
    case Guard::Kind::ContactForce:
      return guard.side * f.x / force_scale_;
    case Guard::Kind::Cone:
      return (contacts.geometry().contact(i).material.friction * std::abs(f.x) -
              std::hypot(f.y, f.z)) /
             force_scale_;
    case Guard::Kind::Freeze:
      return std::hypot(u.y, u.z) - ModeRules::freezing(law);
    case Guard::Kind::Thaw:
      return 2.0 * ModeRules::freezing(law) - std::hypot(u.y, u.z);
    case Guard::Kind::SlipEnd: {
      const Vec3<double> d =
          contacts.geometry().from_b(i, contacts.modes()[static_cast<std::size_t>(i)].direction);
      return u.y * dot(place.axes[1], d) + u.z * dot(place.axes[2], d) + ModeRules::reversal(law);
    }
    case Guard::Kind::Paradox:
      return contacts.pivot(i) - ModeRules::paradox;
    default:
      return 0.0;
  }
}

double EventSearch::value_of(const Guard& guard, double t, const Eigen::VectorXd& y) {
  const int k = guard.dof;
  if (is_of_contact(guard.kind)) return contact_value(guard);
  if (guard.kind == Guard::Kind::CablePart) return equations_.cables()->part_guard(k);
  if (guard.kind == Guard::Kind::CableStrain) return equations_.cables()->strain_left(k);
  if (guard.kind == Guard::Kind::CableGuide) return equations_.cables()->guide_guard(k);
  if (guard.kind == Guard::Kind::Change)
    return guard.side * equations_.value_of(changes_[static_cast<std::size_t>(k)].when, t, y);
  const auto q = [&] { return q0_[equations_.chart().place_in_q(k)] + y[k]; };
  const double friction = equations_.breakaway_friction()[k];
  switch (guard.kind) {
    case Guard::Kind::LowerStop:
      return q() - rules_.lower()[k];
    case Guard::Kind::UpperStop:
      return rules_.upper()[k] - q();
    case Guard::Kind::Slip:
      return guard.side * y[equations_.nv() + k];
    case Guard::Kind::LimitReaction:
      return friction - guard.side * reactions_.reaction[k];
    case Guard::Kind::Friction:
      return friction - std::abs(reactions_.reaction[k]);
    default:
      return 0.0;
  }
}

void EventSearch::values(double t, const Eigen::VectorXd& y, Eigen::VectorXd& out) {
  if (needs_reactions_)
    equations_.evaluate_at(t, y, reactions_);
  else if (equations_.contacts() != nullptr)
    equations_.locate_contacts(t, y);
  const CableForces* const cables = equations_.cables();
  if (watches_cables_ && !needs_reactions_) equations_.stretch_cables(t, y);
  // The most guards there can be: no allocation when modes change.
  const std::size_t of_cables =
      cables != nullptr ? 2 * cables->parts().size() + cables->guides().size() : 0;
  out.resize(Eigen::Index{3} * equations_.nv() +
             static_cast<Eigen::Index>(4 * equations_.setup().contacts.size() + of_cables +
                                       changes_.size()));
  for (std::size_t g = 0; g < guards_.size(); ++g)
    out[static_cast<Eigen::Index>(g)] = value_of(guards_[g], t, y);
}

double EventSearch::value(const Guard& guard, double t, const Eigen::VectorXd& y) {
  if (needs_forces(guard.kind))
    equations_.evaluate_at(t, y, reactions_);
  else if (is_of_contact(guard.kind))
    equations_.locate_contacts(t, y);
  else if (is_of_cable(guard.kind))
    equations_.stretch_cables(t, y);
  return value_of(guard, t, y);
}

double EventSearch::rate(const Guard& guard, const Eigen::VectorXd& y) const {
  if (guard.kind == Guard::Kind::Gap)
    return equations_.contacts()->geometry().place(guard.dof).velocity.x;
  if (guard.kind == Guard::Kind::Change || is_of_contact(guard.kind) || is_of_cable(guard.kind))
    return 0.0;
  const double v = y[equations_.nv() + guard.dof];
  switch (guard.kind) {
    case Guard::Kind::LowerStop:
      return v;
    case Guard::Kind::UpperStop:
      return -v;
    default:
      return 0.0;
  }
}

}  // namespace catena
