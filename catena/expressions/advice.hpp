#pragma once
// What messages about formulas and units suggest.

#include <string>
#include <string_view>

#include "catena/expressions/expression.hpp"

namespace catena::expressions {

// pi and e.
const Constants& built_in_constants();

// What stands at a place of the text: "'sin'", "the end".
std::string found_at(std::string_view text, std::size_t position);

// What to write for a sign that no formula has, with which a text begins: "; write '*'".
std::string_view advice_on_sign(std::string_view text);

// What to write for what stands where an operator is expected: "; a product is written ...".
std::string advice_on_rest(std::string_view text, std::size_t position);

}  // namespace catena::expressions

namespace catena {

// What to write for words that are no units: "; write 'deg'". Nothing for other words.
std::string advice_on_unit(std::string_view word);

}  // namespace catena
