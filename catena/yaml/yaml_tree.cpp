#include "catena/yaml/yaml_tree.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <fstream>
#include <map>
#include <sstream>

#include "catena/yaml/scenario_error.hpp"
#include "catena/yaml/value_advice.hpp"
#include "catena/yaml/yaml_advice.hpp"

namespace catena::yaml {

namespace {

constexpr std::size_t max_depth = 32, max_nodes = 1'000'000, max_bytes = 4'000'000;

struct BadKey {  // a map or list where a key is expected
  Place place;
};

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::shared_ptr<const Source> source) : source_(std::move(source)) {}

  NodePtr root() const { return root_; }
  Place place(const YAML::Mark& mark) const { return {source_, mark.line + 1, mark.column + 1}; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    std::shared_ptr<TreeNode> node = make(mark, NodeKind::Null);
    // Nothing stands nowhere: messages point at its key.
    if (!open_.empty() && open_.back().has_key)
      node->place = open_.back().node->entries.back().place;
    add(node, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      fail(place(mark),
           "this alias is inside the value that it names; a value cannot contain itself");
    if (expects_key()) fail(place(mark), "found an alias as a key, expected text");
    count(found->second->size, mark);
    attach(found->second);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (expects_key()) return start_entry(value, mark);
    std::shared_ptr<TreeNode> node = make(mark, NodeKind::Scalar);
    node->text = value;
    node->quoted = tag == "!";
    add(node, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(mark, NodeKind::List, anchor, style);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(mark, NodeKind::Map, anchor, style);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    std::shared_ptr<TreeNode> node;
    YAML::anchor_t anchor;
    bool has_key = false;  // the entry's key is read, its value comes next
    std::map<std::string, Place> keys = {};
  };

  std::shared_ptr<TreeNode> make(const YAML::Mark& mark, NodeKind kind) {
    if (expects_key()) throw BadKey{place(mark)};
    auto node = std::make_shared<TreeNode>();
    node->kind = kind;
    node->place = place(mark);
    return node;
  }

  void count(std::size_t nodes, const YAML::Mark& mark) {
    total_ += nodes;
    if (total_ > max_nodes)
      fail(place(mark), fmt::format("the file has more than {} values (aliases count in full); "
                                    "split it up",
                                    max_nodes));
  }

  bool expects_key() const {
    return !open_.empty() && open_.back().node->kind == NodeKind::Map && !open_.back().has_key;
  }

  void start_entry(const std::string& key, const YAML::Mark& mark) {
    Open& map = open_.back();
    const auto [known, is_new] = map.keys.emplace(key, place(mark));
    if (!is_new)
      fail(place(mark), fmt::format("key '{}' exists already in line {}; remove one of them", key,
                                    known->second.line));
    map.node->entries.push_back({key, place(mark), nullptr});
    map.has_key = true;
  }

  void open(const YAML::Mark& mark, NodeKind kind, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    std::shared_ptr<TreeNode> node = make(mark, kind);
    node->flow = style == YAML::EmitterStyle::Flow;
    if (open_.size() >= max_depth)
      fail(node->place, fmt::format("nested more than {} levels deep", max_depth));
    count(1, mark);
    open_.push_back({node, anchor});
  }

  void close() {
    const Open done = std::move(open_.back());
    open_.pop_back();
    if (done.anchor != 0) anchors_[done.anchor] = done.node;
    attach(done.node);
  }

  void add(const std::shared_ptr<TreeNode>& node, YAML::anchor_t anchor) {
    ++total_;
    node->flow = !open_.empty() && open_.back().node->flow;
    if (anchor != 0) anchors_[anchor] = node;
    attach(node);
  }

  void attach(const NodePtr& node) {
    if (open_.empty()) {
      root_ = node;
      return;
    }
    Open& parent = open_.back();
    parent.node->size += node->size;
    if (parent.node->kind == NodeKind::List) {
      parent.node->items.push_back(node);
    } else {
      parent.node->entries.back().value = node;
      parent.has_key = false;
    }
  }

  std::shared_ptr<const Source> source_;
  NodePtr root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, NodePtr> anchors_;
  std::size_t total_ = 0;
};

}  // namespace

void fail(const Place& place, std::string_view message) {
  throw ScenarioError(
      fmt::format("{}:{}:{}: {}", place.source->name, place.line, place.column, message));
}

NodePtr parse(std::string_view text, const std::shared_ptr<const Source>& source) {
  if (text.size() > max_bytes)
    throw ScenarioError(fmt::format("{}: the file has {} bytes, expected at most {}; split it up",
                                    source->name, text.size(), max_bytes));
  if (text.find('\0') != std::string_view::npos)
    throw ScenarioError(
        fmt::format("{}: the file is not text (it contains a zero byte)", source->name));
  if (const std::string advice = xml_advice(text); !advice.empty())
    throw ScenarioError(fmt::format("{}: {}", source->name, advice));
  TreeBuilder tree(source);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    parser.HandleNextDocument(tree);
    TreeBuilder next(source);
    if (tree.root() != nullptr && parser.HandleNextDocument(next) && next.root() != nullptr &&
        next.root()->kind != NodeKind::Null)
      fail(next.root()->place, "found a second document ('---'), expected one per file");
  } catch (const BadKey& error) {
    if (const auto advice = advice_on_brackets(text))
      fail({source, advice->line, advice->column}, advice->message);
    fail(error.place, "found a key that is not text, expected a word before ':'");
  } catch (const YAML::Exception& error) {
    const Advice advice =
        advice_on_malformed(text, error.mark.line + 1, error.mark.column + 1, error.msg);
    fail({source, advice.line, advice.column}, advice.message);
  }
  if (const auto advice = advice_on_quotes(text))
    fail({source, advice->line, advice->column}, advice->message);
  if (tree.root() == nullptr || tree.root()->kind == NodeKind::Null)
    throw ScenarioError(
        fmt::format("{}: the file is empty, expected keys and values", source->name));
  return tree.root();
}

NodePtr parse_file(const std::filesystem::path& path) {
  auto source = std::make_shared<Source>();
  source->name = path.string();
  source->directory = path.parent_path();
  std::error_code error;
  std::ifstream file;
  if (std::filesystem::is_regular_file(path, error)) file.open(path, std::ios::binary);
  if (!file.is_open())
    throw ScenarioError(fmt::format(
        "{}: cannot be read, expected a file; check the path and its permissions", source->name));
  std::string text(max_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return parse(text, source);
}

const Entry* find(const TreeNode& map, std::string_view key) {
  for (const Entry& entry : map.entries)
    if (entry.key == key) return &entry;
  return nullptr;
}

NodePtr merged(const NodePtr& own, const NodePtr& base) {
  if (own->kind != NodeKind::Map || base->kind != NodeKind::Map) return own;
  auto result = std::make_shared<TreeNode>(*own);
  std::erase_if(result->entries, [&](const Entry& entry) {
    return entry.value->kind == NodeKind::Null && find(*base, entry.key) != nullptr;
  });
  for (Entry& entry : result->entries)
    if (const Entry* below = find(*base, entry.key))
      entry.value = merged(entry.value, below->value);
  for (const Entry& entry : base->entries)
    if (find(*own, entry.key) == nullptr) result->entries.push_back(entry);
  return result;
}

}  // namespace catena::yaml
