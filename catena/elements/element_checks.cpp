#include "catena/elements/element_checks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "catena/model/model_error.hpp"

namespace catena {

void refuse(const ElementName& element, const std::string& what) {
  throw ModelError(fmt::format("{} '{}': {}", element.kind, element.name, what),
                   {std::string(element.kind), element.name, ""});
}

void check_names(std::string_view kind, const std::vector<std::string>& names) {
  std::set<std::string_view> taken;
  for (const std::string& name : names) {
    if (name.empty()) throw ModelError(fmt::format("a {} has no name; give it one", kind));
    if (!taken.insert(name).second) refuse({kind, name}, "the name is used twice; change one");
  }
}

void check_bodies(const ElementName& element, const Model& model, BodyId a, BodyId b) {
  for (const BodyId body : {a, b})
    if (body.index < 0 || body.index >= model.body_count())
      refuse(element, fmt::format("there is no body number {}, expected 0 (the world) to {}",
                                  body.index, model.body_count() - 1));
  if (a.index == b.index)
    refuse(element,
           fmt::format("both ends are on '{}'; put one on another body", model.body(a).name));
}

void check_finite(const ElementName& element, std::string_view what, double value) {
  if (!std::isfinite(value))
    refuse(element, fmt::format("the {} is {}, expected a finite number", what, value));
}

void check_finite(const ElementName& element, std::string_view what, const Vec3<double>& value) {
  for (int i = 0; i < 3; ++i) check_finite(element, what, value[i]);
}

void check_not_negative(const ElementName& element, std::string_view what, double value) {
  if (!std::isfinite(value) || value < 0.0)
    refuse(element, fmt::format("the {} is {}, expected a finite number, 0 or more", what, value));
}

}  // namespace catena
