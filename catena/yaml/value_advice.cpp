#include "catena/yaml/value_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "catena/yaml/yaml_messages.hpp"

namespace catena::yaml {

namespace {

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool begins_like_a_number(std::string_view text) {
  return !text.empty() && std::string_view("+-.0123456789").find(text[0]) != std::string_view::npos;
}

// The texts of a list of single values, or nothing.
std::optional<std::vector<std::string>> texts_of(const TreeNode& list) {
  std::vector<std::string> texts;
  for (const NodePtr& item : list.items) {
    if (item->kind != NodeKind::Scalar) return std::nullopt;
    texts.push_back(shortened(item->text));
  }
  return texts;
}

struct NamedColor {
  std::string_view name, numbers;
};
constexpr std::array colors{
    NamedColor{"red", "1, 0, 0"},         NamedColor{"green", "0, 0.6, 0"},
    NamedColor{"blue", "0, 0, 1"},        NamedColor{"yellow", "1, 1, 0"},
    NamedColor{"orange", "1, 0.6, 0"},    NamedColor{"purple", "0.5, 0, 0.5"},
    NamedColor{"black", "0, 0, 0"},       NamedColor{"white", "1, 1, 1"},
    NamedColor{"gray", "0.5, 0.5, 0.5"},  NamedColor{"grey", "0.5, 0.5, 0.5"},
    NamedColor{"brown", "0.6, 0.4, 0.2"},
};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::string color_hint(std::string_view text) {
  const std::string word = lower_case(text);
  for (const NamedColor& color : colors)
    if (word == color.name) return fmt::format("; write [{}]", color.numbers);
  if (word.size() == 7 && word[0] == '#') {
    std::array<double, 3> parts{};
    for (std::size_t i = 0; i < 3; ++i) {
      const int high = hex_digit(word[2 * i + 1]), low = hex_digit(word[2 * i + 2]);
      if (high < 0 || low < 0) return {};
      parts[i] = (16 * high + low) / 255.0;
    }
    return fmt::format("; write [{:.2g}, {:.2g}, {:.2g}]", parts[0], parts[1], parts[2]);
  }
  return "; write [red, green, blue], each from 0 to 1";
}

}  // namespace

std::string map_hint(const TreeNode& found, const Section& expected) {
  if (expected.keys.empty()) return {};
  const Key& first = expected.keys[0];
  const bool takes_list = first.type == ValueType::NumberOrList ||
                          first.type == ValueType::NumberOrMatrix ||
                          first.type == ValueType::Vector3;
  if (found.kind == NodeKind::Scalar)
    return (first.type == ValueType::Number || takes_list) && begins_like_a_number(found.text)
               ? fmt::format("; write {{{}: {}}}", first.name, shortened(found.text))
               : std::string();
  const auto texts = texts_of(found);
  if (found.kind != NodeKind::List || !takes_list || !texts) return {};
  if (first.name == "lower" && texts->size() == 2)
    return fmt::format("; write {{lower: {}, upper: {}}}", (*texts)[0], (*texts)[1]);
  return fmt::format("; write {{{}: [{}]}}", first.name, fmt::join(*texts, ", "));
}

std::string list_hint(const TreeNode& found) {
  if (found.kind == NodeKind::Scalar) return fmt::format("; write [{}]", shortened(found.text));
  if (found.kind != NodeKind::Map) return {};
  return found.flow ? "; write [{...}], with brackets around the braces"
                    : "; write '- ' before each of its items";
}

std::string vector_hint(std::string_view path, std::string_view text) {
  if (path.ends_with("color")) return color_hint(text);
  if (path.ends_with("gravity")) {
    const std::string word = lower_case(text);
    for (const std::string_view none : {"0", "0.0", "false", "off", "no", "none", "zero"})
      if (word == none) return "; write [0, 0, 0]";
    if (begins_like_a_number(text))
      return fmt::format("; write [0, 0, {}{}]", text[0] == '-' ? "" : "-", text);
    return "; write [0, 0, -9.81]";
  }
  const bool negative = text.starts_with('-');
  if (text.size() == (negative ? 2U : 1U)) {
    const char letter = text.back();
    const char* const one = negative ? "-1" : "1";
    if (letter == 'x' || letter == 'X') return fmt::format("; write [{}, 0, 0]", one);
    if (letter == 'y' || letter == 'Y') return fmt::format("; write [0, {}, 0]", one);
    if (letter == 'z' || letter == 'Z') return fmt::format("; write [0, 0, {}]", one);
  }
  return text.find(' ') == std::string_view::npos ? "" : "; write [1, 2, 3], with commas";
}

std::string boolean_hint(std::string_view text) {
  const std::string word = lower_case(text);
  const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_one_of({"yes", "on", "1", "y", "true"})) return "; write true";
  if (is_one_of({"no", "off", "0", "n", "none", "false"})) return "; write false";
  return {};
}

std::string xml_advice(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (start == std::string_view::npos || text[start] != '<') return {};
  if (text.find("<mujoco") != std::string_view::npos)
    return "this is a MuJoCo file (MJCF), expected YAML; robots are read from URDF files: write "
           "'model: {urdf: FILE}'";
  if (text.find("<robot") != std::string_view::npos)
    return "this is a robot file in XML, expected YAML; write 'model: {urdf: FILE}', or give it a "
           "name that ends in .urdf";
  return "this is an XML file, expected YAML; robots are read from URDF files: write 'model: "
         "{urdf: FILE}'";
}

}  // namespace catena::yaml
