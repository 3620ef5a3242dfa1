#pragma once
// Conditions that are true or false, as formulas that cross zero where they become true.

#include <optional>
#include <string>
#include <string_view>

namespace catena {

// Of "q.x > 1 && v.x < 2" it is "min((q.x) - (1), (2) - (v.x))": positive where the condition
// holds. No value for a formula that is no comparison, and no `&&`, `||` or `!` of comparisons.
std::optional<std::string> margin_of(std::string_view condition);

}  // namespace catena
