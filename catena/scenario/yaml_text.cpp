// YAML text of a tree: what fits into a line stands in one, in braces or brackets; what does not,
// and lists of several maps, are spread over lines.

#include <fmt/format.h>

#include <algorithm>

#include "catena/expressions/characters.hpp"
#include "catena/scenario/map_writer.hpp"

namespace catena::scenario {

namespace {

using expressions::is_digit;
using expressions::starts_name;
using yaml::NodeKind;
using yaml::TreeNode;

constexpr std::size_t line_width = 120;

// Readable as it stands, inside and outside of braces.
bool is_plain(const std::string& text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  if (text == "null" || text == "Null" || text == "NULL") return false;
  const auto harmless = [](char c) {
    return starts_name(c) || is_digit(c) ||
           std::string_view(" ._+-*/^()<>=;").find(c) != std::string_view::npos;
  };
  if (!std::all_of(text.begin(), text.end(), harmless)) return false;
  const char first = text.front();
  if (starts_name(first) || is_digit(first) || first == '(') return true;
  const bool signs = first == '-' || first == '+' || first == '.';
  return signs && text.size() > 1 &&
         (starts_name(text[1]) || is_digit(text[1]) || text[1] == '(' ||
          (text[1] == '.' && first != '.'));
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else if (code < 0x20 || code == 0x7f)
      result += fmt::format("\\x{:02x}", code);
    else
      result += c;
  }
  return result + "\"";
}

std::string scalar_text(const std::string& text) {
  return is_plain(text) ? text : quoted(text);
}

// In one line.
std::string flow(const TreeNode& node) {
  std::vector<std::string> parts;
  if (node.kind == NodeKind::Scalar) return scalar_text(node.text);
  if (node.kind == NodeKind::List) {
    for (const yaml::NodePtr& item : node.items) parts.push_back(flow(*item));
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }
  for (const yaml::Entry& entry : node.entries)
    parts.push_back(fmt::format("{}: {}", scalar_text(entry.key), flow(*entry.value)));
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

// Several lines of text that a literal block keeps as they are.
bool fits_a_block(const std::string& text) {
  if (text.find('\n') == std::string::npos || text.front() == '\n' || text.front() == ' ')
    return false;
  if (text.ends_with("\n\n") || text.find(" \n") != std::string::npos || text.back() == ' ')
    return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return c == '\n' || (code >= 0x20 && code < 0x7f);
  });
}

class Printer {
 public:
  std::string take() { return std::move(text_); }

  // The value of a key, or of an entry of a list, whose line has begun.
  void value(const TreeNode& node, std::size_t indent) {
    if (node.kind == NodeKind::Scalar && fits_a_block(node.text)) return block(node.text, indent);
    const std::string one_line = flow(node);
    const bool is_list = node.kind == NodeKind::List && !node.items.empty();
    const bool of_maps = is_list && node.items.size() > 1 && node.items[0]->kind == NodeKind::Map;
    const bool spread = of_maps || ((is_list || !node.entries.empty()) &&
                                    column() + 1 + one_line.size() > line_width);
    if (!spread) {
      text_ += ' ' + one_line + '\n';
      return;
    }
    text_ += '\n';
    children(node, indent);
  }

  void children(const TreeNode& node, std::size_t indent) {
    if (node.kind == NodeKind::List) {
      if (node.items[0]->kind == NodeKind::Scalar) return wrapped(node, indent);
      for (const yaml::NodePtr& item : node.items) list_entry(*item, indent);
      return;
    }
    bool first = true;
    for (const yaml::Entry& entry : node.entries) {
      if (!first || !text_.ends_with("- ")) text_ += std::string(indent, ' ');
      first = false;
      text_ += scalar_text(entry.key) + ':';
      value(*entry.value, indent + 2);
    }
  }

 private:
  std::size_t column() const {
    const std::size_t start = text_.rfind('\n');
    return start == std::string::npos ? text_.size() : text_.size() - start - 1;
  }

  void list_entry(const TreeNode& item, std::size_t indent) {
    text_ += std::string(indent, ' ') + '-';
    const bool spread = item.kind == NodeKind::Map && indent + 2 + flow(item).size() > line_width;
    if (!spread) return value(item, indent + 2);
    text_ += ' ';
    children(item, indent + 2);
  }

  // A long list of short texts, in brackets.
  void wrapped(const TreeNode& node, std::size_t indent) {
    std::string line = std::string(indent, ' ') + '[';
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const bool last = i + 1 == node.items.size();
      const std::string part = flow(*node.items[i]) + (last ? "]" : ",");
      if (line.size() + part.size() + 1 > line_width && line.size() > indent + 1) {
        text_ += line + '\n';
        line = std::string(indent + 1, ' ') + part;
      } else {
        line += (line.size() > indent + 1 ? " " : "") + part;
      }
    }
    text_ += line + '\n';
  }

  void block(const std::string& text, std::size_t indent) {
    text_ += text.back() == '\n' ? " |\n" : " |-\n";
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      if (end > start) text_ += std::string(indent, ' ') + text.substr(start, end - start);
      text_ += '\n';
      start = end + 1;
    }
  }

  std::string text_;
};

}  // namespace

std::string to_yaml(const TreeNode& root) {
  Printer printer;
  printer.children(root, 0);
  return printer.take();
}

}  // namespace catena::scenario
