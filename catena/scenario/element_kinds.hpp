#pragma once
// The kinds of elements that the list of a key in `model:` may hold. A kind is one entry of the
// table: reader, writer, JSON Schema and the list of keys follow from it.

#include <memory>
#include <span>
#include <vector>

#include "catena/mechanism/mechanism.hpp"
#include "catena/scenario/map_writer.hpp"
#include "catena/yaml/yaml_reader.hpp"

namespace catena::scenario {

struct ElementKind {
  // Of the list: its name, Type::MapList, its meaning and the section of the kind, which has the
  // required key `name`.
  yaml::Key key;
  // Reads all but the name and where it was said. Joints of the mechanism are known.
  std::unique_ptr<ElementItem> (*read)(const yaml::Fields& fields, const Mechanism& mechanism);
  // Writes all but the name. False where the item is of another kind.
  bool (*write)(const ElementItem& item, MapWriter& out);

  const yaml::Section& section() const { return *key.sections[0]; }
};

// All kinds. Each kind has a file of its own, and one line in element_kinds.cpp.
std::span<const ElementKind> element_kinds();

// The lists of these kinds in a model.
void read_elements(const yaml::Fields& model, std::span<const ElementKind> kinds,
                   Mechanism& mechanism);
// The list of one kind, in a map of the model's keys; nothing where there is none. Marks the items
// that it has written.
void write_elements(const ElementList& elements, const ElementKind& kind, MapWriter& model,
                    std::vector<bool>& written);
// These keys, then those of the lists of all kinds. The result lives as long as the program.
std::span<const yaml::Key> with_element_keys(std::span<const yaml::Key> keys);

}  // namespace catena::scenario
