#include "catena/yaml/repetition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/expressions/characters.hpp"

namespace catena::yaml {

namespace {

constexpr std::string_view repetition_key = "for";
constexpr std::string_view blanks_in_ranges = " \t";
constexpr std::size_t most_repetitions = 100000;

std::string_view without_blanks(std::string_view text) {
  const std::size_t start = text.find_first_not_of(blanks_in_ranges);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(blanks_in_ranges) - start + 1);
}

bool is_name(std::string_view text) {
  return !text.empty() && expressions::starts_name(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return expressions::continues_name(c) && c != '.'; });
}

// "i in 1..80".
struct RangeText {
  std::string_view name, first, last;
};

RangeText parts_of(const TreeNode& node) {
  const std::string_view text = node.text;
  const std::size_t in = text.find(" in "), dots = text.find("..");
  if (node.kind != NodeKind::Scalar || in == std::string_view::npos ||
      dots == std::string_view::npos || dots < in || !is_name(without_blanks(text.substr(0, in))))
    fail(node.place, fmt::format("for: found '{}', expected a name and a range: i in 1..80", text));
  return {without_blanks(text.substr(0, in)), without_blanks(text.substr(in + 4, dots - in - 4)),
          without_blanks(text.substr(dots + 2))};
}

double evaluate(const TreeNode& node, std::string_view text, const Constants& constants,
                std::set<std::string>& used) {
  try {
    const Expression formula = Expression::parse(text, {}, constants);
    used.insert(formula.used_constants().begin(), formula.used_constants().end());
    return formula.value({});
  } catch (const ExpressionError& error) {
    fail(node.place, fmt::format("'{}': {}", text, error.what()));
  }
}

long integer(const TreeNode& node, std::string_view text, const Constants& constants,
             std::set<std::string>& used) {
  const double value = evaluate(node, text, constants, used);
  if (value != std::floor(value) || std::abs(value) > 1e9)
    fail(node.place, fmt::format("for: '{}' is {}, expected a whole number", text, value));
  return static_cast<long>(value);
}

std::string text_of(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15)
    return fmt::format("{}", static_cast<long long>(value));
  return fmt::format("{}", value);
}

// Repeats maps; the numbers of the ranges are constants under their names.
class Repeater {
 public:
  // `map` is what is repeated.
  Repeater(const TreeNode& map, const Constants& constants, std::set<std::string>& used,
           std::vector<NodePtr>& out)
      : map_(map), constants_(constants), used_(used), out_(out) {}

  void run() {
    const NodePtr& ranges = find(map_, repetition_key)->value;
    repeat(ranges->kind == NodeKind::List ? ranges->items : std::vector<NodePtr>{ranges}, 0);
  }

 private:
  void repeat(const std::vector<NodePtr>& ranges, std::size_t depth) {
    if (depth == ranges.size()) {
      if (out_.size() >= most_repetitions)
        fail(map_.place, fmt::format("for: the list has more than {} entries", most_repetitions));
      out_.push_back(copy(map_));
      return;
    }
    const TreeNode& node = *ranges[depth];
    const RangeText range = parts_of(node);
    const std::string name(range.name);
    if (constants_.contains(name))
      fail(node.place, fmt::format("for: '{}' is the name of a parameter or of another range "
                                   "already; choose another one",
                                   name));
    const long first = integer(node, substituted(node, range.first), constants_, used_),
               last = integer(node, substituted(node, range.last), constants_, used_);
    if (last < first - 1)
      fail(node.place, fmt::format("for: the range {}..{} goes down, expected the lower number "
                                   "first",
                                   first, last));
    names_.push_back(name);
    for (long i = first; i <= last; ++i) {
      constants_[name] = static_cast<double>(i);
      repeat(ranges, depth + 1);
    }
    names_.pop_back();
    constants_.erase(name);
  }

  NodePtr copy(const TreeNode& node) {
    auto made = std::make_shared<TreeNode>(node);
    if (node.kind == NodeKind::Scalar) {
      made->text = substituted(node, node.text);
      made->ranges = names_;
    }
    for (NodePtr& item : made->items) item = copy(*item);
    std::erase_if(made->entries, [&](const Entry& entry) {
      return &node == &map_ && entry.key == repetition_key;
    });
    for (Entry& entry : made->entries) entry.value = copy(*entry.value);
    return made;
  }

  // With numbers in place of $i and $(i + 1).
  std::string substituted(const TreeNode& node, std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] != '$' || names_.empty()) {
        result += text[at++];
        continue;
      }
      std::size_t end = at + 1;
      std::string_view formula;
      if (end < text.size() && text[end] == '(') {
        int open = 0;
        do {
          open += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
          ++end;
        } while (open > 0 && end < text.size());
        if (open > 0)
          fail(node.place, fmt::format("'{}': the parenthesis after $ is not closed", text));
        formula = text.substr(at + 2, end - at - 3);
        if (formula.find('$') != std::string_view::npos)
          fail(node.place, fmt::format("'{}': inside $( ) write ranges without $, as in $({} + 1)",
                                       text, names_.back()));
      } else {
        while (end < text.size() && expressions::continues_name(text[end]) && text[end] != '.')
          ++end;
        formula = text.substr(at + 1, end - at - 1);
        if (std::find(names_.begin(), names_.end(), formula) == names_.end())
          fail(node.place,
               formula.empty()
                   ? fmt::format("'{}': expected the name of a range after $: ${} or $({} + 1)",
                                 text, names_.back(), names_.back())
                   : fmt::format("'{}': there is no range '{}', expected ${} or $({} + 1)", text,
                                 formula, names_.back(), names_.back()));
      }
      result += text_of(evaluate(node, formula, constants_, used_));
      at = end;
    }
    return result;
  }

  const TreeNode& map_;
  Constants constants_;
  std::set<std::string>& used_;
  std::vector<NodePtr>& out_;
  std::vector<std::string> names_;  // of ranges that are being repeated
};

bool is_repeated(const TreeNode& node) {
  return node.kind == NodeKind::Map && find(node, repetition_key) != nullptr;
}

}  // namespace

bool has_repetition(const TreeNode& list) {
  return std::any_of(list.items.begin(), list.items.end(),
                     [](const NodePtr& item) { return is_repeated(*item); });
}

std::vector<NodePtr> repeated(const TreeNode& list, const Constants& constants,
                              std::set<std::string>& used) {
  std::vector<NodePtr> out;
  for (const NodePtr& item : list.items) {
    if (!is_repeated(*item)) {
      out.push_back(item);
      continue;
    }
    Repeater(*item, constants, used, out).run();
  }
  return out;
}

}  // namespace catena::yaml
