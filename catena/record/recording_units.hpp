#pragma once
// Units of the columns of a recording, from the mechanism that it is of.

#include <map>
#include <string>

#include "catena/model/model.hpp"

namespace catena {

// Column -> unit for q, v, a, tau and limit of all coordinates whose unit the joint's kind tells.
std::map<std::string, std::string> column_units(const Model& model);

}  // namespace catena
