#pragma once
// All elements of one kind in a setup, as data: what a simulation makes its group from. Immutable,
// and shared by all simulations of a setup.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catena/elements/group.hpp"
#include "catena/elements/switched_element.hpp"

namespace catena {

class ElementSet {
 public:
  virtual ~ElementSet() = default;

  // Of the elements, in order.
  virtual std::vector<std::string> names() const = 0;
  // All their numbers, in order. Checkpoints tell by them that a mechanism has other springs, for
  // instance, than the one that was saved; what functions compute is not seen.
  virtual std::vector<double> numbers() const = 0;
  // Checks the elements against a mechanism. Throws ModelError with the element's name.
  virtual void check(const Coordinates& coordinates) const = 0;
  // The group for a mechanism, with coordinates as they are now.
  virtual std::unique_ptr<Group> make_group(const Coordinates& coordinates) const = 0;

  // What one of them is called where it is switched on and off: "spring"; empty: they cannot be.
  virtual std::string_view kind() const { return {}; }
  // The same without those that are off; null: they cannot be switched.
  virtual std::shared_ptr<const ElementSet> without(const OffList&) const { return nullptr; }
};

}  // namespace catena
