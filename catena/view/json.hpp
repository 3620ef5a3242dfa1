#pragma once
// Pieces of the messages to viewers, as JSON (docs/viewer.md).

#include <string>
#include <string_view>

namespace catena {

// A number or a text; what is not finite is null.
std::string json_number(double x);
std::string json_text(std::string_view text);

// The keys of an event, without braces.
std::string json_event(double t, std::string_view kind, std::string_view name,
                       std::string_view note);

}  // namespace catena
