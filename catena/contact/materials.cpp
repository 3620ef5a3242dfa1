#include "catena/contact/materials.hpp"

#include <algorithm>

namespace catena {

namespace {

MaterialPair pair(const char* a, const char* b, double holds, double slides) {
  ContactMaterial law{.restitution = 0.0, .friction = slides};
  law.static_friction = holds;
  return {a, b, law};
}

bool names(const MaterialPair& pair, std::string_view a, std::string_view b) {
  return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
}

// Pairs that name both go before those that name one and hold for any other.
const MaterialPair* find(std::span<const MaterialPair> pairs, std::string_view a,
                         std::string_view b) {
  const auto search = [&](std::string_view x, std::string_view y) -> const MaterialPair* {
    const auto found = std::find_if(pairs.begin(), pairs.end(),
                                    [&](const MaterialPair& p) { return names(p, x, y); });
    return found == pairs.end() ? nullptr : &*found;
  };
  if (const MaterialPair* const both = search(a, b)) return both;
  if (const MaterialPair* const one = a.empty() ? nullptr : search(a, "")) return one;
  return b.empty() ? nullptr : search(b, "");
}

// Concrete is stone to everything, and to stone.
std::vector<MaterialPair> with_concrete(std::vector<MaterialPair> pairs) {
  const std::vector<MaterialPair> plain = pairs;
  for (const MaterialPair& of_stone : plain) {
    if (of_stone.a != "stone") continue;
    pairs.push_back(of_stone);
    pairs.back().a = "concrete";
    if (of_stone.b != "stone") continue;
    pairs.push_back(pairs.back());
    pairs.back().b = "concrete";
  }
  return pairs;
}

}  // namespace

std::span<const MaterialPair> common_materials() {
  static const std::vector<MaterialPair> all = with_concrete({
      pair("plastic", "wood", 0.4, 0.3),
      pair("plastic", "plastic", 0.3, 0.2),
      pair("wood", "wood", 0.4, 0.3),
      pair("metal", "metal", 0.2, 0.1),
      pair("metal", "plastic", 0.2, 0.1),
      pair("metal", "wood", 0.3, 0.2),
      pair("glass", "glass", 0.2, 0.1),
      pair("glass", "wood", 0.3, 0.2),
      pair("glass", "plastic", 0.2, 0.1),
      pair("glass", "metal", 0.2, 0.1),
      pair("stone", "stone", 0.7, 0.6),
      pair("stone", "metal", 0.4, 0.3),
      pair("stone", "wood", 0.6, 0.5),
      pair("stone", "plastic", 0.6, 0.5),
      pair("stone", "rubber", 1.5, 1.4),
      pair("rubber", "rubber", 2.0, 1.9),
      pair("rubber", "", 1.0, 0.9),
  });
  return all;
}

MaterialTable::MaterialTable(std::vector<MaterialPair> own, const ContactMaterial& otherwise)
    : own_(std::move(own)), otherwise_(otherwise) {}

const ContactMaterial& MaterialTable::law(std::string_view a, std::string_view b) const {
  if (const MaterialPair* const found = find(own_, a, b)) return found->law;
  if (const MaterialPair* const found = find(common_materials(), a, b)) return found->law;
  return otherwise_;
}

bool MaterialTable::knows(std::string_view material) const {
  const std::vector<std::string> all = names();
  return std::find(all.begin(), all.end(), material) != all.end();
}

std::vector<std::string> MaterialTable::names() const {
  std::vector<std::string> all;
  const auto add = [&](std::span<const MaterialPair> pairs) {
    for (const MaterialPair& pair : pairs)
      for (const std::string& name : {pair.a, pair.b})
        if (!name.empty()) all.push_back(name);
  };
  add(own_), add(common_materials());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace catena
