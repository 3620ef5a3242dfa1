#pragma once
// Inextensible strings.

#include "catena/mechanism/element_item.hpp"

namespace catena {

// Between two points. It pulls and does not push; where it becomes taut, velocities jump.
struct StringItem : ElementOf<StringItem> {
  Place from = {}, to = {};
  double length = 0.0;       // m
  double restitution = 0.0;  // of the jerk when it becomes taut, 0 to 1

  std::string_view kind() const override { return "string"; }
  void add_to(ElementCompiler& compiler) const override;
  friend bool operator==(const StringItem&, const StringItem&) = default;
};

}  // namespace catena
