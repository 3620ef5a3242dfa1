#include "catena/record/recording_units.hpp"

namespace catena {

namespace {

enum class Measure { Unknown, Angle, Length };

// What coordinate k of a node's velocity measures.
Measure measure_of(const Node& node, int k) {
  switch (node.kind) {
    case NodeKind::Revolute:
    case NodeKind::Helical:
    case NodeKind::Spherical:
      return Measure::Angle;
    case NodeKind::Prismatic:
      return Measure::Length;
    case NodeKind::Free:
      return k < 3 ? Measure::Angle : Measure::Length;
    case NodeKind::Weld:
    case NodeKind::Custom:
      break;
  }
  return Measure::Unknown;
}

}  // namespace

std::map<std::string, std::string> column_units(const Model& model) {
  std::map<std::string, std::string> units;
  for (const Node& node : model.nodes()) {
    for (int k = 0; k < node.nv; ++k) {
      const Measure measure = measure_of(node, k);
      if (measure == Measure::Unknown) continue;
      const bool angle = measure == Measure::Angle;
      const std::string name = model.coordinate_name(node.v + k), unit = angle ? "rad" : "m";
      units["v." + name] = unit + "/s";
      units["a." + name] = unit + "/s²";
      units["tau." + name] = units["limit." + name] = angle ? "N m" : "N";
      if (node.nq == node.nv) units["q." + model.configuration_name(node.q + k)] = unit;
    }
    if (node.nq == node.nv) continue;
    for (int i = 0; i < node.nq; ++i)  // a quaternion, and the position that may follow it
      units["q." + model.configuration_name(node.q + i)] = i < 4 ? "" : "m";
  }
  return units;
}

}  // namespace catena
