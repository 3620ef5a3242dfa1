#include "catena/scenario/map_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/scenario/keys.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena::scenario {

namespace {

using yaml::NodeKind;
using yaml::NodePtr;

NodePtr scalar_of(double value) {
  return scalar(fmt::format("{}", value));
}

NodePtr list_of_numbers(const std::vector<double>& values) {
  std::vector<NodePtr> items;
  for (const double value : values) items.push_back(scalar_of(value));
  return list_of(std::move(items));
}

std::vector<double> numbers_of(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

}  // namespace

NodePtr scalar(std::string text) {
  auto node = std::make_shared<yaml::TreeNode>();
  node->kind = NodeKind::Scalar;
  node->text = std::move(text);
  return node;
}

NodePtr list_of(std::vector<NodePtr> items) {
  auto node = std::make_shared<yaml::TreeNode>();
  node->kind = NodeKind::List;
  node->items = std::move(items);
  return node;
}

MapWriter::MapWriter(const yaml::Section& section, Subject subject)
    : section_(&section), subject_(std::move(subject)), node_(std::make_shared<yaml::TreeNode>()) {
  node_->kind = NodeKind::Map;
}

void MapWriter::refuse(std::string_view why) const {
  throw ScenarioError(
      fmt::format("{} '{}' cannot be written to a file: {}", subject_.kind, subject_.name, why),
      subject_);
}

void MapWriter::entry(std::string_view key, NodePtr value) {
  const bool known = std::any_of(section_->keys.begin(), section_->keys.end(),
                                 [&](const yaml::Key& k) { return k.name == key; });
  if (!known)
    throw std::logic_error(fmt::format("section '{}' has no key '{}'", section_->name, key));
  named(std::string(key), std::move(value));
}

void MapWriter::named(const std::string& key, NodePtr value) {
  node_->entries.push_back({key, {}, std::move(value)});
}

void MapWriter::text(std::string_view key, const std::string& value) {
  if (!value.empty()) entry(key, scalar(value));
}

void MapWriter::texts(std::string_view key, const std::vector<std::string>& values) {
  std::vector<NodePtr> items;
  for (const std::string& value : values) items.push_back(scalar(value));
  entry(key, list_of(std::move(items)));
}

void MapWriter::boolean(std::string_view key, bool value, bool usual) {
  if (value != usual) entry(key, scalar(value ? "true" : "false"));
}

void MapWriter::number(std::string_view key, double value) {
  if (std::isnan(value)) refuse(fmt::format("its {} is not a number", key));
  entry(key, scalar_of(value));
}

void MapWriter::number(std::string_view key, double value, double usual) {
  if (value != usual) number(key, value);
}

void MapWriter::number(std::string_view key, const std::optional<double>& value) {
  if (value) number(key, *value);
}

void MapWriter::numbers(std::string_view key, const Numbers& values) {
  if (values.size() == 1) return number(key, values[0]);
  for (const double value : values)
    if (std::isnan(value)) refuse(fmt::format("its {} contains a value that is not a number", key));
  if (!values.empty()) entry(key, list_of_numbers(values));
}

void MapWriter::vector(std::string_view key, const Eigen::Vector3d& value) {
  if (!value.allFinite()) refuse(fmt::format("its {} is not finite", key));
  entry(key, list_of_numbers(numbers_of(value)));
}

void MapWriter::vector(std::string_view key, const Eigen::Vector3d& value,
                       const Eigen::Vector3d& usual) {
  if (value != usual) vector(key, value);
}

// The shortest text that gives the same single precision number, read as a double.
void MapWriter::color(std::string_view key, const std::array<float, 3>& value) {
  std::vector<NodePtr> items;
  for (const float part : value) {
    const std::string brief = fmt::format("{}", part);
    const bool same = static_cast<float>(std::stod(brief)) == part;
    items.push_back(scalar(same ? brief : fmt::format("{}", static_cast<double>(part))));
  }
  entry(key, list_of(std::move(items)));
}

void MapWriter::matrix(std::string_view key, const std::vector<Numbers>& rows) {
  std::vector<NodePtr> items;
  for (const Numbers& row : rows) items.push_back(list_of_numbers(row));
  entry(key, list_of(std::move(items)));
}

void MapWriter::formulas(std::string_view key, const std::vector<std::string>& values) {
  if (values.size() == 1) return text(key, values[0]);
  if (!values.empty()) texts(key, values);
}

void MapWriter::pose_keys(const Pose& value) {
  const std::vector<double>& r = value.rotation;
  vector("position", value.position, Eigen::Vector3d::Zero());
  switch (value.form) {
    case Pose::Form::None:
      break;
    case Pose::Form::Rpy:
      entry("rpy", list_of_numbers(r));
      break;
    case Pose::Form::Quaternion:
      entry("quaternion", list_of_numbers(r));
      break;
    case Pose::Form::AxisAngle:
      entry("axis", list_of_numbers({r.begin(), r.begin() + 3}));
      number("angle", r[3]);
      break;
    case Pose::Form::Matrix:
      matrix("matrix", {{r[0], r[1], r[2]}, {r[3], r[4], r[5]}, {r[6], r[7], r[8]}});
      break;
  }
}

void MapWriter::pose(std::string_view key, const Pose& value) {
  if (value.is_identity()) return;
  if (const auto problem = problem_of(value)) refuse(problem->message);
  if (value.form == Pose::Form::None) return vector(key, value.position);
  MapWriter out = map(scenario_keys::pose);
  out.pose_keys(value);
  map(key, std::move(out));
}

void MapWriter::place_keys(const Place& value) {
  text("body", value.body);
  text("frame", value.frame);
  pose("at", value.pose);
}

void MapWriter::place(std::string_view key, const Place& value) {
  if (!value.frame.empty() && value.body.empty() && value.pose.is_identity())
    return text(key, value.frame);
  MapWriter out = map(scenario_keys::place);
  out.place_keys(value);
  map(key, std::move(out));
}

void MapWriter::stiffness(std::string_view key, const Stiffness& value) {
  if (!value.rows.empty()) return matrix(key, value.rows);
  numbers(key, value.diagonal);
}

void MapWriter::configuration(std::string_view key, const Configuration& value) {
  if (!value.pose) return numbers(key, value.numbers);
  MapWriter out = map(scenario_keys::pose);
  out.pose_keys(*value.pose);
  entry(key, out.take());
}

void MapWriter::map(std::string_view key, MapWriter value) {
  if (!value.empty()) entry(key, value.take());
}

void MapWriter::list(std::string_view key, std::vector<MapWriter> values) {
  std::vector<NodePtr> items;
  items.reserve(values.size());
  for (MapWriter& value : values) items.push_back(value.take());
  entry(key, list_of(std::move(items)));
}

}  // namespace catena::scenario
