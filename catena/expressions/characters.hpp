#pragma once
// Which characters a name in a formula or a file may have. Not of the locale: files mean the same
// everywhere.

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

}  // namespace catena::expressions
