#pragma once
// Data that time steps store for elements with a law, under a key: forces of the last step, and
// the anchors of sticking contacts. A list sorted by key; an element that is not in it has no
// force.

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "catena/math/vec3.hpp"

namespace catena {

// Which element: of a group, a coordinate or a pair of bodies that touch, and where on them.
struct ReactionKey {
  int group = 0, item = 0;
  std::uint64_t feature = 0;
  friend auto operator<=>(const ReactionKey&, const ReactionKey&) = default;
};

// Points of the two bodies of a contact that hold on to each other, in their axes.
struct Anchor {
  Vec3<double> in_a = Vec3<double>::zero(), in_b = Vec3<double>::zero();
};

struct StepReaction {
  ReactionKey key;
  // Of a coordinate: one number. Of a contact: the force in the axes of body b, then the moment.
  std::array<double, 6> force = {};
  bool anchored = false;  // a contact that sticks
  Anchor anchor = {};
};

class Reactions {
 public:
  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  void clear() { all_.clear(); }

  // Null: it had no force.
  const StepReaction* find(const ReactionKey& key) const {
    const auto found = first_from(key);
    return found != all_.end() && found->key == key ? &*found : nullptr;
  }
  // Those of one group.
  std::span<const StepReaction> of_group(int group) const {
    const auto first = first_from({group, 0, 0}), last = first_from({group + 1, 0, 0});
    return {first, last};
  }
  // Takes the place of all that the group had; `sorted` by key. Does not allocate once it has room.
  void put(int group, std::span<const StepReaction> sorted) {
    const std::span<const StepReaction> old = of_group(group);
    const auto place = all_.begin() + (old.data() - all_.data());
    if (old.size() == sorted.size()) {
      std::copy(sorted.begin(), sorted.end(), place);
      return;
    }
    const auto next = all_.erase(place, place + static_cast<std::ptrdiff_t>(old.size()));
    all_.insert(next, sorted.begin(), sorted.end());
  }
  void insert(const StepReaction& reaction) { all_.insert(first_from(reaction.key), reaction); }
  bool is_sorted() const {
    return std::adjacent_find(all_.begin(), all_.end(), [](const auto& a, const auto& b) {
             return a.key >= b.key;
           }) == all_.end();
  }

 private:
  std::vector<StepReaction>::const_iterator first_from(const ReactionKey& key) const {
    return std::lower_bound(all_.begin(), all_.end(), key,
                            [](const StepReaction& reaction, const ReactionKey& wanted) {
                              return reaction.key < wanted;
                            });
  }
  std::vector<StepReaction> all_;
};

// Finds reactions of one group whose keys are asked for in increasing order, without searching.
class ReactionCursor {
 public:
  explicit ReactionCursor(std::span<const StepReaction> of_group) : rest_(of_group) {}
  const StepReaction* find(int item, std::uint64_t feature = 0) {
    const auto before = [&](const ReactionKey& key) {
      return key.item < item || (key.item == item && key.feature < feature);
    };
    while (!rest_.empty() && before(rest_.front().key)) rest_ = rest_.subspan(1);
    if (rest_.empty() || rest_.front().key.item != item || rest_.front().key.feature != feature)
      return nullptr;
    return &rest_.front();
  }

 private:
  std::span<const StepReaction> rest_;
};

}  // namespace catena
