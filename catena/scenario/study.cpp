#include "catena/scenario/study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/scenario/parts.hpp"

namespace catena {

namespace {

using yaml::NodePtr;
using yaml::TreeNode;

// Fowler, Noll & Vo's hash with 64 bits.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
  }
  void add(const TreeNode& node) {
    add_byte(static_cast<unsigned char>(node.kind));
    add(node.text);
    for (const NodePtr& item : node.items) add(*item);
    for (const yaml::Entry& entry : node.entries) add(entry.key), add(*entry.value);
    add_byte(0xff);
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3ULL; }
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

NodePtr scalar_at(const yaml::Place& place, double number) {
  auto node = std::make_shared<TreeNode>();
  node->kind = yaml::NodeKind::Scalar;
  node->place = place;
  node->text = fmt::format("{}", number);
  return node;
}

// A map with one key.
std::shared_ptr<TreeNode> map_at(const yaml::Place& place) {
  auto node = std::make_shared<TreeNode>();
  node->kind = yaml::NodeKind::Map;
  node->place = place;
  return node;
}

}  // namespace

Study::Study(const NodePtr& file, std::string name) : name_(std::move(name)) {
  if (file->kind != yaml::NodeKind::Map)
    yaml::Value(file.get(), "", nullptr).fail_expected("a map with the keys of a scenario");
  root_ = scenario::with_includes(file);
  const yaml::Entry* study = yaml::find(*root_, "study");
  if (study == nullptr)
    yaml::fail(file->place,
               "this scenario has no 'study'; name the parameters to vary and the results to "
               "keep:\n  study: {vary: {mass: [1, 2, 4]}, take: [{column: q.joint1, of: max}]}");
  place_ = study->place;
  if (const yaml::Entry* title = yaml::find(*root_, "name"); title != nullptr)
    if (title->value->kind == yaml::NodeKind::Scalar) name_ = title->value->text;
  yaml::Parameters parameters = yaml::read_parameters(*root_);
  keys_ = scenario::read_study_keys(yaml::Value(study->value.get(), "study", &parameters),
                                    parameters.values);
}

Study Study::read(const std::filesystem::path& path) {
  return {yaml::parse_file(path), path.stem().string()};
}

Study Study::parse(std::string_view text, const std::string& source_name,
                   const std::filesystem::path& directory) {
  const auto source = std::make_shared<const yaml::Source>(yaml::Source{source_name, directory});
  return {yaml::parse(text, source), source_name};
}

std::optional<StudyMap> Study::map() const {
  if (keys_.map) return keys_.map;
  std::vector<std::string> varied;
  for (const StudyParameter& parameter : keys_.parameters)
    if (parameter.values.size() > 1) varied.push_back(parameter.name);
  if (varied.size() != 2) return std::nullopt;
  return StudyMap{varied[0], varied[1], keys_.results.front().name};
}

std::size_t Study::variant_count() const {
  std::size_t count = 1;
  for (const StudyParameter& parameter : keys_.parameters) count *= parameter.values.size();
  return count;
}

std::vector<double> Study::values_of(std::size_t variant) const {
  std::vector<double> values(keys_.parameters.size());
  for (std::size_t i = values.size(); i-- > 0;) {
    const std::vector<double>& choices = keys_.parameters[i].values;
    values[i] = choices[variant % choices.size()];
    variant /= choices.size();
  }
  return values;
}

Scenario Study::variant(std::size_t number) const {
  const std::vector<double> values = values_of(number);
  const auto own = map_at(place_), parameters = map_at(place_);
  for (std::size_t i = 0; i < values.size(); ++i)
    parameters->entries.push_back({keys_.parameters[i].name, place_, scalar_at(place_, values[i])});
  own->entries.push_back({"parameters", place_, parameters});
  ReadReport report;
  Mechanism mechanism = scenario::read_merged(yaml::merged(own, root_), &report);
  if (mechanism.name.empty()) mechanism.name = name_;
  return scenario::compiled(mechanism, report);
}

std::uint64_t Study::fingerprint() const {
  Fingerprint print;
  for (const yaml::Entry& entry : root_->entries)
    if (entry.key != "study" && entry.key != "name" && entry.key != "description" &&
        entry.key != "plots" && entry.key != "picture")
      print.add(entry.key), print.add(*entry.value);
  return print.value();
}

}  // namespace catena
