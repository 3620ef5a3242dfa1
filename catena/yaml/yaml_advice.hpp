#pragma once
// Texts that are not valid YAML: what is wrong with them, in the words of those who write
// scenarios.

#include <optional>
#include <string>
#include <string_view>

namespace catena::yaml {

struct Advice {
  int line = 0, column = 0;  // from 1
  std::string message;
};

// About a text that the parser refused at a line and column (from 1) with this message.
Advice advice_on_malformed(std::string_view text, int line, int column,
                           std::string_view parser_message);

// About the first brace or bracket that has no partner.
std::optional<Advice> advice_on_brackets(std::string_view text);

// About a quote that is never closed, which the parser does not mind.
std::optional<Advice> advice_on_quotes(std::string_view text);

}  // namespace catena::yaml
