#pragma once
// Friction and restitution of pairs of materials, by name.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/contact/contacts.hpp"

namespace catena {

// The order of the two names does not count. An empty name stands for any material.
struct MaterialPair {
  std::string a, b;
  ContactMaterial law = {};
};

// Pairs of common materials (Miller & Christensen 2003 and the files of their simulator): metal,
// plastic, wood, glass, rubber, stone.
std::span<const MaterialPair> common_materials();

class MaterialTable {
 public:
  // `own` pairs count before the common ones; what neither has gets the law of `otherwise`.
  explicit MaterialTable(std::vector<MaterialPair> own = {},
                         const ContactMaterial& otherwise = default_law());

  // Of two materials by name; an empty name is a material without one.
  const ContactMaterial& law(std::string_view a, std::string_view b) const {
    return pair(a, b).law;
  }
  // The pair that has this law, with its materials in their order.
  const MaterialPair& pair(std::string_view a, std::string_view b) const;
  // Whether any pair names it.
  bool knows(std::string_view material) const;
  // All names, each once.
  std::vector<std::string> names() const;

  // Friction 0.5, no restitution.
  static ContactMaterial default_law() { return {.restitution = 0.0, .friction = 0.5}; }

 private:
  std::vector<MaterialPair> own_;
  MaterialPair otherwise_;
};

}  // namespace catena
