#pragma once
// The modes of all contacts of a state, sorted by key. Open contacts without stored bounces are
// not in the list, so contacts may appear and vanish between steps.

#include <algorithm>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "catena/contact/contact_mode.hpp"

namespace catena {

// Which two things touch, and where on them.
struct ContactKey {
  int pair = 0;
  std::uint64_t feature = 0;
  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

// How a region of two shapes was found, so that the next one has the same features.
struct RegionHint {
  int pair = 0;
  int reference = 0, face_a = -1, face_b = -1;
  std::vector<std::uint64_t> features = {};
  friend bool operator==(const RegionHint&, const RegionHint&) = default;
};
// Sorted by pair; shared, since it changes seldom. Null: none.
using RegionHints = std::shared_ptr<const std::vector<RegionHint>>;

class ContactModes {
 public:
  struct Entry {
    ContactKey key;
    ContactMode mode;
  };

  // `pairs`: how many the mechanism has; a state of another one is told by it.
  explicit ContactModes(std::size_t pairs = 0) : pairs_(pairs) {}
  // Of contacts with these keys, in increasing order.
  ContactModes(std::size_t pairs, std::span<const ContactKey> keys,
               std::span<const ContactMode> modes, RegionHints hints = nullptr)
      : pairs_(pairs), hints_(std::move(hints)) {
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (modes[i].is_remembered()) entries_.push_back({keys[i], modes[i]});
  }

  // Of entries by increasing key; those that remember nothing are left out.
  ContactModes(std::size_t pairs, std::vector<Entry> entries, RegionHints hints)
      : pairs_(pairs), entries_(std::move(entries)), hints_(std::move(hints)) {
    std::erase_if(entries_, [](const Entry& entry) { return !entry.mode.is_remembered(); });
  }

  // The same in the memory that there is; `room`: of how many there may be some time.
  void assign(std::size_t pairs, std::span<const Entry> entries, RegionHints hints,
              std::size_t room) {
    pairs_ = pairs, hints_ = std::move(hints);
    entries_.reserve(room);
    entries_.assign(entries.begin(), entries.end());
    std::erase_if(entries_, [](const Entry& entry) { return !entry.mode.is_remembered(); });
  }

  // The number of pairs, which may touch or not.
  std::size_t size() const { return pairs_; }
  const std::vector<Entry>& entries() const { return entries_; }
  // Of shapes.
  const RegionHints& hints() const { return hints_; }
  bool any_closed() const {
    return std::any_of(entries_.begin(), entries_.end(),
                       [](const Entry& entry) { return entry.mode.closed(); });
  }
  const ContactMode& operator[](const ContactKey& key) const {
    static const ContactMode open;
    const auto found =
        std::lower_bound(entries_.begin(), entries_.end(), key,
                         [](const Entry& entry, const ContactKey& k) { return entry.key < k; });
    return found != entries_.end() && found->key == key ? found->mode : open;
  }
  // Of a pair that touches at one place.
  const ContactMode& operator[](std::size_t pair) const {
    return (*this)[ContactKey{static_cast<int>(pair), 0}];
  }
  // Finds modes whose keys are asked for in increasing order, without searching.
  class Cursor {
   public:
    explicit Cursor(const ContactModes& modes)
        : next_(modes.entries_.begin()), end_(modes.entries_.end()) {}
    const ContactMode& at(const ContactKey& key) {
      static const ContactMode open;
      while (next_ != end_ && next_->key < key) ++next_;
      return next_ != end_ && next_->key == key ? next_->mode : open;
    }

   private:
    std::vector<Entry>::const_iterator next_, end_;
  };
  // One per key, in increasing order.
  void spread(std::span<const ContactKey> keys, std::span<ContactMode> out) const {
    Cursor cursor(*this);
    for (std::size_t i = 0; i < keys.size(); ++i) out[i] = cursor.at(keys[i]);
  }

 private:
  std::size_t pairs_;
  std::vector<Entry> entries_;
  RegionHints hints_;
};

}  // namespace catena
