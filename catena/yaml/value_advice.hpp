#pragma once
// What to write for a value of the wrong form. Used only in this module.

#include <string>
#include <string_view>

#include "catena/yaml/yaml_section.hpp"
#include "catena/yaml/yaml_tree.hpp"

namespace catena::yaml {

// Each begins with "; " or is empty. `path` is how messages call the value: "model.gravity".

// A number or list where a map is expected, as in "spring: 100".
std::string map_hint(const TreeNode& found, const Section& expected);

// A single value or a map where a list is expected.
std::string list_hint(const TreeNode& found);

// Something else where three numbers are expected: an axis by its letter, the size of gravity, a
// color by its name.
std::string vector_hint(std::string_view path, std::string_view text);

// "yes" where true or false is expected.
std::string boolean_hint(std::string_view text);

// Nothing, or what is wrong with a file whose text is not YAML but XML.
std::string xml_advice(std::string_view text);

}  // namespace catena::yaml
