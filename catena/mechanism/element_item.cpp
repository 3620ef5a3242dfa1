#include "catena/mechanism/element_item.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/error.hpp"
#include "catena/math/nearest_name.hpp"

namespace catena {

ElementList::ElementList(const ElementList& other) {
  items_.reserve(other.items_.size());
  for (const auto& item : other.items_) items_.push_back(item->clone());
}

ElementList& ElementList::operator=(const ElementList& other) {
  ElementList copy(other);
  items_.swap(copy.items_);
  return *this;
}

ElementItem& ElementList::find(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& item : items_) {
    if (item->name == name) return *item;
    names.push_back(item->name);
  }
  throw Error(fmt::format("there is no element named '{}'{}", name, nearest_name_hint(name, names)),
              {"element", std::string(name), ""});
}

void ElementList::fail_kind(std::string_view name) {
  throw Error(fmt::format("element '{}' is of another kind", name),
              {"element", std::string(name), ""});
}

bool ElementList::remove(std::string_view name) {
  return std::erase_if(items_, [&](const auto& item) { return item->name == name; }) > 0;
}

bool operator==(const ElementList& a, const ElementList& b) {
  return std::equal(a.items_.begin(), a.items_.end(), b.items_.begin(), b.items_.end(),
                    [](const auto& x, const auto& y) { return x->equals(*y); });
}

}  // namespace catena
