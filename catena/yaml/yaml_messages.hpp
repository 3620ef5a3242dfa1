#pragma once
// Common parts of messages about values and maps. Used only in this module.

#include <functional>
#include <string>
#include <string_view>

#include "catena/yaml/yaml_tree.hpp"

namespace catena::yaml {

// The first line of a text, not too much of it.
std::string shortened(std::string_view text);

// A value in braces or brackets that a comma has cut inside a parenthesis, as in [min(t, 1)].
bool is_cut(const TreeNode& value);

// Values in braces that were meant to go on behind a comma: "effort: 5*min(t, 1)" has two entries,
// the second of which is "1)". Only entries that are wrong for other reasons are looked at.
void refuse_cut_values(const TreeNode& map, std::string_view path,
                       const std::function<bool(const Entry&)>& is_wrong);

}  // namespace catena::yaml
