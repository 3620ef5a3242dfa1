#include "catena/scenario/applied_forces.hpp"

#include "catena/mechanism/applied_force_item.hpp"
#include "catena/scenario/key_parts.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using namespace scenario_keys;
using Axes = AppliedForce::Axes;

constexpr std::string_view formula_at_point =
    "a formula of t, q.JOINT, v.JOINT, p.FRAME.x, vel.FRAME.x, and x, vx, wx of its point";

constexpr Names axes_names[] = {"world", "body"};
constexpr Names bookings[] = {"work", "dissipated"};

constexpr Key force_list[] = {
    {"name", Type::Text, "unique among forces; used in the energy ledger", required},
    nested<place>("on", Type::TextOrMap, "the point of application", required),
    {"force", Type::FormulaOrList, "three formulas, N; default none"},
    {"torque", Type::FormulaOrList, "three formulas, N m; default none"},
    {"axes", Type::Choice, "axes of both: of the world (default) or of `on`", false, axes_names},
    {"energy", Type::Choice, "entry in the ledger: work (default) or dissipated", false, bookings},
};
constexpr Section force_section{"force", force_list};
constexpr Key forces_key = nested<force_section>("forces", Type::MapList,
                                                 "forces and torques on bodies given by formulas");

std::unique_ptr<ElementItem> read_force(const yaml::Fields& fields, const Mechanism&) {
  auto item = std::make_unique<AppliedForceItem>();
  item->on = read_place(fields.at("on"));
  if (const auto force = fields.find("force"))
    item->force = read_formulas(*force, formula_at_point),
    check_units(*force, {3, quantity::force});
  if (const auto torque = fields.find("torque"))
    item->torque = read_formulas(*torque, formula_at_point),
    check_units(*torque, {3, quantity::torque});
  if (fields.has("axes"))
    item->axes = fields.choice("axes", "axes") == "body" ? Axes::Body : Axes::World;
  if (fields.has("energy")) item->dissipates = fields.choice("energy", "energy") == "dissipated";
  return item;
}

bool write_force(const ElementItem& item, MapWriter& out) {
  const auto* force = dynamic_cast<const AppliedForceItem*>(&item);
  if (force == nullptr) return false;
  if (force->function) out.refuse("it is a function of the program; give formulas");
  out.place("on", force->on);
  out.formulas("force", force->force);
  out.formulas("torque", force->torque);
  if (force->axes == Axes::Body) out.text("axes", "body");
  if (force->dissipates) out.text("energy", "dissipated");
  return true;
}

}  // namespace

ElementKind applied_force_kind() {
  return {forces_key, read_force, write_force};
}

}  // namespace catena::scenario
