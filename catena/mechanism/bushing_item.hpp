#pragma once
// A bushing: springs and dampers for all six relative motions of two frames.

#include "catena/elements/bushing.hpp"
#include "catena/mechanism/element_item.hpp"

namespace catena {

struct BushingItem : ElementOf<BushingItem> {
  Place from = {}, to = {};  // the first and the second frame
  Stiffness stiffness = {};  // six numbers, or six rows: three rotations, then three translations
  Stiffness damping = {};    // likewise; empty: none

  std::string_view kind() const override { return "bushing"; }
  void add_to(ElementCompiler& compiler) const override;
  friend bool operator==(const BushingItem&, const BushingItem&) = default;
};

}  // namespace catena
