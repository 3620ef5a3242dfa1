#pragma once
// Colours of events, in plots and in the viewer.

#include <cstdint>
#include <string_view>

#include "catena/elements/event_kinds.hpp"

namespace catena {

// 0xrrggbb.
std::uint32_t event_colour(EventGroup group);
// Of kinds that programs have added, too.
std::uint32_t event_colour(std::string_view kind);

}  // namespace catena
