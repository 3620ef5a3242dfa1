// What the readers of all parts use: places in the file, formulas, poses.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "catena/expressions/advice.hpp"
#include "catena/expressions/characters.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/mechanism/shortened.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Value;

constexpr std::string_view blanks = " \t\r\n";

class PlaceCollector {
 public:
  explicit PlaceCollector(int depth) : depth_(depth) {}

  void add(const yaml::TreeNode& node, const std::string& key, int depth = 0) {
    keys_.push_back({key, place_of(node)});
    if (depth >= depth_) return;
    for (std::size_t i = 0; i < node.items.size(); ++i)
      add(*node.items[i], fmt::format("{}[{}]", key, i), depth + 1);
    for (const yaml::Entry& entry : node.entries)
      add(*entry.value, key.empty() ? entry.key : fmt::format("{}.{}", key, entry.key), depth + 1);
  }
  std::vector<Said::Key> take() { return std::move(keys_); }

 private:
  SaidAt place_of(const yaml::TreeNode& node) {
    std::shared_ptr<const std::string>& file = files_[node.place.source.get()];
    if (file == nullptr) file = std::make_shared<const std::string>(node.place.source->name);
    const std::size_t start = node.text.find_first_not_of(blanks);
    const bool on_one_line = node.kind == yaml::NodeKind::Scalar && start != std::string::npos &&
                             node.text.find('\n') == std::string::npos;
    return {file, node.place.line, node.place.column,
            on_one_line ? static_cast<int>(start) + (node.quoted ? 1 : 0) : -1};
  }

  int depth_;
  std::map<const yaml::Source*, std::shared_ptr<const std::string>> files_;
  std::vector<Said::Key> keys_;
};

void set_rotation(const Fields& fields, Pose& pose) {
  if (fields.has("axis") != fields.has("angle"))
    fields.map().fail(fmt::format("found '{}' alone, expected 'axis' and 'angle' together",
                                  fields.has("axis") ? "axis" : "angle"));
  if (!fields.has("rpy") && !fields.has("quaternion") && !fields.has("axis") &&
      !fields.has("matrix"))
    return;
  const std::string_view kind = fields.one_of({"rpy", "quaternion", "axis", "matrix"});
  const auto add = [&](const Value& number, const Quantity& quantity) {
    pose.rotation.push_back(number.number(quantity));
  };
  if (kind == "rpy") {
    pose.form = Pose::Form::Rpy;
    for (const Value& angle : fields.at("rpy").items(3, "numbers")) add(angle, quantity::angle);
  } else if (kind == "quaternion") {
    pose.form = Pose::Form::Quaternion;
    for (const Value& number : fields.at("quaternion").items(4, "numbers (w, x, y, z)"))
      add(number, quantity::number);
  } else if (kind == "axis") {
    pose.form = Pose::Form::AxisAngle;
    for (const Value& number : fields.at("axis").items(3, "numbers")) add(number, quantity::number);
    add(fields.at("angle"), quantity::angle);
  } else {
    pose.form = Pose::Form::Matrix;
    for (const Value& row : fields.at("matrix").items(3, "rows"))
      for (const Value& number : row.items(3, "numbers")) add(number, quantity::number);
  }
  if (const auto problem = problem_of(pose)) fields.at(problem->key).fail(problem->message);
}

}  // namespace

Said said_of(const Value& value, int depth) {
  PlaceCollector places(depth);
  places.add(value.node(), "");
  return {value.path(), places.take()};
}

std::set<std::string> names_in(std::string_view formula) {
  std::set<std::string> names;
  expressions::for_each_name(formula,
                             [&](std::string_view name, std::size_t) { names.emplace(name); });
  return names;
}

namespace {

// A name without a dot is that of a parameter, but for t, x, vx and their like.
void refuse_misspelt_parameters(const Value& value, std::string_view formula) {
  std::vector<std::string> parameters;
  for (const auto& [name, number] : value.parameters()->values) parameters.push_back(name);
  const auto is_known = [&](const std::string& name) {
    const auto nothing = [](std::string_view) { return false; };
    return name.find('.') != std::string::npos || value.parameters()->values.contains(name) ||
           value.parameters()->values.tables.contains(name) || find_function(name) != nullptr ||
           leading_unit(name, nothing) || !advice_on_unit(name).empty();
  };
  for (const std::string& name : names_in(formula))
    if (name.size() > 2 && !is_known(name))
      if (const std::string hint = nearest_name_hint(name, parameters); !hint.empty())
        value.fail(fmt::format("found '{}': unknown name '{}'{}", shortened(formula), name, hint));
}

}  // namespace

