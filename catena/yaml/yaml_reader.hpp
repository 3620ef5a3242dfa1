#pragma once
// Strict, typed access to a YAML tree: every error names the file, the line, the column and the
// key, what was found and what was expected.

#include <Eigen/Core>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "catena/expressions/expression.hpp"
#include "catena/math/vec3.hpp"
#include "catena/yaml/quantity.hpp"
#include "catena/yaml/yaml_section.hpp"
#include "catena/yaml/yaml_tree.hpp"

namespace catena::yaml {

// The named constants that numbers may be written with.
struct Parameters {
  Constants values;
  std::set<std::string> used;
  std::set<std::string> in_formulas;  // of those, what formulas name that are compiled later
  // Entries of lists in which some are repeated, by the list.
  std::map<const TreeNode*, std::vector<NodePtr>> repeated = {};
  std::vector<NodePtr> kept = {};  // trees that were made while reading
};

enum class Range { Any, NonNegative, Positive, AnyOrInfinite, NonNegativeOrInfinite };

class Fields;

// A value of the file, and how it is called in messages. The tree and the parameters outlive it.
class Value {  // Large because each type that a file may hold is read by a method of its own
 public:
  Value(const TreeNode* node, std::string path, Parameters* parameters)
      : node_(node), path_(std::move(path)), parameters_(parameters) {}

  const TreeNode& node() const { return *node_; }
  const std::string& path() const { return path_; }
  Parameters* parameters() const { return parameters_; }
  bool is_map() const { return node_->kind == NodeKind::Map; }
  bool is_list() const { return node_->kind == NodeKind::List; }
  bool is_scalar() const { return node_->kind == NodeKind::Scalar; }

  // Throws ScenarioError("FILE:LINE:COLUMN: path: message").
  [[noreturn]] void fail(std::string_view message) const;
  [[noreturn]] void fail_expected(std::string_view expected) const;  // "found ..., expected ..."

  std::string text() const;  // not empty
  bool boolean() const;      // true or false
  int integer(int lowest, int highest) const;
  double number(const Quantity& quantity, Range range = Range::Any) const;
  // A formula of these variables and of the parameters; `expected` says so: "a formula of t".
  Expression formula(std::span<const std::string> variables, std::string_view expected) const;
  // Fails with the nearest of these names, or all of them.
  [[noreturn]] void fail_choice(std::string_view what, const std::vector<std::string>& names) const;

  std::vector<Value> items() const;  // of a list
  std::vector<Value> items(std::size_t count, std::string_view of_what) const;
  // The items of a list, or the value itself where it is no list.
  std::vector<Value> one_or_items() const;
  std::vector<std::string> texts() const;  // a list of them
  Vec3<double> vector3(const Quantity& quantity) const;
  // A number for all, or one for each of the quantities.
  Eigen::VectorXd numbers(std::span<const Quantity> quantities, Range range = Range::Any) const;

  // The entries of a map whose keys are the user's names.
  std::vector<std::pair<std::string, Value>> named_items() const;
  // A map whose keys are those of a section.
  Fields fields(const Section& section) const;

 private:
  double formula_with_unit(std::string_view text, const Quantity& quantity) const;
  [[noreturn]] void fail_in_text(const ExpressionError& error, std::string_view expected) const;

  const TreeNode* node_;
  std::string path_;
  Parameters* parameters_;
};

// The entries of a map, all of whose keys are known.
class Fields {
 public:
  Fields(const Value& map, const Section& section, Parameters* parameters);

  const Value& map() const { return map_; }
  bool has(std::string_view key) const;
  Value at(std::string_view key) const;  // a missing key is an error
  std::optional<Value> find(std::string_view key) const;
  // The only one of these keys that the map has; none or several are an error.
  std::string_view one_of(std::initializer_list<std::string_view> keys) const;
  // The text of a key, which must be one of its choices; `what` it names is for the message.
  std::string choice(std::string_view key, std::string_view what) const;
  // Nothing but these keys, because of `reason`.
  void allow_only(std::initializer_list<std::string_view> keys, std::string_view reason) const;

 private:
  const Entry* entry(std::string_view key) const;

  Value map_;
  const Section* section_;
  Parameters* parameters_;
};

// Evaluates the key `parameters` of a file, whose values may use each other.
Parameters read_parameters(const TreeNode& root);

}  // namespace catena::yaml
