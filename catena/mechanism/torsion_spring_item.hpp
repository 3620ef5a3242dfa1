#pragma once
// A spring with a damper on a joint coordinate, whose torque is given by a table.

#include "catena/elements/torsion_spring.hpp"
#include "catena/mechanism/element_item.hpp"

namespace catena {

struct TorsionSpringItem : ElementOf<TorsionSpringItem> {
  std::string coordinate = {};  // or a joint with one coordinate
  Numbers positions, efforts;   // the points of the table, rad and N m, or m and N
  Table::Interpolation interpolation = Table::Interpolation::Linear;
  Table::Range range = Table::Range::Extend;
  double rest = 0.0;     // where the table's zero is, rad or m
  double damping = 0.0;  // N m s/rad or N s/m

  std::string_view kind() const override { return "torsion spring"; }
  void add_to(ElementCompiler& compiler) const override;
  friend bool operator==(const TorsionSpringItem&, const TorsionSpringItem&) = default;
};

}  // namespace catena
