// Changes to items of an included, built-in or robot model, by name.

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/nearest_name.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"
#include "catena/scenario/write_parts.hpp"
#include "catena/yaml/repetition.hpp"

namespace catena::scenario {

namespace {

using yaml::Entry;
using yaml::NodePtr;
using yaml::TreeNode;
using yaml::Value;

// The same map without one of its keys.
NodePtr without(const TreeNode& map, std::string_view key) {
  auto made = std::make_shared<TreeNode>(map);
  std::erase_if(made->entries, [&](const Entry& entry) { return entry.key == key; });
  return made;
}

// What is to be removed may not be there in the first place.
NodePtr without_nulls(const NodePtr& node) {
  if (node->kind != yaml::NodeKind::Map) return node;
  auto made = std::make_shared<TreeNode>(*node);
  std::erase_if(made->entries,
                [](const Entry& entry) { return entry.value->kind == yaml::NodeKind::Null; });
  for (Entry& entry : made->entries) entry.value = without_nulls(entry.value);
  return made;
}

std::string item_name(const TreeNode& item) {
  const Entry* const name = item.kind == yaml::NodeKind::Map ? yaml::find(item, "name") : nullptr;
  return name == nullptr ? std::string() : name->value->text;
}

void edit_list(const std::string& key, const Value& edits, std::vector<NodePtr>& items) {
  for (const Value& edit : edits.items()) {
    const std::string name = edit.is_map() ? item_name(edit.node()) : std::string();
    if (name.empty()) edit.fail_expected("a map with the name of an item and the keys that change");
    std::vector<std::string> names;
    for (const NodePtr& item : items) names.push_back(item_name(*item));
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      edit.fail(fmt::format("the model has no '{}' among its {}{}", name, key,
                            nearest_name_hint(name, names)));
    NodePtr& item = items[static_cast<std::size_t>(found - names.begin())];
    NodePtr own = std::make_shared<const TreeNode>(edit.node());
    if (const Entry* const inertia = key == "bodies" ? yaml::find(*own, "inertia") : nullptr;
        inertia != nullptr && inertia->value->kind == yaml::NodeKind::Map) {
      item = with_edited_inertia(
          Value(item.get(), edit.path(), edit.parameters()),
          Value(inertia->value.get(), edit.path() + ".inertia", edit.parameters()));
      own = without(*own, "inertia");
    }
    item = without_nulls(yaml::merged(own, item));
  }
}

}  // namespace

NodePtr placed(const TreeNode& node, const yaml::Place& place) {
  auto made = std::make_shared<TreeNode>(node);
  made->place = place;
  for (NodePtr& item : made->items) item = placed(*item, place);
  for (Entry& entry : made->entries) entry.place = place, entry.value = placed(*entry.value, place);
  return made;
}

NodePtr written_model(const Mechanism& mechanism, const yaml::Place& place) {
  MapWriter out(scenario_keys::scenario, Subject{"model", mechanism.name, ""});
  write_model(mechanism, {}, out);
  return placed(*yaml::find(*out.take(), "model")->value, place);
}

NodePtr edited_model(const TreeNode& model, const Value& edit) {
  if (!edit.is_map())
    edit.fail_expected(
        "a map with lists of the model (bodies, joints ...) and what changes in them");
  auto made = std::make_shared<TreeNode>(model);
  std::erase_if(made->entries, [](const Entry& entry) { return entry.key == "edit"; });
  for (const auto& [key, list] : edit.named_items()) {
    const auto found = std::find_if(made->entries.begin(), made->entries.end(),
                                    [&key = key](const Entry& entry) { return entry.key == key; });
    if (found == made->entries.end() || found->value->kind != yaml::NodeKind::List) {
      std::vector<std::string> names;
      for (const Entry& entry : made->entries)
        if (entry.value->kind == yaml::NodeKind::List) names.push_back(entry.key);
      const std::string hint = nearest_name_hint(key, names);
      list.fail(fmt::format(
          "the model has no list '{}'{}", key,
          !hint.empty() ? hint
          : names.empty()
              ? "; 'edit' needs a model to change: include one, or name a built-in model or a robot"
              : fmt::format(", expected one of {}", fmt::join(names, ", "))));
    }
    auto items = std::make_shared<TreeNode>(*found->value);
    if (yaml::has_repetition(*items))
      items->items = yaml::repeated(*items, edit.parameters()->values, edit.parameters()->used);
    edit_list(key, list, items->items);
    found->value = items;
  }
  return made;
}

}  // namespace catena::scenario
