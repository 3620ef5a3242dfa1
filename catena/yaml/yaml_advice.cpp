#include "catena/yaml/yaml_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "catena/yaml/syntax_advice.hpp"

namespace catena::yaml {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view indentation_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

bool has_content(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t\r");
  return start != std::string_view::npos && line[start] != '#';
}

// A tab in front of the line that the parser refused, or of one above it that belongs to it.
std::optional<Advice> tab_before(const std::vector<std::string_view>& lines, int line) {
  for (int i = std::min(line + 1, static_cast<int>(lines.size())); i >= 1 && i >= line - 2; --i) {
    const std::string_view indentation = indentation_of(lines[static_cast<std::size_t>(i - 1)]);
    const std::size_t tab = indentation.find('\t');
    if (tab != std::string_view::npos)
      return Advice{i, static_cast<int>(tab) + 1,
                    "this line is indented with a tab; YAML allows only spaces; use two instead"};
  }
  return std::nullopt;
}

// Whether braces or brackets are closed only behind " #".
bool ends_in_comment(std::string_view line) {
  const std::size_t comment = line.find(" #");
  return comment != std::string_view::npos &&
         line.find_first_of("}]", comment) != std::string_view::npos;
}

struct Bracket {
  char kind;
  int line, column;
};

// Braces and brackets outside of quotes and comments: the first that does not match.
std::optional<Advice> unmatched_bracket(const std::vector<std::string_view>& lines) {
  std::vector<Bracket> open;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    char quote = '\0';
    for (std::size_t i = 0; i < lines[l].size(); ++i) {
      const char c = lines[l][i];
      const char before = i > 0 ? lines[l][i - 1] : ' ';
      if (quote != '\0') {
        if (c == quote && before != '\\') quote = '\0';
        continue;
      }
      const bool after_gap = std::string_view(" \t[{,:").find(before) != std::string_view::npos;
      if ((c == '"' || c == '\'') && after_gap) quote = c;
      if (c == '#' && (before == ' ' || before == '\t')) break;
      const int line = static_cast<int>(l) + 1, column = static_cast<int>(i) + 1;
      if (c == '{' || c == '[') open.push_back({c, line, column});
      if (c != '}' && c != ']') continue;
      const char wanted = c == '}' ? '{' : '[';
      if (open.empty())
        return Advice{line, column, fmt::format("found '{}' without a '{}' before it", c, wanted)};
      if (open.back().kind != wanted)
        return Advice{line, column,
                      fmt::format("found '{}', but the '{}' of line {}, column {} is still open; "
                                  "expected '{}' first",
                                  c, open.back().kind, open.back().line, open.back().column,
                                  open.back().kind == '{' ? '}' : ']')};
      open.pop_back();
    }
  }
  if (open.empty()) return std::nullopt;
  const Bracket& last = open.back();
  return Advice{last.line, last.column,
                fmt::format("this '{}' is never closed; expected '{}'{}", last.kind,
                            last.kind == '{' ? '}' : ']',
                            ends_in_comment(lines[static_cast<std::size_t>(last.line - 1)])
                                ? "; ' #' begins a comment, which goes to the end of the line"
                                : "")};
}

// "-joint: elbow" is one key to YAML.
std::optional<Advice> dash_without_blank(const std::vector<std::string_view>& lines, int line) {
  for (int i = std::min(line, static_cast<int>(lines.size())); i >= 1 && i >= line - 1; --i) {
    const std::string_view text = lines[static_cast<std::size_t>(i - 1)];
    const std::size_t start = indentation_of(text).size();
    if (start + 1 < text.size() && text[start] == '-' && text[start + 1] >= 'a' &&
        text[start + 1] <= 'z' && text.find(": ") != std::string_view::npos)
      return Advice{i, static_cast<int>(start) + 1, "expected a space after '-'"};
  }
  return std::nullopt;
}

// "[1, 2, 3] mm"
std::optional<Advice> word_behind_list(const std::vector<std::string_view>& lines, int line) {
  for (int i = std::min(line, static_cast<int>(lines.size())); i >= 1 && i >= line - 1; --i) {
    const std::string_view text = lines[static_cast<std::size_t>(i - 1)];
    for (std::size_t at = text.find("] "); at != std::string_view::npos;
         at = text.find("] ", at + 1)) {
      std::size_t end = at + 2;
      const auto is_letter = [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; };
      while (end < text.size() && is_letter(text[end])) ++end;
      if (end == at + 2 || text.substr(end).starts_with(':')) continue;
      return Advice{i, static_cast<int>(at) + 3,
                    fmt::format("found '{}' behind a list; write a unit behind each number: [1 mm, "
                                "2 mm]",
                                text.substr(at + 2, end - at - 2))};
    }
  }
  return std::nullopt;
}

