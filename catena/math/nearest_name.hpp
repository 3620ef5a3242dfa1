#pragma once
// "Did you mean ...?" for messages about names that do not exist.

#include <string>
#include <string_view>
#include <vector>

namespace catena {

// "; did you mean 'elbow'?" with the name nearest to `wanted` by edit distance, or nothing.
std::string nearest_name_hint(std::string_view wanted, const std::vector<std::string>& names);

}  // namespace catena
