#pragma once
// Texts of users in messages.

#include <algorithm>
#include <string>
#include <string_view>

namespace catena {

// The beginning of a text, on one line.
inline std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 60;
  const std::size_t line_end = text.find_first_of("\r\n");
  if (text.size() <= longest && line_end == std::string_view::npos) return std::string(text);
  return std::string(text.substr(0, std::min(longest, line_end))) + "...";
}

}  // namespace catena
