#include "catena/scenario/element_kinds.hpp"

#include <list>

#include "catena/scenario/applied_forces.hpp"
#include "catena/scenario/bushings.hpp"
#include "catena/scenario/parts.hpp"
#include "catena/scenario/point_springs.hpp"
#include "catena/scenario/strings.hpp"
#include "catena/scenario/torsion_springs.hpp"

namespace catena::scenario {

// One line per kind: #include its header above, and add it to the list.
std::span<const ElementKind> element_kinds() {
  static const std::vector<ElementKind> kinds = {
      point_spring_kind(), bushing_kind(),       torsion_spring_kind(),
      string_kind(),       applied_force_kind(),
  };
  return kinds;
}

void read_elements(const yaml::Fields& model, std::span<const ElementKind> kinds,
                   Mechanism& mechanism) {
  for (const ElementKind& kind : kinds) {
    const auto list = model.find(kind.key.name);
    if (!list) continue;
    for (const yaml::Value& value : list->items()) {
      const yaml::Fields fields = value.fields(kind.section());
      std::unique_ptr<ElementItem> item = kind.read(fields, mechanism);
      item->name = fields.at("name").text();
      item->said = said_of(value);
      mechanism.elements.add(std::move(item));
    }
  }
}

void write_elements(const ElementList& elements, const ElementKind& kind, MapWriter& model,
                    std::vector<bool>& written) {
  std::vector<MapWriter> list;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    MapWriter out(kind.section(), Subject{std::string(elements[i].kind()), elements[i].name, ""});
    out.text("name", elements[i].name);
    if (!kind.write(elements[i], out)) continue;
    written[i] = true;
    list.push_back(std::move(out));
  }
  if (!list.empty()) model.list(kind.key.name, std::move(list));
}

std::span<const yaml::Key> with_element_keys(std::span<const yaml::Key> keys) {
  static std::list<std::vector<yaml::Key>> kept;
  std::vector<yaml::Key>& all = kept.emplace_back(keys.begin(), keys.end());
  for (const ElementKind& kind : element_kinds()) all.push_back(kind.key);
  return all;
}

}  // namespace catena::scenario
