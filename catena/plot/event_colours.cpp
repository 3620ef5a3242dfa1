#include "catena/plot/event_colours.hpp"

namespace catena {

std::uint32_t event_colour(EventGroup group) {
  switch (group) {
    case EventGroup::Stop:
      return 0xf2994a;
    case EventGroup::Friction:
      return 0xa06cf0;
    case EventGroup::Cable:
      return 0xd6b21c;
    case EventGroup::Impact:
    case EventGroup::Cut:
      return 0xe5534b;
    case EventGroup::Contact:
      return 0x16b1c4;
    case EventGroup::Connect:
      return 0x27b376;
    case EventGroup::Drive:
      return 0x4a7ff2;
    case EventGroup::Start:
      break;
  }
  return 0x8a97a8;
}

std::uint32_t event_colour(std::string_view kind) {
  const auto known = find_event_kind(kind);
  return known ? event_colour(info(*known).group) : event_colour(EventGroup::Start);
}

}  // namespace catena
