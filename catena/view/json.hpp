#pragma once
// Pieces of the messages to viewers, as JSON (docs/viewer.md).

#include <string>
#include <string_view>

namespace catena {

// A number or a text; what is not finite is null.
std::string json_number(double x);
std::string json_text(std::string_view text);

// The keys of an event, without braces. Its note is all that there is to say about it.
struct Event;
std::string json_event(const Event& event);

}  // namespace catena
