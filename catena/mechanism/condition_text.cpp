#include "catena/mechanism/condition_text.hpp"

#include <fmt/format.h>

namespace catena {

namespace {

constexpr std::string_view blank = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  const std::size_t start = text.find_first_not_of(blank);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(blank) - start + 1);
}

// The first place of a mark outside of all parentheses, or npos.
std::size_t find_outside(std::string_view text, std::string_view mark, std::size_t from = 0) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth == 0 && text.substr(i, mark.size()) == mark) return i;
  }
  return std::string_view::npos;
}

// Whether the first parenthesis is closed by the last.
bool is_in_parentheses(std::string_view text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return false;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return false;
  }
  return true;
}

// Both sides of `&&` or `||`, as one of the two functions of their margins.
std::optional<std::string> joined(std::string_view text, std::size_t at, const char* function) {
  const auto left = margin_of(text.substr(0, at)), right = margin_of(text.substr(at + 2));
  if (!left || !right) return std::nullopt;
  return fmt::format("{}({}, {})", function, *left, *right);
}

std::optional<std::string> comparison(std::string_view text) {
  for (const std::string_view mark : {"==", "!="})
    if (find_outside(text, mark) != std::string_view::npos) return std::nullopt;
  for (const char mark : {'<', '>'}) {
    const std::size_t at = find_outside(text, std::string_view(&mark, 1));
    if (at == std::string_view::npos) continue;
    const std::size_t next = at + (text.substr(at + 1).starts_with('=') ? 2 : 1);
    const std::string_view left = without_blanks(text.substr(0, at)),
                           right = without_blanks(text.substr(next));
    return mark == '>' ? fmt::format("({}) - ({})", left, right)
                       : fmt::format("({}) - ({})", right, left);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> margin_of(std::string_view condition) {
  const std::string_view text = without_blanks(condition);
  if (find_outside(text, "?") != std::string_view::npos) return std::nullopt;
  if (const std::size_t at = find_outside(text, "||"); at != std::string_view::npos)
    return joined(text, at, "max");
  if (const std::size_t at = find_outside(text, "&&"); at != std::string_view::npos)
    return joined(text, at, "min");
  if (is_in_parentheses(text)) return margin_of(text.substr(1, text.size() - 2));
  if (text.starts_with('!') && is_in_parentheses(without_blanks(text.substr(1)))) {
    const auto margin = margin_of(text.substr(1));
    return margin ? std::optional("-(" + *margin + ")") : std::nullopt;
  }
  return comparison(text);
}

}  // namespace catena
