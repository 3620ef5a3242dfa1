#pragma once
// The contents of a YAML file as a tree whose nodes store their positions in the file. It is built
// from the events of yaml-cpp's parser instead of its nodes, which silently drop duplicate keys.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace catena::yaml {

struct Source {
  std::string name;                 // for messages
  std::filesystem::path directory;  // what relative paths in it start from
};

struct Place {
  std::shared_ptr<const Source> source;
  int line = 1, column = 1;  // from 1
};

struct TreeNode;
using NodePtr = std::shared_ptr<const TreeNode>;

struct Entry {
  std::string key;
  Place place;  // of the key
  NodePtr value;
};

enum class NodeKind { Null, Scalar, List, Map };

struct TreeNode {
  NodeKind kind = NodeKind::Null;
  Place place;
  std::string text;  // of a scalar
  bool quoted = false;
  bool flow = false;                // a map or list in braces or brackets, or a value in one
  std::vector<NodePtr> items;       // of a list
  std::vector<Entry> entries;       // of a map, in the order of the file; keys are unique
  std::vector<std::string> ranges;  // of a repeated text: names that stand for numbers as $i
  std::size_t size = 1;             // nodes in the tree below and this one, aliases counted in full
};

// Throws ScenarioError where the text is not YAML, has duplicate keys or several documents, is
// nested too deeply or becomes too large (aliases of aliases).
NodePtr parse(std::string_view text, const std::shared_ptr<const Source>& source);

// All of a file, or ScenarioError.
NodePtr parse_file(const std::filesystem::path& path);

// Maps are merged key by key, at all levels; anything else in `own` replaces what is in `base`. A
// key without a value, or with null, takes that of `base` away.
NodePtr merged(const NodePtr& own, const NodePtr& base);

// The value of a key of a map, or nullptr.
const Entry* find(const TreeNode& map, std::string_view key);

// Throws ScenarioError("FILE:LINE:COLUMN: message").
[[noreturn]] void fail(const Place& place, std::string_view message);

}  // namespace catena::yaml
