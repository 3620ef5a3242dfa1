#include "catena/yaml/yaml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "catena/expressions/advice.hpp"
#include "catena/expressions/characters.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/yaml/repetition.hpp"
#include "catena/yaml/synonyms.hpp"
#include "catena/yaml/value_advice.hpp"
#include "catena/yaml/yaml_messages.hpp"

namespace catena::yaml {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(blanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

constexpr std::string_view comma_advice =
    "; inside braces and brackets a comma ends a value, so put a formula with commas in quotes";

std::string found(const TreeNode& node) {
  switch (node.kind) {
    case NodeKind::Null:
      return "nothing";
    case NodeKind::Scalar:
      return fmt::format("'{}'", shortened(node.text));
    case NodeKind::List:
      return fmt::format("a list of {}", node.items.size());
    case NodeKind::Map:
      return "a map (key: value)";
  }
  return "something else";
}

// The name of a range that stands at a place of a repeated text, or "".
std::string range_without_dollar(const TreeNode& node, std::size_t at) {
  std::size_t end = at;
  while (end < node.text.size() && expressions::continues_name(node.text[end])) ++end;
  const std::string name = node.text.substr(std::min(at, end), end - at);
  const auto& ranges = node.ranges;
  return std::find(ranges.begin(), ranges.end(), name) == ranges.end() ? std::string() : name;
}

// +-infinity in the spellings of YAML and C, or 0.
double infinity_in(std::string_view text) {
  const double sign = text.starts_with('-') ? -1.0 : 1.0;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const bool infinite = text == "inf" || text == ".inf" || text == ".Inf" || text == ".INF";
  return infinite ? sign * std::numeric_limits<double>::infinity() : 0.0;
}

bool is_nan_text(std::string_view text) {
  return text == "nan" || text == ".nan" || text == ".NaN" || text == ".NAN" || text == "NaN";
}

// What to write for words and signs that are no units.
std::string unit_hint(std::string_view unit) {
  if (std::string advice = advice_on_unit(unit); !advice.empty()) return advice;
  if (unit.starts_with("\u207b")) return "; write a power as 10^-3";
  std::string powers(unit);
  for (const auto& [sign, power] : {std::pair{"\u00b2", "^2"}, {"\u00b3", "^3"}, {"\u00b7", " "}})
    for (std::size_t at = powers.find(sign); at != std::string::npos; at = powers.find(sign))
      powers.replace(at, std::string_view(sign).size(), power);
  if (powers != unit) return fmt::format("; write '{}'", powers);
  if (unit.starts_with("\u00a0"))
    return "; a blank of text programs stands there; write a plain one";
  if (unit == "t") return "; 1 t is 1000 kg";
  if (unit.starts_with('_')) return "; write a number without '_'";
  if (unit.starts_with(':')) return "; write '90 s' or '1.5 min'";
  return {};
}

bool plain_number(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

}  // namespace

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 60;
  const std::size_t line_end = text.find_first_of("\r\n");
  if (text.size() <= longest && line_end == std::string_view::npos) return std::string(text);
  return std::string(text.substr(0, std::min(longest, line_end))) + "...";
}

void Value::fail(std::string_view message) const {
  yaml::fail(node_->place,
             path_.empty() ? std::string(message) : fmt::format("{}: {}", path_, message));
}

void Value::fail_expected(std::string_view expected) const {
  const bool cut = std::any_of(node_->items.begin(), node_->items.end(),
                               [](const NodePtr& item) { return is_cut(*item); });
  fail(fmt::format("found {}, expected {}{}", found(*node_), expected, cut ? comma_advice : ""));
}

// Points into the text where that is simple: on one line, as it stands in the file.
void Value::fail_in_text(const ExpressionError& error, std::string_view expected) const {
  Place place = node_->place;
  const std::size_t start = node_->text.find_first_not_of(blanks);
  if (node_->text.find('\n') == std::string::npos && start != std::string::npos)
    place.column += static_cast<int>(error.position() + start) + (node_->quoted ? 1 : 0);
  const std::string range = start == std::string::npos
                                ? std::string()
                                : range_without_dollar(*node_, error.position() + start);
  const std::string reason =
      range.empty()
          ? error.what()
          : fmt::format("unknown name '{}'; the number of a range is written ${}", range, range);
  yaml::fail(place, fmt::format("{}: found '{}', expected {}: {}{}", path_, shortened(node_->text),
                                expected, reason, is_cut(*node_) ? comma_advice : ""));
}

std::string Value::text() const {
  if (!is_scalar() || trimmed(node_->text).empty()) fail_expected("text");
  return node_->text;
}

bool Value::boolean() const {
  if (is_scalar() && node_->text == "true") return true;
  if (is_scalar() && node_->text == "false") return false;
  fail_expected("true or false" + (is_scalar() ? boolean_hint(node_->text) : std::string()));
}

int Value::integer(int lowest, int highest) const {
  const std::string expected = fmt::format("a whole number from {} to {}", lowest, highest);
  if (!is_scalar()) fail_expected(expected);
  const double value = number(quantity::number);
  if (value != std::floor(value) || value < lowest || value > highest) fail_expected(expected);
  return static_cast<int>(value);
}

double Value::number(const Quantity& quantity, Range range) const {
  if (!is_scalar()) fail_expected(describe(quantity));
  const std::string_view text = trimmed(node_->text);
  const bool may_be_infinite =
      range == Range::AnyOrInfinite || range == Range::NonNegativeOrInfinite;
  double value = infinity_in(text);
  if (text.empty() || is_nan_text(text) || (value != 0.0 && !may_be_infinite))
    fail_expected(fmt::format("{}, finite", describe(quantity)));
  if (value == 0.0 && !plain_number(text, value)) {
    value = formula_with_unit(text, quantity);
    if (!std::isfinite(value))
      fail(fmt::format("'{}' is {}, expected a finite number", shortened(text),
                       std::isnan(value) ? "not a number" : fmt::format("{}", value)));
  }
  const bool negative = value < 0.0 && range != Range::Any && range != Range::AnyOrInfinite;
  if (negative || (range == Range::Positive && value == 0.0))
    fail(fmt::format("found '{}', expected {}, {}", shortened(text), describe(quantity),
                     range == Range::Positive ? "greater than 0" : "0 or greater"));
  return value;
}

double Value::formula_with_unit(std::string_view text, const Quantity& quantity) const {
  try {
    std::size_t end = 0;
    const Expression formula = Expression::parse_prefix(text, {}, parameters_->values, end);
    parameters_->used.insert(formula.used_constants().begin(), formula.used_constants().end());
    if (end == text.size() && fits(formula, quantity)) return formula.value({});
    const auto named = std::find_if(
        formula.used_constants().begin(), formula.used_constants().end(),
        [&](const std::string& name) { return parameters_->values.units.contains(name); });
    if (end == text.size() && named != formula.used_constants().end())
      fail(
          fmt::format("expected {}, got '{}', which measures something else: the parameter '{}' "
                      "was given in '{}'",
                      *quantity.units == '\0' ? "a number without a unit" : describe(quantity),
                      shortened(text), *named, parameters_->values.units.at(*named).unit));
    if (end == text.size() && formula.has_operations())
      fail(fmt::format("expected {}, got '{}', which measures something else",
                       *quantity.units == '\0' ? "a number without a unit" : describe(quantity),
                       shortened(text)));
    // With the unit before it, where there is one.
    const std::string_view unit =
        end == text.size()
            ? std::string_view(formula.unit())
            : text.substr(formula.unit().empty() || named != formula.used_constants().end()
                              ? end
                              : text.rfind(formula.unit(), end - formula.unit().size()));
    if (unit.size() > 1 && unit[0] == ',' && unit[1] >= '0' && unit[1] <= '9')
      fail(
          fmt::format("found '{}', expected {}: the number contains a comma; write a decimal point",
                      shortened(text), describe(quantity)));
    fail(*quantity.units == '\0'
             ? fmt::format("expected {} without a unit, got '{}'", quantity.what, shortened(unit))
             : fmt::format("expected {}, got '{}'{}", describe(quantity), shortened(unit),
                           unit_hint(unit)));
  } catch (const ExpressionError& error) {
    fail_in_text(error, describe(quantity));
  }
}

Expression Value::formula(std::span<const std::string> variables, std::string_view expected) const {
  if (!is_scalar() || trimmed(node_->text).empty()) fail_expected(expected);
  try {
    Expression formula = Expression::parse(trimmed(node_->text), variables, parameters_->values);
    parameters_->used.insert(formula.used_constants().begin(), formula.used_constants().end());
    return formula;
  } catch (const ExpressionError& error) {
    fail_in_text(error, expected);
  }
}

void Value::fail_choice(std::string_view what, const std::vector<std::string>& names) const {
  std::string hint = synonym_hint(node_->text, names);
  if (hint.empty()) hint = nearest_name_hint(node_->text, names);
  fail(fmt::format(
      "unknown {} '{}'{}", what, shortened(node_->text),
      hint.empty() ? fmt::format(", expected one of {}", fmt::join(names, ", ")) : hint));
}

std::vector<Value> Value::items() const {
  if (!is_list()) fail_expected("a list" + list_hint(*node_));
  const std::vector<NodePtr>* all = &node_->items;
  if (parameters_ != nullptr && has_repetition(*node_)) {
    const auto [found, is_new] = parameters_->repeated.try_emplace(node_);
    if (is_new) found->second = repeated(*node_, parameters_->values, parameters_->used);
    all = &found->second;
  }
  std::vector<Value> result;
  for (std::size_t i = 0; i < all->size(); ++i)
    result.emplace_back((*all)[i].get(), fmt::format("{}[{}]", path_, i), parameters_);
  return result;
}

std::vector<Value> Value::items(std::size_t count, std::string_view of_what) const {
  if (!is_list() || node_->items.size() != count)
    fail_expected(
        fmt::format("a list of {} {}{}", count, of_what,
                    count == 3 && is_scalar() ? vector_hint(path_, trimmed(node_->text)) : ""));
  return items();
}

std::vector<Value> Value::one_or_items() const {
  return is_list() ? items() : std::vector<Value>{*this};
}

std::vector<std::string> Value::texts() const {
  std::vector<std::string> result;
  for (const Value& item : items()) result.push_back(item.text());
  return result;
}

Vec3<double> Value::vector3(const Quantity& quantity) const {
  const std::vector<Value> list = items(3, "numbers");
  return {list[0].number(quantity), list[1].number(quantity), list[2].number(quantity)};
}

Eigen::VectorXd Value::numbers(std::span<const Quantity> quantities, Range range) const {
  Eigen::VectorXd result(static_cast<Eigen::Index>(quantities.size()));
  if (is_scalar()) {
    for (std::size_t i = 0; i < quantities.size(); ++i)
      result[static_cast<Eigen::Index>(i)] = number(quantities[i], range);
    return result;
  }
  if (!is_list() || node_->items.size() != quantities.size())
    fail_expected(quantities.size() == 1
                      ? describe(quantities[0])
                      : fmt::format("a number or a list of {} numbers", quantities.size()));
  const std::vector<Value> list = items();
  for (std::size_t i = 0; i < quantities.size(); ++i)
    result[static_cast<Eigen::Index>(i)] = list[i].number(quantities[i], range);
  return result;
}

std::vector<std::pair<std::string, Value>> Value::named_items() const {
  if (!is_map()) fail_expected("a map (name: value)");
  std::vector<std::pair<std::string, Value>> result;
  refuse_cut_values(*node_, path_,
                    [](const Entry& entry) { return entry.key[0] >= '0' && entry.key[0] <= '9'; });
  for (const Entry& entry : node_->entries)
    result.emplace_back(
        entry.key, Value(entry.value.get(), fmt::format("{}.{}", path_, entry.key), parameters_));
  return result;
}

Fields Value::fields(const Section& section) const {
  return {*this, section, parameters_};
}

}  // namespace catena::yaml
