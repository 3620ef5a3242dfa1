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

class Includer {
 public:
  // Keys of the file itself count before those of its includes, later includes before earlier ones.
  NodePtr expand(const NodePtr& root, const Path& self) {
    const yaml::Entry* include =
        root->kind == yaml::NodeKind::Map ? yaml::find(*root, "include") : nullptr;
    if (include == nullptr) return root;
    open_.push_back(self);
    NodePtr result = root;
    std::vector<Value> names = Value(include->value.get(), "include", nullptr).one_or_items();
    std::reverse(names.begin(), names.end());
    for (const Value& name : names) result = yaml::merged(result, load(name));
    open_.pop_back();
    return result;
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
