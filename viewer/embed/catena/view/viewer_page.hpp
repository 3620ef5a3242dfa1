#pragma once

#include <string_view>

namespace catena::view {

// The page of the viewer, one HTML file. Empty where the program was built without it.
std::string_view viewer_page();

}  // namespace catena::view
