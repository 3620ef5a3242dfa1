#include "catena/scenario/bushings.hpp"

#include "catena/mechanism/bushing_item.hpp"
#include "catena/scenario/key_parts.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using namespace scenario_keys;

constexpr Key bushing_list[] = {
    {"name", Type::Text, "unique among bushings", required},
    nested<place>("from", Type::TextOrMap, "the first frame; the numbers refer to its axes",
                  required),
    nested<place>("to", Type::TextOrMap, "the second frame", required),
    {"stiffness", Type::NumberOrMatrix,
     "three of rotation, N m/rad, then three of translation, N/m; or six rows, SI", required},
    {"damping", Type::NumberOrMatrix, "likewise, N m s/rad and N s/m; default none"},
};
constexpr Section bushing{"bushing", bushing_list};
constexpr Key bushings_key = nested<bushing>(
    "bushings", Type::MapList, "springs and dampers for all motions between two frames");

// One number would be N m/rad and N/m at once.
Stiffness read_six(const yaml::Value& value, const Quantity& angular, const Quantity& linear) {
  if (value.is_scalar())
    value.fail_expected("three numbers for rotation, then three for translation");
  return read_stiffness(value, {angular, angular, angular, linear, linear, linear});
}

std::unique_ptr<ElementItem> read_bushing(const yaml::Fields& fields, const Mechanism&) {
  auto item = std::make_unique<BushingItem>();
  item->from = read_place(fields.at("from"));
  item->to = read_place(fields.at("to"));
  item->stiffness =
      read_six(fields.at("stiffness"), quantity::angular_stiffness, quantity::linear_stiffness);
  if (const auto damping = fields.find("damping"))
    item->damping = read_six(*damping, quantity::angular_damping, quantity::linear_damping);
  return item;
}

bool write_bushing(const ElementItem& item, MapWriter& out) {
  const auto* one = dynamic_cast<const BushingItem*>(&item);
  if (one == nullptr) return false;
  out.place("from", one->from);
  out.place("to", one->to);
  out.stiffness("stiffness", one->stiffness);
  if (!one->damping.empty()) out.stiffness("damping", one->damping);
  return true;
}

}  // namespace

ElementKind bushing_kind() {
  return {bushings_key, read_bushing, write_bushing};
}

}  // namespace catena::scenario
