#pragma once
// Errors of models and of calls: what was found, where, what was expected and what to try.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace catena {

// A model that cannot be built or a name that does not exist.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// "; did you mean 'elbow'?" with the name nearest to `wanted` by edit distance, or nothing.
std::string nearest_name_hint(std::string_view wanted, const std::vector<std::string>& names);

}  // namespace catena
