#pragma once
// Bytes on their way to viewers: shared by all that get them, never changed.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace catena {

using Payload = std::shared_ptr<const std::string>;
using ClientId = std::uint64_t;

inline Payload make_payload(std::string bytes) {
  return std::make_shared<const std::string>(std::move(bytes));
}

// How a payload is sent. Of frames only the newest matters: one that waits is replaced.
enum class PayloadKind { Text, Binary, Frame };

}  // namespace catena
