#pragma once
// Words that other programs use for what scenarios call by another name.

#include <string>
#include <string_view>
#include <vector>

namespace catena::yaml {

// "; write 'revolute'" for "hinge", if that is one of the names; "" if no such word is known.
std::string synonym_hint(std::string_view word, const std::vector<std::string>& names);

}  // namespace catena::yaml