std::string read_formula(const Value& value, std::string_view expected) {
  const std::string& text = value.node().text;
  const std::size_t start = text.find_first_not_of(blanks);
  if (!value.is_scalar() || start == std::string::npos) value.fail_expected(expected);
  std::string trimmed = text.substr(start, text.find_last_not_of(blanks) - start + 1);
  const auto count = [&](char c) { return std::count(text.begin(), text.end(), c); };
  if (value.node().flow && !value.node().quoted && count('(') > count(')'))
    value.fail(
        fmt::format("found '{}', whose parenthesis is not closed; inside braces and brackets a "
                    "comma ends a value, so put a formula with commas in quotes",
                    shortened(trimmed)));
  const std::vector<std::string>& ranges = value.node().ranges;
  for (const std::string& name : names_in(trimmed))
    if (std::find(ranges.begin(), ranges.end(), name) != ranges.end() && name != "t" &&
        name != "x" && name != "y" && name != "z" && name != "v")
      value.fail(fmt::format("found '{}'; the number of a range is written ${}", name, name));
  refuse_misspelt_parameters(value, trimmed);
  for (const std::string& name : names_in(trimmed))
    if (value.parameters()->values.contains(name)) {
      value.parameters()->used.insert(name);
      value.parameters()->in_formulas.insert(name);
    }
  return trimmed;
}

std::vector<std::string> read_surface_velocity(const Value& value) {
  std::vector<std::string> result;
  for (const Value& part : value.items(3, "three formulas of time and positions"))
    result.push_back(read_formula(part, "a formula of time and positions"));
  return result;
}

std::vector<std::string> read_formulas(const Value& value, std::string_view expected) {
  std::vector<std::string> result;
  for (const Value& item : value.one_or_items()) result.push_back(read_formula(item, expected));
  return result;
}

void check_units(const Value& value, const std::vector<Quantity>& quantities) {
  const std::vector<Value> items = value.one_or_items();
  if (items.size() != quantities.size()) return;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string& text = items[i].node().text;
    const auto no_name = [](std::string_view) { return false; };
    std::vector<std::string> names;
    for (const std::string& name : names_in(text))
      if (!leading_unit(name, no_name) && !value.parameters()->values.contains(name))
        names.push_back(name);
    try {
      const Expression formula = Expression::parse(text, names, value.parameters()->values);
      if (!fits(formula, quantities[i]))
        items[i].fail(fmt::format("expected {}, got '{}', which measures something else",
                                  describe(quantities[i]), shortened(text)));
    } catch (const ExpressionError&) {  // compile() says what is wrong with it, and where
    }
  }
}

Numbers to_numbers(const Eigen::VectorXd& values) {
  return Numbers(values);
}

Eigen::Vector3d read_vector3(const Value& value, const Quantity& quantity) {
  const Vec3<double> v = value.vector3(quantity);
  return {v.x, v.y, v.z};
}

Pose read_pose(const Value& value) {
  if (value.is_map()) return read_pose(value.fields(scenario_keys::pose));
  if (!value.is_list())
    value.fail_expected("a position [x, y, z] or a map with position and rotation");
  if (value.node().items.size() == 6)
    value.fail_expected(
        "a position [x, y, z]; with a rotation, write {position: [x, y, z], rpy: [0, 90 deg, 0]}");
  return Pose::at(read_vector3(value, quantity::length));
}

Pose read_pose(const Fields& fields) {
  Pose pose;
  if (const auto position = fields.find("position"))
    pose.position = read_vector3(*position, quantity::length);
  set_rotation(fields, pose);
  return pose;
}

Place read_place(const Value& value) {
  if (value.is_scalar()) return Place::in(value.text());
  if (!value.is_map())
    value.fail_expected("the name of a body or frame, or a map with 'body' or 'frame' and 'at'");
  return read_place(value.fields(scenario_keys::place));
}

Place read_place(const Fields& fields, bool may_be_world) {
  Place place;
  if (const auto at = fields.find("at")) place.pose = read_pose(*at);
  if (may_be_world && !fields.has("body") && !fields.has("frame")) return place;
  const std::string_view key = fields.one_of({"body", "frame"});
  (key == "body" ? place.body : place.frame) = fields.at(key).text();
  return place;
}

}  // namespace catena::scenario
