#pragma once
// Which element is meant: its kind and its name.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace catena {

struct SwitchedElement {
  std::string kind;  // motor, contact, string, cable, or that of its ElementSet
  std::string name;
  friend bool operator==(const SwitchedElement&, const SwitchedElement&) = default;
};

// Elements that are switched off, in the order in which that was said.
using OffList = std::vector<SwitchedElement>;

inline bool is_off(const OffList& off, std::string_view kind, std::string_view name) {
  return std::any_of(off.begin(), off.end(), [&](const SwitchedElement& element) {
    return element.kind == kind && element.name == name;
  });
}

// Those of a kind that are not off.
template <class Element>
std::vector<Element> elements_on(std::vector<Element> all, std::string_view kind,
                                 const OffList& off) {
  std::erase_if(all, [&](const Element& element) { return is_off(off, kind, element.name); });
  return all;
}

}  // namespace catena
