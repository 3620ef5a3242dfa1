// ContactGroup: contacts of shapes by events. A point that touches is a contact of given geometry
// until another feature takes its place: then that one goes on in its mode, and forces decide.

#include <algorithm>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/shape_way.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// Points this near, m, take over from features that are gone: what they may be off where one
// feature ends and the next begins.
constexpr double in_touch = 1e-9;
// What has no exact geometry and parts more slowly than this, m/s, may come back for ever.
constexpr double parting_slowly = 1e-3;
// Points that touch and approach more slowly than this, m/s, or than this part of the speed of
// their bodies, do not.
constexpr double approaching = 1e-7, grazing = 1e-4;
// Whether they arrive is seen after so small a part of the size of the shapes on their way; what
// arrives is then at least so many times as deep as it approaches.
constexpr double little_way = 1e-5, at_least = 0.3;

}  // namespace

std::vector<ContactKey> ContactGroup::closed_found(const State& state) const {
  std::vector<ContactKey> keys;
  for (const ContactModes::Entry& entry : state.modes_of<ContactModes>(index()).entries())
    if (entry.mode.closed() && entry.key.pair >= shapes_->first_pair()) keys.push_back(entry.key);
  return keys;
}

std::string ContactGroup::inexact_name(const State& state) const {
  ContactModes::Cursor modes = mode_cursor(state);
  for (std::size_t i = given_; i < contacts_.size(); ++i) {
    const ContactPlace& at = place(static_cast<int>(i));
    const bool stays = at.gap <= in_touch && at.velocity.x < parting_slowly;
    if ((modes.at(keys_[i]).closed() || stays) && exact_[i - given_] == 0)
      return name_at(static_cast<int>(i));
  }
  return {};
}

double ContactGroup::least_gap(const Look& look, int pair) {
  locate(look, ContactGeometry::Part::Gaps);
  double least = infinity;
  for (int i = static_cast<int>(given_); i < count(); ++i)
    if (key(i).pair == pair) least = std::min(least, place(i).gap);
  return least;
}

// A vertex at the border of a face may be about to leave it: then it approaches the plane of the
// face, and nothing is struck. Such points are no contacts until shapes are looked for again.
void ContactGroup::drop_passing(const Look& look, const State& state) {
  locate(look);
  ContactModes::Cursor modes = mode_cursor(state);
  std::size_t kept = given_;
  for (std::size_t i = given_; i < contacts_.size(); ++i) {
    const ContactPlace& at = place(static_cast<int>(i));
    const bool closed = modes.at(keys_[i]).closed();
    const double approach = -at.velocity.x;
    bool passes = false;
    if (!closed && at.gap <= in_touch && approach > approaching) {
      const auto [a, b] = shapes_->shapes_of(keys_[i].pair);
      const double size = std::min(shapes_->collider_of(a).size, shapes_->collider_of(b).size);
      const auto speed_of = [&](int shape) {
        const Motion<double> v = look.velocity(shapes_->body_of(shape));
        return norm(v.linear) + norm(v.angular) * size;
      };
      const double speed = std::max({approach, speed_of(a), speed_of(b)}),
                   dt = little_way * size / speed;
      passes = approach > grazing * speed &&
               ShapeWay::distance_after(*shapes_, keys_[i].pair, look, dt) >
                   std::min(0.0, at.gap) - at_least * approach * dt;
    }
    if (passes) continue;
    if (kept != i) {
      contacts_[kept] = contacts_[i], keys_[kept] = keys_[i];
      exact_[kept - given_] = exact_[i - given_];
    }
    ++kept;
  }
  if (kept == contacts_.size()) return;
  contacts_.resize(kept), keys_.resize(kept), exact_.resize(kept - given_);
  forces_.set_contacts(contacts_);
  locate(look);
}

// What is closed and was not found again has gone; what touches and was not there before has come.
void ContactGroup::find_other_features(const State& state) {
  const ContactModes& before = state.modes_of<ContactModes>(index());
  const auto is_found = [&](const ContactKey& k) {
    return std::binary_search(keys_.begin(), keys_.end(), k);
  };
  const std::vector<ContactKey> closed = closed_found(state);
  if (closed.empty()) return;
  has_other_features_ = !std::all_of(closed.begin(), closed.end(), is_found);
  // Of pairs that were closed, those of which nothing touches any more.
  for (std::size_t c = 0; has_other_features_ && c < closed.size(); ++c) {
    bool any = false;
    for (int i = static_cast<int>(given_); i < count(); ++i)
      any |= key(i).pair == closed[c].pair && place(i).gap <= in_touch;
    if (!any && (left_.empty() || left_.back() != closed[c].pair)) left_.push_back(closed[c].pair);
  }
  if (has_other_features_) return;
  const auto was_there = [&](const ContactKey& k) {
    if (!before.hints()) return false;
    for (const RegionHint& hint : *before.hints())
      if (hint.pair == k.pair)
        return std::binary_search(hint.features.begin(), hint.features.end(), k.feature);
    return false;
  };
  const auto touches_elsewhere = [&](int pair) {
    return std::any_of(closed.begin(), closed.end(),
                       [&](const ContactKey& k) { return k.pair == pair; });
  };
  for (int i = static_cast<int>(given_); i < count(); ++i)
    if (touches({}, i) && !before[key(i)].closed() && touches_elsewhere(key(i).pair) &&
        !was_there(key(i))) {
      has_other_features_ = true;
      return;
    }
}

// Points that touch go on as those of their pair did that have gone.
void ContactGroup::hand_modes_on(State& state) const {
  std::vector<ContactMode> modes = modes_in(state);
  for (const ContactModes::Entry& entry : state.modes_of<ContactModes>(index()).entries()) {
    if (!entry.mode.closed() || std::binary_search(keys_.begin(), keys_.end(), entry.key)) continue;
    for (int i = static_cast<int>(given_); i < count(); ++i) {
      ContactMode& mode = modes[static_cast<std::size_t>(i)];
      if (key(i).pair == entry.key.pair && !mode.closed() && place(i).gap <= in_touch)
        mode = {.kind = entry.mode.kind, .bounces = mode.bounces};
    }
  }
  put_modes(modes, state);
}

// Where something arrives, the features are found that touch there. Returns the place of contact i
// among them, or that of the nearest of its pair; -1: there is none.
int ContactGroup::find_again(const Look& look, State& state, int i) {
  const ContactKey arrived = key(i);
  refresh(look, state, 0.0);
  locate(look);
  if (has_other_features_) hand_modes_on(state);
  int nearest = -1;
  for (int k = static_cast<int>(given_); k < count(); ++k) {
    if (key(k) == arrived) return k;
    if (key(k).pair == arrived.pair && (nearest < 0 || place(k).gap < place(nearest).gap))
      nearest = k;
  }
  return nearest;
}

}  // namespace catena
