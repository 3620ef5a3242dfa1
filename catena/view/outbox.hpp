#pragma once
// What waits to be sent: for one client (Outbox), and on its way to the network's thread (Mailbox).
// Both keep the order of all that they do not drop, so that no frame of an old scene comes after a
// new scene; both hold a bounded amount.

#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "catena/view/payload.hpp"

namespace catena {

struct Parcel {
  ClientId to = 0;  // 0: all
  PayloadKind kind = PayloadKind::Text;
  Payload payload;
  bool greeting = false;  // not counted against the limit of texts
};

// Used by the network's thread only.
class Outbox {
 public:
  static constexpr std::size_t most_text = 4 << 20;     // bytes that may wait
  static constexpr std::size_t most_binary = 64 << 20;  // replies

  // Adds a parcel; false if more than the limit waits already, which is the end of a client. One
  // text of any size can always be sent.
  [[nodiscard]] bool put(Parcel parcel);
  // Removes and returns the oldest parcel.
  std::optional<Parcel> take();
  void clear();
  // Bytes of binary replies that wait.
  std::size_t waiting_binary() const { return binary_; }

 private:
  void count(const Parcel& parcel, bool add);

  std::deque<Parcel> parcels_;
  std::size_t text_ = 0, binary_ = 0;
};

// From any thread to the network's. No thread waits for longer than a pointer takes to be stored.
class Mailbox {
 public:
  static constexpr std::size_t most = 256 << 20;  // bytes that may wait, all kinds

  // Adds a parcel; true if the network's thread is to be woken, which is once per take_all().
  [[nodiscard]] bool put(Parcel parcel);
  // Removes and returns all; nothing if there were too many: whoever waits for them has lost them.
  std::optional<std::vector<Parcel>> take_all();

 private:
  std::mutex mutex_;
  std::vector<Parcel> parcels_;
  std::size_t bytes_ = 0;
  bool overflow_ = false;
};

}  // namespace catena
