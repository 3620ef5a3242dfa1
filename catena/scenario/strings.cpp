#include "catena/scenario/strings.hpp"

#include "catena/mechanism/string_item.hpp"
#include "catena/scenario/key_parts.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using scenario_keys::nested;
using scenario_keys::place;
using scenario_keys::required;
using Type = yaml::ValueType;

constexpr yaml::Key string_keys[] = {
    {"name", Type::Text, "unique among strings and contacts", required},
    nested<place>("from", Type::TextOrMap, "where it begins: a point of a body", required),
    nested<place>("to", Type::TextOrMap, "where it ends", required),
    {"length", Type::Number, "m", required},
    {"restitution", Type::Number, "of the jerk when it becomes taut: 0 (no rebound; default) to 1"},
};
constexpr yaml::Section string_section{"string", string_keys};

std::unique_ptr<ElementItem> read_string(const yaml::Fields& fields, const Mechanism&) {
  auto item = std::make_unique<StringItem>();
  item->from = read_place(fields.at("from"));
  item->to = read_place(fields.at("to"));
  item->length = fields.at("length").number(quantity::length, yaml::Range::Positive);
  if (const auto restitution = fields.find("restitution"))
    item->restitution = read_restitution(*restitution);
  return item;
}

bool write_string(const ElementItem& item, MapWriter& out) {
  const auto* string = dynamic_cast<const StringItem*>(&item);
  if (string == nullptr) return false;
  out.place("from", string->from);
  out.place("to", string->to);
  out.number("length", string->length);
  out.number("restitution", string->restitution, 0.0);
  return true;
}

constexpr const yaml::Section* sections[] = {&string_section};

}  // namespace

ElementKind string_kind() {
  return {
      {"strings", Type::MapList, "inextensible strings between two points", false, {}, sections},
      read_string,
      write_string};
}

}  // namespace catena::scenario
