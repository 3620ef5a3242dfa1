// ContactGroup: contacts of bodies that sleep.

#include <algorithm>

#include "catena/contact/contact_group.hpp"

namespace catena {

// Those of what sleeps stay among those of the step.
void ContactGroup::keep_sleeping_reactions(const State& state) {
  if (asleep_.empty()) return;
  const auto awake = static_cast<std::ptrdiff_t>(reactions_.size());
  for (const StepReaction& reaction : state.reactions.of_group(index()))
    if (sleeps(reaction.key.item)) reactions_.push_back(reaction);
  std::inplace_merge(reactions_.begin(), reactions_.begin() + awake, reactions_.end(),
                     [](const StepReaction& a, const StepReaction& b) { return a.key < b.key; });
}

// What comes no nearer than twice as far as it is fast, and as it would fall, does not wake.
void ContactGroup::mark_reached_sleepers(const Look& look, const State& state, double h,
                                         std::span<char> trees) {
  if (asleep_.empty()) return;
  const auto sleeper_of = [&](int i) {
    const auto [a, b] = shapes_->trees_of(key(i).pair);
    for (const int tree : {a, b})
      if (tree >= 0 && asleep_[static_cast<std::size_t>(tree)] != 0) return tree;
    return -1;
  };
  bool located = false;
  ContactModes::Cursor modes = mode_cursor(state);
  for (int i = static_cast<int>(given_); i < count(); ++i) {
    const int tree = sleeper_of(i);
    if (tree < 0) continue;
    if (!located) locate(look, ContactGeometry::Part::Arrivals);
    located = true;
    const double comes = std::max(0.0, -place(i).velocity.x) + 2.0 * h * typical_acceleration_;
    if (modes.at(key(i)).closed() || place(i).gap <= 2.0 * h * comes)
      trees[static_cast<std::size_t>(tree)] = 1;
  }
}

}  // namespace catena
