#include "catena/view/outbox.hpp"

#include <algorithm>
#include <utility>

namespace catena {
namespace {

// The frame that waits, if any: there is never more than one.
template <class Parcels>
auto waiting_frame(Parcels& parcels) {
  // From the back, where it usually is.
  const auto found = std::find_if(parcels.rbegin(), parcels.rend(), [](const Parcel& parcel) {
    return parcel.kind == PayloadKind::Frame;
  });
  return found == parcels.rend() ? parcels.end() : std::prev(found.base());
}

}  // namespace

bool Outbox::put(Parcel parcel) {
  if (parcel.kind == PayloadKind::Frame) {
    const auto old = waiting_frame(parcels_);
    if (old != parcels_.end()) parcels_.erase(old);
  } else if (text_ > most_text || binary_ > most_binary) {
    return false;
  }
  count(parcel, true);
  parcels_.push_back(std::move(parcel));
  return true;
}

std::optional<Parcel> Outbox::take() {
  if (parcels_.empty()) return std::nullopt;
  Parcel parcel = std::move(parcels_.front());
  parcels_.pop_front();
  count(parcel, false);
  return parcel;
}

void Outbox::clear() {
  parcels_.clear();
  text_ = binary_ = 0;
}

void Outbox::count(const Parcel& parcel, bool add) {
  if (parcel.kind == PayloadKind::Frame || parcel.greeting) return;
  // Many small ones are no free ride: each costs its place in the queue.
  const std::size_t bytes = parcel.payload->size() + sizeof(Parcel);
  std::size_t& sum = parcel.kind == PayloadKind::Text ? text_ : binary_;
  sum = add ? sum + bytes : sum - bytes;
}

bool Mailbox::put(Parcel parcel) {
  Payload replaced;  // freed after the lock
  const std::lock_guard lock(mutex_);
  const bool wake = parcels_.empty() && !overflow_;
  if (overflow_) return false;
  if (parcel.kind == PayloadKind::Frame) {
    const auto old = waiting_frame(parcels_);
    if (old != parcels_.end()) {
      replaced = std::move(old->payload);
      parcels_.erase(old);
    }
  } else {
    bytes_ += parcel.payload->size() + sizeof(Parcel);
    if (bytes_ > most) {
      overflow_ = true;
      parcels_.clear();
      return wake;
    }
  }
  parcels_.push_back(std::move(parcel));
  return wake;
}

std::optional<std::vector<Parcel>> Mailbox::take_all() {
  const std::lock_guard lock(mutex_);
  const bool overflow = std::exchange(overflow_, false);
  bytes_ = 0;
  std::vector<Parcel> all = std::exchange(parcels_, {});
  if (overflow) return std::nullopt;
  return all;
}

}  // namespace catena
