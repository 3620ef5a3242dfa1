#include "catena/sim/switchable.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/nearest_name.hpp"
#include "catena/model/model_error.hpp"

namespace catena {

std::vector<SwitchedElement> switchable_elements(const SimulationSetup& setup) {
  std::vector<SwitchedElement> all;
  for (const Motor& motor : setup.motors) all.push_back({"motor", motor.name});
  for (const Contact& contact : setup.contacts)
    if (contact.feature == 0) all.push_back({"contact", contact.name});
  for (const ShapeBelt& belt : setup.shape_contacts.belts)
    if (const SwitchedElement element{"belt", belt.belt->name};
        all.empty() || !(all.back() == element))
      all.push_back(element);
  for (const Cable& cable : setup.cables) all.push_back({"cable", cable.name});
  for (const auto& set : setup.elements)
    if (!set->kind().empty())
      for (const std::string& name : set->names()) all.push_back({std::string(set->kind()), name});
  return all;
}

void check_switchable(const SwitchedElement& element, const SimulationSetup& setup) {
  const std::vector<SwitchedElement> all = switchable_elements(setup);
  if (std::find(all.begin(), all.end(), element) != all.end()) return;
  std::vector<std::string> names;
  for (const SwitchedElement& other : all)
    if (other.kind == element.kind) names.push_back(other.name);
  throw ModelError(fmt::format("there is no {} '{}' to be switched{}", element.kind, element.name,
                               nearest_name_hint(element.name, names)));
}

}  // namespace catena
