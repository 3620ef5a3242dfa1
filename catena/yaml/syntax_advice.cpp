#include "catena/yaml/syntax_advice.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace catena::yaml {

namespace {

using Lines = std::vector<std::string_view>;

// From 1; empty where there is none.
std::string_view line_at(const Lines& lines, int line) {
  if (line < 1 || line > static_cast<int>(lines.size())) return {};
  const std::string_view text = lines[static_cast<std::size_t>(line - 1)];
  return text.substr(0, std::min(text.find('\r'), text.size()));
}

std::size_t start_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

bool is_more_than_comment(std::string_view line) {
  return start_of(line) < line.size() && line[start_of(line)] != '#';
}

int content_above(const Lines& lines, int line) {
  int above = line - 1;
  while (above >= 1 && !is_more_than_comment(line_at(lines, above))) --above;
  return above;
}

bool is_item(std::string_view line) {
  const std::string_view content = line.substr(start_of(line));
  return content == "-" || content.starts_with("- ");
}

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

// Where the word begins that ends before `at`, or `at` itself.
std::size_t word_before(std::string_view text, std::size_t at) {
  while (at > 0 && is_of_word(text[at - 1])) --at;
  return at;
}

std::string_view word_from(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_of_word(text[end])) ++end;
  return text.substr(at, std::max<std::size_t>(end - at, at < text.size() ? 1 : 0));
}

// Keys of a map and items of a list at one place.
std::optional<Advice> keys_beside_items(const Lines& lines, int line) {
  const std::string_view text = line_at(lines, line);
  const std::size_t start = start_of(text);
  for (int above = content_above(lines, line); above >= 1; above = content_above(lines, above)) {
    const std::string_view before = line_at(lines, above);
    if (start_of(before) > start) continue;
    if (start_of(before) < start || is_item(before) == is_item(text)) return std::nullopt;
    return Advice{line, static_cast<int>(start) + 1,
                  is_item(text)
                      ? fmt::format("found an item of a list ('- ') beside the key of line {}, "
                                    "expected another key; write '- ' before the first key of each "
                                    "item, and its other keys two columns further right",
                                    above)
                      : fmt::format("found a key beside the item of line {}, expected another item "
                                    "('- '); keys of the item begin two columns further right",
                                    above)};
  }
  return std::nullopt;
}

// name: "a" b
std::optional<Advice> text_behind_quote(std::string_view text, int line, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.find_last_not_of(' ', at - 1);
  if (before == std::string_view::npos || (text[before] != '"' && text[before] != '\''))
    return std::nullopt;
  return Advice{line, static_cast<int>(before) + 1,
                text[before] == '"'
                    ? "the text ends at this quote, but more follows; put a text that contains "
                      "double quotes in single ones"
                    : "the text ends at this quote, but more follows; put a text that contains "
                      "single quotes in double ones"};
}

std::optional<Advice> foreign_comment(const Lines& lines, int line) {
  for (int i = line; i >= 1; i = i == line ? content_above(lines, line) : 0) {
    const std::string_view text = line_at(lines, i);
    const std::string_view content = text.substr(start_of(text));
    if (content.starts_with("//") || content.starts_with("/*") || content.starts_with("%") ||
        content.starts_with(";"))
      return Advice{i, static_cast<int>(start_of(text)) + 1, "a comment begins with '#'"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Advice> advice_on_signs(const Lines& lines, int line) {
  for (int i = line; i >= std::max(line - 1, 1); --i) {
    const std::string_view text = line_at(lines, i);
    if (const std::size_t at = text.find("\xC2\xA0"); at != std::string_view::npos)
      return Advice{i, static_cast<int>(at) + 1,
                    "found a no-break space, which looks like a space; write a space"};
    const std::string_view content = text.substr(start_of(text));
    for (const std::string_view dash : {"–", "—", "•", "−", "* "})
      if (content.starts_with(dash))
        return Advice{i, static_cast<int>(start_of(text)) + 1,
                      fmt::format("found '{}', expected '- ' before an item of a list",
                                  dash.substr(0, dash.find(' ')))};
  }
  return std::nullopt;
}

std::optional<Advice> advice_on_commas(const Lines& lines, int line, int column,
                                       std::string_view parser_message) {
  if (parser_message != "end of map flow not found" &&
      parser_message != "end of sequence flow not found")
    return std::nullopt;
  const std::string_view text = line_at(lines, line);
  std::size_t at = static_cast<std::size_t>(std::max(column - 1, 0));
  if (at >= text.size()) return std::nullopt;
  if (const auto advice = text_behind_quote(text, line, at)) return advice;
  if (text[at] == ':') at = word_before(text, at);
  return Advice{line, static_cast<int>(at) + 1,
                fmt::format("expected a comma before '{}'", word_from(text, at))};
}

std::optional<Advice> advice_on_syntax(const Lines& lines, int line, int column,
                                       std::string_view parser_message) {
  const std::string_view text = line_at(lines, line);
  const std::size_t at = std::min(static_cast<std::size_t>(std::max(column - 1, 0)), text.size());
  const auto here = [&](std::string message) {
    return Advice{line, static_cast<int>(at) + 1, std::move(message)};
  };
  if (parser_message.starts_with("end of "))
    if (const auto advice = text_behind_quote(text, line, at)) return advice;
  if (const auto advice = keys_beside_items(lines, line)) return advice;
  if (const auto advice = foreign_comment(lines, line)) return advice;
  if (parser_message.starts_with("unknown escape character"))
    return Advice{
        line, std::max(column - 2, 1),
        "in double quotes, '\\' begins a special character; write '\\\\', or use single quotes"};
  if (parser_message == "unknown token" && at < text.size())
    return here(fmt::format("a text cannot begin with '{}'; put it in quotes", text.substr(at, 1)));
  if (parser_message.starts_with("anchor not found") ||
      parser_message.starts_with("alias not found"))
    return here(fmt::format("'{}' has a meaning in YAML; put a text that begins with it in quotes",
                            parser_message.starts_with("anchor") ? '&' : '*'));
  if (parser_message.find("block scalar") != std::string_view::npos)
    return here("a text behind '|' or '>' begins in the next line, further right");
  if (parser_message == "illegal block entry")
    return here("'- ' begins an item of a list on a line of its own; in one line, write [1, 2, 3]");
  return std::nullopt;
}

}  // namespace catena::yaml
