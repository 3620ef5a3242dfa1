#pragma once
// Bytes on their way to viewers: shared by all that get them, never changed.

#include <cstdint>
#include <memory>
#include <string>

namespace catena {

using Payload = std::shared_ptr<const std::string>;
using ClientId = std::uint64_t;

// How a payload is sent. Of frames only the newest matters: one that waits is replaced.
enum class PayloadKind { Text, Binary, Frame };

}  // namespace catena
