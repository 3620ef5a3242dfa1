#pragma once
// Which characters a name in a formula or a file may have. Not of the locale: files mean the same
// everywhere.

#include <string_view>

namespace catena::expressions {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool continues_name(char c) {
  return starts_name(c) || is_digit(c) || c == '.';
}

// Calls visit(name, where it stands) for each name in a formula.
template <class Visit>
void for_each_name(std::string_view formula, Visit&& visit) {
  for (std::size_t i = 0; i < formula.size();) {
    std::size_t end = i;
    while (end < formula.size() && continues_name(formula[end])) ++end;
    if (starts_name(formula[i])) visit(formula.substr(i, end - i), i);
    i = end > i ? end : i + 1;
  }
}

}  // namespace catena::expressions
