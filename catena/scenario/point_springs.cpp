#include "catena/scenario/point_springs.hpp"

#include "catena/mechanism/point_spring_item.hpp"
#include "catena/scenario/key_parts.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using namespace scenario_keys;
using Side = PointSpring::Side;
using yaml::Range;

constexpr Names sides[] = {"both", "pulls", "pushes"};

constexpr Key point_spring_list[] = {
    {"name", Type::Text, "unique among springs between points", required},
    nested<place>("from", Type::TextOrMap, "one end", required),
    nested<place>("to", Type::TextOrMap, "the other end", required),
    {"stiffness", Type::Number, "N/m; default 0"},
    {"damping", Type::Number, "along the line between its ends, N s/m; default 0"},
    {"rest_length", Type::Number, "m; default 0"},
    {"preload", Type::Number, "force at the rest length, N, positive for tension; default 0"},
    {"law", Type::Formula,
     "instead of these four: force, N, of x, the length, m, and v, its rate, m/s; positive for "
     "tension"},
    {"side", Type::Choice, "both (default), or only pulls or pushes", false, sides},
};
constexpr Section point_spring{"point_spring", point_spring_list};
constexpr Key point_springs_key =
    nested<point_spring>("point_springs", Type::MapList, "springs with dampers between two points");

std::unique_ptr<ElementItem> read_point_spring(const yaml::Fields& fields, const Mechanism&) {
  auto item = std::make_unique<PointSpringItem>();
  item->from = read_place(fields.at("from"));
  item->to = read_place(fields.at("to"));
  const auto read_number = [&](const char* key, const Quantity& quantity, Range range,
                               double& out) {
    if (const auto given = fields.find(key)) out = given->number(quantity, range);
  };
  read_number("stiffness", quantity::linear_stiffness, Range::NonNegative, item->stiffness);
  read_number("damping", quantity::linear_damping, Range::NonNegative, item->damping);
  read_number("rest_length", quantity::length, Range::NonNegative, item->rest_length);
  read_number("preload", quantity::force, Range::Any, item->preload);
  if (const auto law = fields.find("law"))
    item->law = read_formula(*law, "a formula of x, the length, and v, its rate");
  if (fields.has("side")) {
    const std::string side = fields.choice("side", "side");
    item->side = side == "both" ? Side::Both : side == "pulls" ? Side::Pulls : Side::Pushes;
  }
  return item;
}

bool write_point_spring(const ElementItem& item, MapWriter& out) {
  const auto* spring = dynamic_cast<const PointSpringItem*>(&item);
  if (spring == nullptr) return false;
  if (spring->law_function) out.refuse("its law is a function of the program; give a formula");
  out.place("from", spring->from);
  out.place("to", spring->to);
  out.number("stiffness", spring->stiffness, 0.0);
  out.number("damping", spring->damping, 0.0);
  out.number("rest_length", spring->rest_length, 0.0);
  out.number("preload", spring->preload, 0.0);
  out.text("law", spring->law);
  if (spring->side != Side::Both)
    out.text("side", spring->side == Side::Pulls ? "pulls" : "pushes");
  return true;
}

}  // namespace

ElementKind point_spring_kind() {
  return {point_springs_key, read_point_spring, write_point_spring};
}

}  // namespace catena::scenario
