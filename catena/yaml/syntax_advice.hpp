#pragma once
// What the parser's messages about malformed YAML mean, in the words of those who write scenarios.

#include <optional>
#include <string_view>
#include <vector>

#include "catena/yaml/yaml_advice.hpp"

namespace catena::yaml {

// Blanks that look like a space and are none, and signs that look like the dash of a list.
std::optional<Advice> advice_on_signs(const std::vector<std::string_view>& lines, int line);

// A comma that is missing inside braces or brackets, all of which have a partner.
std::optional<Advice> advice_on_commas(const std::vector<std::string_view>& lines, int line,
                                       int column, std::string_view parser_message);

// Lists and keys in one place, text behind quotes, signs with a meaning, comments of other
// languages.
std::optional<Advice> advice_on_syntax(const std::vector<std::string_view>& lines, int line,
                                       int column, std::string_view parser_message);

}  // namespace catena::yaml
