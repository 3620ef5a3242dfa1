// Maps whose keys are known.

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/nearest_name.hpp"
#include "catena/yaml/synonyms.hpp"
#include "catena/yaml/value_advice.hpp"
#include "catena/yaml/yaml_messages.hpp"
#include "catena/yaml/yaml_reader.hpp"

namespace catena::yaml {

namespace {

[[noreturn]] void fail_unknown_key(const Entry& entry, std::string_view path,
                                   const std::vector<std::string>& names) {
  const std::size_t colon = entry.key.find_first_of(":=");
  if (colon != std::string::npos && colon > 0 && entry.value->kind == NodeKind::Null) {
    const std::string_view word(entry.key.data(), entry.key.find_last_not_of(' ', colon - 1) + 1);
    if (std::find(names.begin(), names.end(), word) != names.end())
      fail(entry.place, fmt::format("{}{}found '{}', expected a colon and a space after '{}'", path,
                                    path.empty() ? "" : ": ", shortened(entry.key), word));
  }
  if (names.empty())
    fail(entry.place, fmt::format("{}: unknown key '{}'; this map has no keys: write {{}}", path,
                                  shortened(entry.key)));
  std::string hint = synonym_hint(entry.key, names);
  if (entry.key == "<<") hint = "; maps cannot be merged here: write all keys, or 'include' a file";
  if (hint.empty()) hint = nearest_name_hint(entry.key, names);
  fail(entry.place,
       fmt::format("{}{}unknown key '{}'{}{}{}", path, path.empty() ? "" : ": ",
                   shortened(entry.key), hint, hint.empty() ? ", expected one of " : " (keys: ",
                   fmt::format("{}{}", fmt::join(names, ", "), hint.empty() ? "" : ")")));
}

}  // namespace

bool is_cut(const TreeNode& value) {
  const auto count = [&](char c) { return std::count(value.text.begin(), value.text.end(), c); };
  return value.flow && !value.quoted && count('(') > count(')');
}

void refuse_cut_values(const TreeNode& map, std::string_view path,
                       const std::function<bool(const Entry&)>& is_wrong) {
  if (!map.flow) return;
  for (std::size_t i = 1; i < map.entries.size(); ++i) {
    const Entry &entry = map.entries[i], &before = map.entries[i - 1];
    if (entry.key.empty() || entry.value->kind != NodeKind::Null ||
        before.value->kind != NodeKind::Scalar || before.value->quoted || !is_wrong(entry))
      continue;
    const std::string& text = before.value->text;
    const bool number = text.find_first_not_of("+-0123456789") == std::string::npos &&
                        entry.key[0] >= '0' && entry.key[0] <= '9';
    const bool call = is_cut(*before.value);
    if (!number && !call) continue;
    // All that belongs to it, up to the last parenthesis.
    std::string whole = text;
    for (std::size_t k = i; k < map.entries.size() &&
                            std::count(whole.begin(), whole.end(), '(') >
                                std::count(whole.begin(), whole.end(), ')') &&
                            map.entries[k].value->kind == NodeKind::Null;
         ++k)
      whole += ", " + map.entries[k].key;
    if (text.starts_with("\u201c"))
      fail(before.value->place, fmt::format("{}{}found a typographic quote; write a straight one: "
                                            "\"",
                                            path, path.empty() ? "" : ": "));
    const bool list = whole.starts_with('(') && whole.ends_with(')');
    fail(entry.place,
         fmt::format(
             "{}{}a comma ends the value '{}' inside braces; {}", path, path.empty() ? "" : ": ",
             shortened(text),
             number ? fmt::format("write a decimal point: {}.{}", text, entry.key)
             : list ? fmt::format("a list needs brackets: {}: [{}]", before.key,
                                  whole.substr(1, whole.size() - 2))
                    : fmt::format("put it in quotes: {}: \"{}\"", before.key, shortened(whole))));
  }
}

Fields::Fields(const Value& map, const Section& section, Parameters* parameters)
    : map_(map), section_(&section), parameters_(parameters) {
  std::vector<std::string> names;
  for (const Key& key : section.keys) names.emplace_back(key.name);
  if (!map.is_map() && names.empty()) map.fail_expected("an empty map: {}");
  if (!map.is_map())
    map.fail_expected(fmt::format("a map with the keys {}{}", fmt::join(names, ", "),
                                  map_hint(map.node(), section)));
  const auto is_unknown = [&](const Entry& entry) {
    return std::find(names.begin(), names.end(), entry.key) == names.end();
  };
  refuse_cut_values(map.node(), map.path(), is_unknown);
  for (const Entry& entry : map.node().entries)
    if (is_unknown(entry)) fail_unknown_key(entry, map.path(), names);
  for (const Key& key : section.keys)
    if (key.required && yaml::find(map.node(), key.name) == nullptr)
      map.fail(fmt::format("key '{}' is missing ({})", key.name, key.meaning));
}

const Entry* Fields::entry(std::string_view key) const {
  for (const Key& known : section_->keys)
    if (known.name == key) return yaml::find(map_.node(), key);
  throw std::logic_error(fmt::format("section '{}' has no key '{}'", section_->name, key));
}

bool Fields::has(std::string_view key) const {
  return entry(key) != nullptr;
}

std::optional<Value> Fields::find(std::string_view key) const {
  const Entry* found = entry(key);
  if (found == nullptr) return std::nullopt;
  const std::string path =
      map_.path().empty() ? std::string(key) : fmt::format("{}.{}", map_.path(), key);
  return Value(found->value.get(), path, parameters_);
}

Value Fields::at(std::string_view key) const {
  const std::optional<Value> value = find(key);
  if (value) return *value;
  for (const Key& known : section_->keys)
    if (known.name == key)
      map_.fail(fmt::format("key '{}' is missing{}", key,
                            known.meaning.empty() ? "" : fmt::format(" ({})", known.meaning)));
  map_.fail(fmt::format("key '{}' is missing", key));
}

std::string_view Fields::one_of(std::initializer_list<std::string_view> keys) const {
  std::string_view chosen;
  for (const std::string_view key : keys) {
    if (!has(key)) continue;
    if (!chosen.empty())
      map_.fail(fmt::format("found both '{}' and '{}', expected only one of them", chosen, key));
    chosen = key;
  }
  if (chosen.empty())
    map_.fail(
        fmt::format("expected one of the keys {}", fmt::join(keys.begin(), keys.end(), ", ")));
  return chosen;
}

std::string Fields::choice(std::string_view key, std::string_view what) const {
  const Value value = at(key);
  std::string text = value.text();
  std::vector<std::string> names;
  for (const Key& known : section_->keys)
    if (known.name == key) names.assign(known.choices.begin(), known.choices.end());
  if (std::find(names.begin(), names.end(), text) == names.end()) value.fail_choice(what, names);
  return text;
}

void Fields::allow_only(std::initializer_list<std::string_view> keys,
                        std::string_view reason) const {
  for (const Entry& entry : map_.node().entries)
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
      yaml::fail(entry.place,
                 fmt::format("{}: key '{}' does not apply: {}", map_.path(), entry.key, reason));
}

}  // namespace catena::yaml
