#pragma once
// All elements of one kind that act on a mechanism.

namespace catena {

class ElementSet {
 public:
  virtual ~ElementSet() = default;
};

}  // namespace catena
