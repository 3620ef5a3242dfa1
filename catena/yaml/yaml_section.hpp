#pragma once
// One description of the keys of a file format: the strict reader and the JSON Schema both use it.

#include <span>
#include <string_view>

namespace catena::yaml {

struct Section;

enum class ValueType {
  Text,
  TextOrList,  // one text or a list of them
  TextList,
  TextPairs,  // a list of lists of two
  Boolean,
  Integer,
  Number,  // or a formula of parameters, with a unit
  NumberOrList,
  NumberOrMatrix,  // also a list, or a list of lists
  Vector3,
  Matrix3,  // three rows of three numbers
  Vector4,
  Formula,  // of time and state
  FormulaOrList,
  Choice,  // one of Key::choices
  ChoiceList,
  Map,  // with the keys of Key::sections, one of them
  MapList,
  MapOrList,  // one map or a list of them
  TextOrMap,
  PoseOrVector,     // a position, or a map
  Numbers,          // a map from names of the user's to numbers
  Configurations,   // a map from names of the user's to numbers, lists or maps
  NumberListOrMap,  // a configuration
};

struct Key {
  std::string_view name;
  ValueType type;
  std::string_view meaning;
  bool required = false;
  std::span<const std::string_view> choices = {};
  std::span<const Section* const> sections = {};
};

// The keys that a map may have.
struct Section {
  std::string_view name;
  std::span<const Key> keys;
};

}  // namespace catena::yaml
