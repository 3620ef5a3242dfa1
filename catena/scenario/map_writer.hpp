#pragma once
// Builds the maps of a scenario file, key by key. A key that the table of keys does not have is an
// error of the program, as in the reader.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/math/error.hpp"
#include "catena/mechanism/items.hpp"
#include "catena/yaml/yaml_section.hpp"
#include "catena/yaml/yaml_tree.hpp"

namespace catena::scenario {

// Large because it has one function per type of value in the table of keys.
class MapWriter {
 public:
  // `subject`: the item that is written, for errors.
  MapWriter(const yaml::Section& section, Subject subject);

  // A map of a key of this one.
  MapWriter map(const yaml::Section& section) const { return {section, subject_}; }

  void text(std::string_view key, const std::string& value);  // nothing where it is empty
  void texts(std::string_view key, const std::vector<std::string>& values);
  void boolean(std::string_view key, bool value, bool usual);  // nothing where it is the usual
  void number(std::string_view key, double value);
  void number(std::string_view key, double value, double usual);
  void number(std::string_view key, const std::optional<double>& value);
  void numbers(std::string_view key, const Numbers& values);  // one, or a list; nothing if empty
  void vector(std::string_view key, const Eigen::Vector3d& value);
  void vector(std::string_view key, const Eigen::Vector3d& value, const Eigen::Vector3d& usual);
  void color(std::string_view key, const std::array<float, 3>& value);
  void matrix(std::string_view key, const std::vector<Numbers>& rows);
  // One formula, or a list of them.
  void formulas(std::string_view key, const std::vector<std::string>& values);
  void pose(std::string_view key, const Pose& value);  // nothing where it is the identity
  void pose_keys(const Pose& value);                   // in this map
  void place(std::string_view key, const Place& value);
  void place_keys(const Place& value);  // in this map
  void stiffness(std::string_view key, const Stiffness& value);
  void configuration(std::string_view key, const Configuration& value);

  void map(std::string_view key, MapWriter value);  // nothing where it is empty
  void list(std::string_view key, std::vector<MapWriter> values);
  void entry(std::string_view key, yaml::NodePtr value);  // checked like all others
  // A key of the user's own, where the map has such.
  void named(const std::string& key, yaml::NodePtr value);

  bool empty() const { return node_->entries.empty(); }
  yaml::NodePtr take() { return std::move(node_); }
  // Throws ScenarioError: the item cannot be written, because of this.
  [[noreturn]] void refuse(std::string_view why) const;

 private:
  const yaml::Section* section_;
  Subject subject_;
  std::shared_ptr<yaml::TreeNode> node_;
};

yaml::NodePtr scalar(std::string text);
yaml::NodePtr list_of(std::vector<yaml::NodePtr> items);

// The text of a tree in YAML: maps and lists that fit into a line stand in one.
std::string to_yaml(const yaml::TreeNode& root);

}  // namespace catena::scenario
