#pragma once
// Entries of a list that stand for several: a map with the key `for: i in 1..80` is repeated, and
// $i or $(i + 1) in its texts are numbers.

#include <set>
#include <string>
#include <vector>

#include "catena/expressions/expression.hpp"
#include "catena/yaml/yaml_tree.hpp"

namespace catena::yaml {

// Whether an entry of the list is repeated.
bool has_repetition(const TreeNode& list);
// The entries of a list, those that are repeated one after the other. Constants that ranges name
// are added to `used`. Throws ScenarioError.
std::vector<NodePtr> repeated(const TreeNode& list, const Constants& constants,
                              std::set<std::string>& used);

}  // namespace catena::yaml