// Whether a line goes on with a map or list that an earlier line of the same indentation belongs
// to.
bool goes_on(const std::vector<std::string_view>& lines, int line) {
  const std::size_t indentation = indentation_of(lines[static_cast<std::size_t>(line - 1)]).size();
  for (int i = line - 1; i >= 1; --i) {
    const std::string_view before = lines[static_cast<std::size_t>(i - 1)];
    if (!has_content(before)) continue;
    const std::size_t size = indentation_of(before).size();
    if (size <= indentation) return size == indentation;
  }
  return false;
}

// A line that stands further left or right than those that it belongs to.
std::optional<Advice> uneven_indentation(const std::vector<std::string_view>& lines, int line) {
  if (line < 1 || line > static_cast<int>(lines.size())) return std::nullopt;
  const std::string_view here = lines[static_cast<std::size_t>(line - 1)];
  const std::size_t indentation = indentation_of(here).size();
  int above = line - 1;
  while (above >= 1 && !has_content(lines[static_cast<std::size_t>(above - 1)])) --above;
  if (above < 1 || !has_content(here)) return std::nullopt;
  const std::string_view before = lines[static_cast<std::size_t>(above - 1)];
  const std::size_t before_size = indentation_of(before).size();
  if (indentation == before_size || goes_on(lines, line)) return std::nullopt;
  return Advice{line, static_cast<int>(indentation) + 1,
                fmt::format("this line begins in column {} and line {} in column {}; keys of one "
                            "map and items of one list begin in the same column; the value of a "
                            "key begins further right, below a ':' that ends its line",
                            indentation + 1, above, before_size + 1)};
}

// "key:value" is one word to YAML.
std::optional<Advice> missing_blank(const std::vector<std::string_view>& lines, int line) {
  for (int i = std::min(line, static_cast<int>(lines.size())); i >= 1 && i >= line - 1; --i) {
    const std::string_view text = lines[static_cast<std::size_t>(i - 1)];
    const std::size_t start = indentation_of(text).size();
    std::size_t end = start;
    while (end < text.size() && (text[end] == '_' || (text[end] >= 'a' && text[end] <= 'z'))) ++end;
    if (end > start && end + 1 < text.size() && text[end] == ':' && text[end + 1] != ' ' &&
        text[end + 1] != '\r')
      return Advice{i, static_cast<int>(end) + 1,
                    fmt::format("expected a space after '{}:'", text.substr(start, end - start))};
  }
  return std::nullopt;
}

// A value with ": " in it, such as a formula with "? :".
std::optional<Advice> second_colon(const std::vector<std::string_view>& lines, int line) {
  if (line < 1 || line > static_cast<int>(lines.size())) return std::nullopt;
  const std::string_view text = lines[static_cast<std::size_t>(line - 1)];
  const std::size_t first = text.find(": ");
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = text.find(": ", first + 2);
  if (second == std::string_view::npos) return std::nullopt;
  return Advice{line, static_cast<int>(second) + 1,
                "found a second ': ' in this value; put a value that contains ': ' in quotes"};
}

// A formula with a choice, which is not in quotes.
std::optional<Advice> choice_of_values(const std::vector<std::string_view>& lines, int line) {
  for (int i = std::min(line, static_cast<int>(lines.size())); i >= 1 && i >= line - 1; --i) {
    const std::string_view text = lines[static_cast<std::size_t>(i - 1)];
    const std::size_t question = text.find(" ? ");
    if (question == std::string_view::npos || text.find(" : ", question) == std::string_view::npos)
      continue;
    return Advice{i, static_cast<int>(question) + 2,
                  "a formula that contains '? :' must be in quotes: \"t > 1 ? 2 : 3\""};
  }
  return std::nullopt;
}

