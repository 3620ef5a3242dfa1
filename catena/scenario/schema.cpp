// The JSON Schema of scenario files, from the same tables as the reader.

#include <fmt/format.h>

#include <map>
#include <set>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/scenario.hpp"

namespace catena {

namespace {

using yaml::Key;
using yaml::Section;
using yaml::ValueType;

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

// Numbers may be formulas of parameters and have units: text for the schema.
const std::string text = R"({"type": "string"})";
const std::string scalar_text = R"({"type": ["string", "number", "boolean"]})";
const std::string number = R"({"type": ["number", "string"]})";

std::string list_of(const std::string& item, int count = -1) {
  const std::string size =
      count < 0 ? "" : fmt::format(R"(, "minItems": {0}, "maxItems": {0})", count);
  return fmt::format(R"({{"type": "array", "items": {}{}}})", item, size);
}

std::string map_of(const std::string& item) {
  return fmt::format(R"({{"type": "object", "additionalProperties": {}}})", item);
}

std::string any_of(const std::vector<std::string>& alternatives) {
  if (alternatives.size() == 1) return alternatives[0];
  return fmt::format(R"({{"anyOf": [{}]}})", fmt::join(alternatives, ", "));
}

std::string choice(const Key& key) {
  std::vector<std::string> names;
  for (const std::string_view name : key.choices) names.push_back(quoted(name));
  return fmt::format(R"({{"enum": [{}]}})", fmt::join(names, ", "));
}

std::string reference(const Key& key) {
  if (key.sections.empty()) return R"({"type": "object"})";
  std::vector<std::string> references;
  for (const Section* section : key.sections)
    references.push_back(fmt::format(R"({{"$ref": "#/definitions/{}"}})", section->name));
  return any_of(references);
}

std::string schema_of(const Key& key) {
  switch (key.type) {
    case ValueType::Text:
      return scalar_text;
    case ValueType::TextOrList:
      return any_of({scalar_text, list_of(scalar_text)});
    case ValueType::TextList:
      return list_of(scalar_text);
    case ValueType::TextPairs:
      return list_of(list_of(text, 2));
    case ValueType::Boolean:
      return R"({"type": "boolean"})";
    case ValueType::Integer:
    case ValueType::Number:
      return number;
    case ValueType::NumberOrList:
      return any_of({number, list_of(number)});
    case ValueType::NumberOrMatrix:
      return any_of({number, list_of(number), list_of(list_of(number))});
    case ValueType::Vector3:
      return list_of(number, 3);
    case ValueType::Matrix3:
      return list_of(list_of(number, 3), 3);
    case ValueType::Vector4:
      return list_of(number, 4);
    case ValueType::Formula:
      return number;
    case ValueType::FormulaOrList:
      return any_of({number, list_of(number)});
    case ValueType::Choice:
      return choice(key);
    case ValueType::ChoiceList:
      return list_of(choice(key));
    case ValueType::Map:
      return reference(key);
    case ValueType::MapList:
      return list_of(reference(key));
    case ValueType::MapOrList:
      return any_of({reference(key), list_of(reference(key))});
    case ValueType::TextOrMap:
      return any_of({text, reference(key)});
    case ValueType::PoseOrVector:
      return any_of({list_of(number, 3), reference(key)});
    case ValueType::Numbers:
      return map_of(number);
    case ValueType::Configurations:
      return map_of(any_of({number, list_of(number), reference(key)}));
    case ValueType::NumberListOrMap:
      return any_of({number, list_of(number), reference(key)});
  }
  return "{}";
}

// A schema in one line becomes one with a description in it.
std::string described(const Key& key) {
  const std::string schema = schema_of(key);
  return fmt::format("{{\"description\": {}, {}", quoted(key.meaning), schema.substr(1));
}

// `listed`: it stands in lists, whose entries may be repeated.
std::string properties(const Section& section, bool listed, const std::string& indent) {
  std::vector<std::string> lines, required;
  if (listed)
    lines.push_back(fmt::format(
        R"({}  "for": {{"description": "repeats it: i in 1..80; $i and $(i + 1) are then numbers", "anyOf": [{}, {}]}})",
        indent, text, list_of(text)));
  for (const Key& key : section.keys) {
    lines.push_back(fmt::format("{}  {}: {}", indent, quoted(key.name), described(key)));
    if (key.required) required.push_back(quoted(key.name));
  }
  std::string result = fmt::format("{}\"type\": \"object\",\n", indent);
  result += fmt::format("{}\"additionalProperties\": false,\n", indent);
  if (!required.empty())
    result += fmt::format("{}\"required\": [{}],\n", indent, fmt::join(required, ", "));
  result += fmt::format("{0}\"properties\": {{\n{1}\n{0}}}\n", indent, fmt::join(lines, ",\n"));
  return result;
}

// All sections that can be reached, by name, and those that stand in lists.
struct Sections {
  std::map<std::string_view, const Section*> all;
  std::set<std::string_view> listed;
};
void collect(const Section& section, Sections& found) {
  for (const Key& key : section.keys)
    for (const Section* next : key.sections) {
      if (key.type == ValueType::MapList || key.type == ValueType::MapOrList)
        found.listed.insert(next->name);
      if (found.all.emplace(next->name, next).second) collect(*next, found);
    }
}

}  // namespace

std::string scenario_schema() {
  Sections sections;
  collect(scenario_keys::scenario, sections);
  std::vector<std::string> definitions;
  definitions.reserve(sections.all.size());
  for (const auto& [name, section] : sections.all)
    definitions.push_back(
        fmt::format("    {}: {{\n{}    }}", quoted(name),
                    properties(*section, sections.listed.contains(name), "      ")));
  std::string result = "{\n";
  result += "  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n";
  result += "  \"title\": \"Catena scenario\",\n";
  result += fmt::format("  \"definitions\": {{\n{}\n  }},\n", fmt::join(definitions, ",\n"));
  return result + properties(scenario_keys::scenario, false, "  ") + "}\n";
}

}  // namespace catena
