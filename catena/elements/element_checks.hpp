#pragma once
// Checks that elements of several kinds need. All throw ModelError with kind and name of the
// element: "spring 'front': the damping is -1, expected a finite number, 0 or more".

#include <string>
#include <string_view>
#include <vector>

#include "catena/model/model.hpp"

namespace catena {

struct ElementName {
  std::string_view kind;  // "spring", "bushing" ...
  const std::string& name;
};

[[noreturn]] void refuse(const ElementName& element, const std::string& what);

// Names must be there and differ.
void check_names(std::string_view kind, const std::vector<std::string>& names);
// Two bodies of the model, or the world and one.
void check_bodies(const ElementName& element, const Model& model, BodyId a, BodyId b);
void check_finite(const ElementName& element, std::string_view what, double value);
void check_finite(const ElementName& element, std::string_view what, const Vec3<double>& value);
// Finite, and 0 or more.
void check_not_negative(const ElementName& element, std::string_view what, double value);

}  // namespace catena
