// ContactGroup: contacts of shapes by events. A point that touches is a contact of given geometry
// until another feature takes its place: then that one goes on in its mode, and forces decide.

#include <algorithm>

#include "catena/contact/contact_group.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// Points this near, m, take over from features that are gone: what they may be off where one
// feature ends and the next begins.
constexpr double touching = 1e-9;

}  // namespace

std::vector<ContactKey> ContactGroup::closed_found(const State& state) const {
  std::vector<ContactKey> keys;
  for (const ContactModes::Entry& entry : state.modes_of<ContactModes>(index()).entries())
    if (entry.mode.closed() && entry.key.pair >= shapes_->first_pair()) keys.push_back(entry.key);
  return keys;
}

std::string ContactGroup::inexact_name(const State& state) const {
  ContactModes::Cursor modes = mode_cursor(state);
  for (std::size_t i = given_; i < contacts_.size(); ++i)
    if (modes.at(keys_[i]).closed() && !shapes_->points()[i - given_].exact)
      return name_at(static_cast<int>(i));
  return {};
}

double ContactGroup::least_gap(const Look& look, int pair) {
  locate(look, ContactGeometry::Part::Gaps);
  double least = infinity;
  for (int i = static_cast<int>(given_); i < count(); ++i)
    if (key(i).pair == pair) least = std::min(least, place(i).gap);
  return least;
}

// What is closed and was not found again has gone; what touches and was not there before has come.
void ContactGroup::find_other_features(const Look& look, const State& state) {
  const ContactModes& before = state.modes_of<ContactModes>(index());
  const auto is_found = [&](const ContactKey& k) {
    return std::binary_search(keys_.begin(), keys_.end(), k);
  };
  const std::vector<ContactKey> closed = closed_found(state);
  if (closed.empty()) return;
  locate(look);
  has_other_features_ = !std::all_of(closed.begin(), closed.end(), is_found);
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
      if (key(i).pair == entry.key.pair && !mode.closed() && place(i).gap <= touching)
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
