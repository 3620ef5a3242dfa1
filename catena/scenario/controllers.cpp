// Controllers: motors that work together on a path.

#include <algorithm>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/moves.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

std::vector<Quantity> quantities_of(const Mechanism& mechanism,
                                    const std::vector<std::string>& names, Measure measure) {
  std::vector<Quantity> result;
  for (const std::string& name : names) result.push_back(quantity_of(mechanism, name, measure));
  return result;
}

KnotItem read_knot(const Fields& fields, const ControllerItem& controller,
                   const Mechanism& mechanism) {
  KnotItem knot;
  knot.t = fields.at("t").number(quantity::time);
  knot.at = to_numbers(
      fields.at("at").numbers(quantities_of(mechanism, controller.follow, Measure::Position)));
  if (const auto rate = fields.find("rate"))
    knot.rate =
        to_numbers(rate->numbers(quantities_of(mechanism, controller.follow, Measure::Velocity)));
  return knot;
}

ControllerItem::Postures read_postures(const Fields& fields) {
  ControllerItem::Postures postures;
  postures.stress = fields.at("stress").number(quantity::stress, Range::Positive);
  postures.rate = fields.at("rate").number(quantity::number, Range::NonNegative);
  if (const auto spacing = fields.find("spacing"))
    postures.spacing = spacing->number(quantity::time, Range::Positive);
  return postures;
}

// Of a kind that does not exist, other keys do not matter.
void check_kind(const Value& item) {
  const yaml::Entry* const kind = item.is_map() ? yaml::find(item.node(), "kind") : nullptr;
  if (kind == nullptr || kind->value->kind != yaml::NodeKind::Scalar) return;
  for (const yaml::Key& key : scenario_keys::controller.keys)
    if (key.name == "kind" &&
        std::find(key.choices.begin(), key.choices.end(), kind->value->text) == key.choices.end())
      Value(kind->value.get(), item.path() + ".kind", item.parameters())
          .fail_choice("kind of controller", {key.choices.begin(), key.choices.end()});
}

ControllerItem read_controller(const Value& item, const Mechanism& mechanism) {
  check_kind(item);
  const Fields fields = item.fields(scenario_keys::controller);
  ControllerItem controller;
  controller.name = fields.at("name").text();
  controller.said = said_of(item);
  if (fields.choice("kind", "kind of controller") == "near_rigid")
    controller.method = ControllerItem::Kind::NearRigid;
  else
    fields.allow_only(
        {"name", "kind", "follow", "path", "inputs", "effort_limit", "rate", "impossible"},
        "computed torque does not bound the stresses of cables; near_rigid does");
  controller.follow = fields.at("follow").texts();
  controller.inputs = fields.at("inputs").texts();
  for (const Value& knot : fields.at("path").items())
    controller.path.push_back(read_knot(knot.fields(scenario_keys::knot), controller, mechanism));
  if (const auto stress = fields.find("least_stress"))
    controller.least_stress = stress->number(quantity::stress, Range::NonNegative);
  if (const auto rate = fields.find("rate"))
    controller.rate = rate->number(quantity::number, Range::NonNegative);
  if (const auto rate = fields.find("strain_rate"))
    controller.strain_rate = rate->number(quantity::number, Range::NonNegative);
  if (const auto stress = fields.find("most_stress"))
    controller.most_stress = stress->number(quantity::stress, Range::Positive);
  if (const auto postures = fields.find("postures"))
    controller.postures = read_postures(postures->fields(scenario_keys::postures));
  if (const auto limit = fields.find("effort_limit"))
    controller.effort_limit = to_numbers(limit->numbers(
        quantities_of(mechanism, controller.inputs, Measure::Effort), Range::NonNegative));
  controller.stops = fields.has("impossible") && fields.choice("impossible", "choice") == "stop";
  return controller;
}

// Such a one has keys of its own.
bool follows_moves(const Value& item) {
  if (!item.is_map()) return false;
  const yaml::Entry* const kind = yaml::find(item.node(), "kind");
  return (kind != nullptr && kind->value->text == "moves") ||
         yaml::find(item.node(), "moves") != nullptr;
}

}  // namespace

void read_controllers(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.items())
    mechanism.controllers.push_back(follows_moves(item) ? read_moves(item, mechanism)
                                                        : read_controller(item, mechanism));
}

}  // namespace catena::scenario
