// What messages about formulas suggest.

#include "catena/expressions/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numbers>

#include "catena/expressions/characters.hpp"
#include "catena/expressions/parser.hpp"
#include "catena/math/nearest_name.hpp"

namespace catena::expressions {

namespace {

// What to write instead of names of other languages.
struct NameAdvice {
  std::string_view name, text;
};
constexpr NameAdvice name_advices[] = {
    {"if", "; write condition ? a : b for if(condition, a, b)"},
    {"then", "; write condition ? a : b"},
    {"else", "; write condition ? a : b"},
    {"and", "; write && for 'and'"},
    {"or", "; write || for 'or'"},
    {"not", "; write ! for 'not'"},
    {"ln", "; write log, which is the natural logarithm"},
    {"arctan", "; write atan"},
    {"arcsin", "; write asin"},
    {"arccos", "; write acos"},
    {"sgn", "; write sign"},
    {"heaviside", "; write step"},
    {"PI", "; write pi"},
    {"time", "; write t"},
    {"fabs", "; write abs"},
    {"sind", "; write sin(30 deg)"},
    {"cosd", "; write cos(30 deg)"},
    {"rand", "; formulas have no random numbers"},
    {"random", "; formulas have no random numbers"},
};
std::string_view advice_on_name(std::string_view name) {
  for (const NameAdvice& advice : name_advices)
    if (advice.name == name) return advice.text;
  return {};
}

// What to write for signs that are not on keyboards.
constexpr NameAdvice sign_advices[] = {
    {"\u03c0", "; write 'pi'"},
    {"\u2212", "; write '-'"},
    {"\u2013", "; write '-'"},
    {"\u00d7", "; write '*'"},
    {"\u00b7", "; write '*'"},
    {"\u22c5", "; write '*'"},
    {"\u00f7", "; write '/'"},
    {"\u00b2", "; write '^2'"},
    {"\u00b3", "; write '^3'"},
    {"\u221a", "; write sqrt(x)"},
    {"\u2264", "; write '<='"},
    {"\u2265", "; write '>='"},
    {"\u201c", "; write straight quotes, \""},
    {"\u201d", "; write straight quotes, \""},
    {"\u2019", "; write straight quotes, '"},
};
}  // namespace

std::string_view advice_on_sign(std::string_view text) {
  for (const NameAdvice& advice : sign_advices)
    if (text.starts_with(advice.name)) return advice.text;
  return {};
}

const Constants& built_in_constants() {
  static const Constants constants = {{"pi", std::numbers::pi}, {"e", std::numbers::e}};
  return constants;
}

// What stands at a place of the text, for messages.
std::string found_at(std::string_view text, std::size_t position) {
  if (position >= text.size()) return "the end";
  std::size_t end = position + 1;
  if (continues_name(text[position]))
    while (end < text.size() && continues_name(text[end])) ++end;
  // All bytes of a letter that is none of ASCII.
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
  return fmt::format("'{}'", text.substr(position, std::min<std::size_t>(end - position, 40)));
}

std::string advice_on_rest(std::string_view text, std::size_t position) {
  if (position >= text.size()) return {};
  const char c = text[position];
  std::size_t end = position;
  while (end < text.size() && continues_name(text[end])) ++end;
  const std::string_view word = text.substr(position, end - position);
  std::string advice(advice_on_name(word));
  if (advice.empty()) advice = advice_on_unit(word);
  if (advice.empty()) advice = advice_on_sign(text.substr(position));
  if (!advice.empty() || position == 0 || (c != '(' && !starts_name(c))) return advice;
  // 2t, 3(t + 1), 2 sin(t)
  const std::string_view before = text.substr(0, text.find_last_not_of(' ', position - 1) + 1);
  if (before.empty() || (!is_digit(before.back()) && before.back() != ')')) return {};
  return fmt::format("; a product is written with '*': {}*{}", before.back(),
                     text.substr(position, std::min<std::size_t>(text.size() - position, 12)));
}

void fail_at_rest(std::string_view text, std::size_t position) {
  const char c = text[position];
  const auto fail = [&](const std::string& message) { throw ExpressionError(message, position); };
  if (c == ',' && position > 0 && is_digit(text[position - 1]) && position + 1 < text.size() &&
      is_digit(text[position + 1]))
    fail("found a comma in a number; write a decimal point");
  if (c == '=') fail("found '=', expected '==' for a comparison");
  if (c == '%') fail("found '%'; write 0.5 for 50 %, or mod(a, b) for a remainder");
  if (c == ')') fail("found ')' without a '(' before it");
  fail(fmt::format("found {}, expected an operator or the end{}", found_at(text, position),
                   advice_on_rest(text, position)));
  std::abort();  // fail() does not return
}

namespace {

// A name with signs in it that end a name in formulas: v.left-arm.
std::string advice_on_signs(std::string_view word, std::string_view rest,
                            std::span<const std::string> variables) {
  for (const std::string& variable : variables)
    if (variable.size() > word.size() && rest.starts_with(variable))
      return fmt::format(
          "; names in formulas have letters a to z, digits, dots and underscores "
          "alone: call '{}' otherwise",
          variable.substr(variable.find('.') + 1));
  return {};
}

}  // namespace

void Parser::fail_unknown(std::string_view name, std::size_t position) const {
  std::vector<std::string> names(variables_.begin(), variables_.end());
  for (const Constants* constants : {&constants_, &built_in_constants()})
    for (const auto& [constant, value] : *constants) names.push_back(constant);
  if (at_ < text_.size() && text_[at_] == '(') {
    names = function_names();
    for (const auto& [table, points] : constants_.tables) names.push_back(table);
  }
  std::string advice(advice_on_name(name));
  if (advice.empty()) advice = advice_on_order(name);
  if (advice.empty() && name == "t") advice = "; this value cannot depend on time";
  if (advice.empty()) advice = advice_on_signs(name, text_.substr(position), variables_);
  if (advice.empty()) advice = nearest_name_hint(name, names);
  if (advice.empty() && leading_unit(name, [](std::string_view) { return false; }))
    advice = "; a unit follows its number: 2 " + std::string(name);
  // 5 mm/rev, 9.81 m/s2
  if (advice.empty() && position > 0 && text_[position - 1] == '/') {
    advice = advice_on_unit(name);
    const std::string_view base = name.substr(0, name.size() - 1);
    if (advice.empty() && is_digit(name.back()) &&
        leading_unit(base, [](std::string_view) { return false; }))
      advice = fmt::format("; write '{}^{}'", base, name.back());
  }
  if (advice.empty() && variables_.size() >= 2 && variables_.size() <= 8)
    advice = fmt::format("; there are {}", fmt::join(variables_, ", "));
  fail(fmt::format("unknown name '{}'{}", name, advice), position);
}

// Velocities as others write them: qd.elbow, elbow.v.
std::string Parser::advice_on_order(std::string_view name) const {
  const auto known = [&](const std::string& other) {
    return std::find(variables_.begin(), variables_.end(), other) != variables_.end();
  };
  const std::size_t first = name.find('.'), last = name.rfind('.');
  if (first == std::string_view::npos) return {};
  const std::string_view group = name.substr(0, first), rest = name.substr(first + 1);
  const std::string velocity = "v." + std::string(rest);
  for (const std::string_view other : {"qd", "dq", "qdot", "w", "omega", "vel", "velocity"})
    if (group == other && known(velocity)) return "; write " + velocity;
  const std::string turned =
      std::string(name.substr(last + 1)) + "." + std::string(name.substr(0, last));
  return known(turned) ? "; write " + turned : std::string();
}

}  // namespace catena::expressions
