// Named constants, which may be written in terms of each other.

#include <fmt/format.h>

#include <algorithm>

#include "catena/expressions/advice.hpp"
#include "catena/expressions/characters.hpp"
#include "catena/yaml/yaml_reader.hpp"

namespace catena::yaml {

namespace {

// Of a name that stands for a number everywhere: which one it is.
std::string constant_of_formulas(const std::string& name) {
  if (name == "t") return ": it is the time";
  using expressions::built_in_constants;
  const auto constant = built_in_constants().find(name);
  if (constant == built_in_constants().end()) return {};
  return fmt::format(": it is the constant {:.6g}{}", constant->second,
                     name == "e" ? " (Euler's number)" : "");
}

void check_parameter_name(const std::string& name, const Value& value) {
  using expressions::is_digit;
  using expressions::starts_name;
  const bool word =
      !name.empty() && starts_name(name[0]) &&
      std::all_of(name.begin(), name.end(), [&](char c) { return starts_name(c) || is_digit(c); });
  if (const std::size_t colon = name.find(':'); colon != std::string::npos && colon > 0)
    value.fail(fmt::format("expected a space after '{}:'", name.substr(0, colon)));
  if (!word) value.fail("a parameter cannot have this name; use letters, digits and underscores");
  const std::string constant = constant_of_formulas(name);
  if (!constant.empty() || find_function(name) != nullptr)
    value.fail(fmt::format("'{}' already has a meaning in formulas{}; choose another name", name,
                           constant));
}

// Whether a value can be computed now. One with an error in it can: that reports the error.
bool is_ready(const Value& value, std::span<const std::string> names, const Constants& known) {
  std::vector<std::string> unknown;
  for (const std::string& name : names)
    if (!known.contains(name)) unknown.push_back(name);
  try {
    std::size_t end = 0;
    return Expression::parse_prefix(value.node().text, unknown, known, end).is_constant();
  } catch (const ExpressionError&) {
    return true;
  }
}

// What a parameter measures, where its units say so: formulas that name it are checked by it.
void note_unit(const std::string& name, const std::string& text, Constants& known) {
  try {
    std::size_t end = 0;
    const Expression formula = Expression::parse_prefix(text, {}, known, end);
    if (formula.dimension()) known.units[name] = {*formula.dimension(), formula.unit()};
  } catch (const ExpressionError&) {  // a number that is no formula, such as -.5e3
  }
}

}  // namespace

Parameters read_parameters(const TreeNode& root) {
  constexpr std::size_t most = 200;
  Parameters result;
  const Entry* entry = find(root, "parameters");
  if (entry == nullptr) return result;
  const Value map(entry->value.get(), "parameters", &result);
  std::vector<std::pair<std::string, Value>> waiting = map.named_items();
  if (waiting.size() > most)
    map.fail(fmt::format("found {} parameters, expected at most {}", waiting.size(), most));
  std::vector<std::string> names;
  for (const auto& [name, value] : waiting) {
    check_parameter_name(name, value);
    names.push_back(name);
  }
  // In each round, those whose formulas need only what is known already.
  while (!waiting.empty()) {
    const std::size_t before = waiting.size();
    std::erase_if(waiting, [&](const auto& parameter) {
      const auto& [name, value] = parameter;
      if (!is_ready(value, names, result.values)) return false;
      result.values[name] = value.number(quantity::any);
      note_unit(name, value.node().text, result.values);
      return true;
    });
    if (waiting.size() == before)
      waiting.front().second.fail("this parameter depends on itself through other parameters");
  }
  return result;
}

}  // namespace catena::yaml
