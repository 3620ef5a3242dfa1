#pragma once
// One HTML file with a replay in it (docs/viewer.md).

#include <string>
#include <string_view>

#include "catena/view/replay.hpp"

namespace catena {

// The page with the replay's scene, frames and columns, thinned out to a few megabytes.
std::string exported_page(std::string_view page, Replay& replay);

}  // namespace catena
