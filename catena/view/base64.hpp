#pragma once
// Bytes as text of 64 characters (RFC 4648, sec. 4).

#include <string>
#include <string_view>

namespace catena {

std::string to_base64(std::string_view bytes);
// The inverse; ends at the first '='. Throws std::invalid_argument at other characters.
std::string from_base64(std::string_view text);

}  // namespace catena
