// Files that a scenario is made of.

#include <fmt/format.h>

#include <algorithm>

#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::NodePtr;
using yaml::Value;
using Path = std::filesystem::path;

constexpr int most_files = 100;

const yaml::TreeNode* edits_of(const yaml::TreeNode& root) {
  const yaml::Entry* const model = yaml::find(root, "model");
  if (model == nullptr || model->value->kind != yaml::NodeKind::Map) return nullptr;
  const yaml::Entry* const edit = yaml::find(*model->value, "edit");
  const bool is_map = edit != nullptr && edit->value->kind == yaml::NodeKind::Map;
  return is_map ? edit->value.get() : nullptr;
}

// The same tree with another value of a key of a map in it.
NodePtr with_value(const yaml::TreeNode& map, std::string_view key, NodePtr value) {
  auto made = std::make_shared<yaml::TreeNode>(map);
  for (yaml::Entry& entry : made->entries)
    if (entry.key == key) entry.value = std::move(value);
  return made;
}

// As merged(), but edits are added to those of the base, which come first: they are changes, and
// none takes the place of another.
NodePtr over(const NodePtr& own, const NodePtr& base) {
  const NodePtr result = yaml::merged(own, base);
  const yaml::TreeNode *const mine = edits_of(*own), *const theirs = edits_of(*base);
  if (mine == nullptr || theirs == nullptr) return result;
  auto edits = std::make_shared<yaml::TreeNode>(*edits_of(*result));
  for (yaml::Entry& entry : edits->entries) {
    const yaml::Entry *const first = yaml::find(*theirs, entry.key), *const second = yaml::find(
                                                                         *mine, entry.key);
    if (first == nullptr || second == nullptr || first->value->kind != yaml::NodeKind::List ||
        second->value->kind != yaml::NodeKind::List)
      continue;
    auto list = std::make_shared<yaml::TreeNode>(*second->value);
    list->items.insert(list->items.begin(), first->value->items.begin(), first->value->items.end());
    list->size += first->value->size;
    entry.value = list;
  }
  const yaml::TreeNode& model = *yaml::find(*result, "model")->value;
  return with_value(*result, "model", with_value(model, "edit", edits));
}

class Includer {
 public:
  // Keys of the file itself count before those of its includes, later includes before earlier ones.
  NodePtr expand(const NodePtr& root, const Path& self) {
    const yaml::Entry* include =
        root->kind == yaml::NodeKind::Map ? yaml::find(*root, "include") : nullptr;
    if (include == nullptr) return root;
    open_.push_back(self);
    NodePtr base;
    for (const Value& name : Value(include->value.get(), "include", nullptr).one_or_items()) {
      const NodePtr loaded = load(name);
      base = base == nullptr ? loaded : over(loaded, base);
    }
    open_.pop_back();
    return base == nullptr ? root : over(root, base);
  }

 private:
  NodePtr load(const Value& name) {
    name.text();
    std::error_code error;
    const Path file = resolved(name), same = std::filesystem::weakly_canonical(file, error);
    if (std::find(open_.begin(), open_.end(), same) != open_.end())
      name.fail(fmt::format("'{}' includes itself through other files", file.string()));
    if (++files_ > most_files)
      name.fail(fmt::format("more than {} files are included", most_files));
    if (!std::filesystem::is_regular_file(file, error))
      name.fail(fmt::format("found no file '{}', expected a scenario to include", file.string()));
    const NodePtr root = yaml::parse_file(file);
    if (root->kind != yaml::NodeKind::Map)
      Value(root.get(), "", nullptr).fail_expected("a map with the keys of a scenario");
    return expand(root, same);
  }

  std::vector<Path> open_;
  int files_ = 0;
};

}  // namespace

std::filesystem::path resolved(const Value& path) {
  return path.node().place.source->directory / path.text();
}

NodePtr with_includes(const NodePtr& root) {
  std::error_code error;
  const yaml::Source& source = *root->place.source;
  return Includer().expand(root, std::filesystem::weakly_canonical(source.name, error));
}

}  // namespace catena::scenario