// A brace inside of a value, as in 3*{t + 1} or ${HOME}.
std::optional<Advice> brace_in_value(const std::vector<std::string_view>& lines, int line) {
  for (int i = std::min(line, static_cast<int>(lines.size())); i >= 1 && i >= line - 1; --i) {
    const std::string_view text = lines[static_cast<std::size_t>(i - 1)];
    for (std::size_t at = text.find('{', 1); at != std::string_view::npos;
         at = text.find('{', at + 1)) {
      const char before = text[at - 1];
      if (before == ' ' || before == '[' || before == '{' || before == ',') continue;
      return Advice{i, static_cast<int>(at) + 1,
                    "found a brace inside a value; formulas use parentheses, (t + 1), and a text "
                    "with braces must be in quotes"};
    }
  }
  return std::nullopt;
}

// "for: i in [1, 2, 3]" inside braces.
std::optional<Advice> bracket_in_value(const std::vector<std::string_view>& lines, int line) {
  if (line < 1 || line > static_cast<int>(lines.size())) return std::nullopt;
  const std::string_view text = lines[static_cast<std::size_t>(line - 1)];
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    const std::size_t before =
        at == 0 ? std::string_view::npos : text.find_last_not_of(' ', at - 1);
    if (before == std::string_view::npos ||
        text.substr(0, at).find('{') == std::string_view::npos ||
        std::string_view(":,[{-]}").find(text[before]) != std::string_view::npos)
      continue;
    return Advice{line, static_cast<int>(at) + 1,
                  "found '[' inside a value; put a text with brackets in quotes; a range of 'for' "
                  "is written 'i in 1..3'"};
  }
  return std::nullopt;
}

// "*start" where "&start" stands nowhere before.
std::optional<Advice> unknown_anchor(const std::vector<std::string_view>& lines, int line,
                                     int column, std::string_view parser_message) {
  if (!parser_message.starts_with("the referenced anchor is not defined") || line < 1 ||
      line > static_cast<int>(lines.size()))
    return std::nullopt;
  const std::string_view text = lines[static_cast<std::size_t>(line - 1)];
  const std::size_t star = text.find('*', static_cast<std::size_t>(std::max(column - 1, 0)));
  if (star == std::string_view::npos) return std::nullopt;
  const std::size_t end = std::min(text.find_first_of(" ,]}\r", star), text.size());
  const std::string_view name = text.substr(star + 1, end - star - 1);
  return Advice{line, static_cast<int>(star) + 1,
                fmt::format("'*{}' stands for what is marked '&{}', but nothing above is; put a "
                            "text that begins with '*' in quotes",
                            name, name)};
}

}  // namespace

// The parser takes the rest of a file for the text of a quote that is never closed.
std::optional<Advice> advice_on_quotes(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  for (std::size_t l = 0; l < lines.size(); ++l) {
    const std::size_t colon = lines[l].find(": \"");
    if (colon == std::string_view::npos || !has_content(lines[l]) || lines[l].find(" #") < colon)
      continue;
    const std::size_t start = colon + 2;
    if (text.find('"', static_cast<std::size_t>(lines[l].data() - text.data()) + start + 1) ==
        std::string_view::npos)
      return Advice{static_cast<int>(l) + 1, static_cast<int>(start) + 1,
                    "this '\"' is never closed; expected another one after the text"};
  }
  return std::nullopt;
}

std::optional<Advice> advice_on_brackets(std::string_view text) {
  return unmatched_bracket(lines_of(text));
}

Advice advice_on_malformed(std::string_view text, int line, int column,
                           std::string_view parser_message) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (const auto advice = unknown_anchor(lines, line, column, parser_message)) return *advice;
  if (const auto advice = tab_before(lines, line)) return *advice;
  if (const auto advice = advice_on_signs(lines, line)) return *advice;
  if (const auto advice = unmatched_bracket(lines)) return *advice;
  if (const auto advice = dash_without_blank(lines, line)) return *advice;
  if (const auto advice = choice_of_values(lines, line)) return *advice;
  if (const auto advice = missing_blank(lines, line)) return *advice;
  if (parser_message == "illegal map value")
    if (const auto advice = second_colon(lines, line)) return *advice;
  if (const auto advice = brace_in_value(lines, line)) return *advice;
  if (const auto advice = word_behind_list(lines, line)) return *advice;
  if (const auto advice = bracket_in_value(lines, line)) return *advice;
  if (const auto advice = advice_on_commas(lines, line, column, parser_message)) return *advice;
  if (const auto advice = advice_on_syntax(lines, line, column, parser_message)) return *advice;
  if (const auto advice = uneven_indentation(lines, line)) return *advice;
  return {line, column, "this is not valid YAML; look for what is missing here or a line above"};
}

}  // namespace catena::yaml
