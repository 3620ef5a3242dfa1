#include "catena/scenario/torsion_springs.hpp"

#include "catena/mechanism/torsion_spring_item.hpp"
#include "catena/scenario/key_parts.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using namespace scenario_keys;
using Interpolation = Table::Interpolation;
using TableRange = Table::Range;
using yaml::Value;

constexpr Names interpolations[] = {"linear", "monotone_cubic"};
constexpr Names ranges[] = {"extend", "clamp", "periodic"};

constexpr Key torsion_spring_list[] = {
    {"name", Type::Text, "unique among torsion springs", required},
    {"coordinate", Type::Text, "the coordinate, or the joint if it has only one", required},
    {"table", Type::NumberOrMatrix,
     "points [position, effort], rad and N m or m and N; a rising effort restores", required},
    {"interpolation", Type::Choice, "between points; default linear", false, interpolations},
    {"range", Type::Choice,
     "beyond the points: the last slope (extend, default), the last value or periodic", false,
     ranges},
    {"rest", Type::Number, "coordinate at position 0 of the table, rad or m; default 0"},
    {"damping", Type::Number, "N m s/rad or N s/m; default 0"},
};
constexpr Section torsion_spring{"torsion_spring", torsion_spring_list};
constexpr Key torsion_springs_key = nested<torsion_spring>(
    "torsion_springs", Type::MapList, "springs on coordinates, given by tables");

std::unique_ptr<ElementItem> read_torsion_spring(const yaml::Fields& fields,
                                                 const Mechanism& mechanism) {
  auto item = std::make_unique<TorsionSpringItem>();
  item->coordinate = fields.at("coordinate").text();
  const auto quantity = [&](Measure measure) {
    return quantity_of(mechanism, item->coordinate, measure);
  };
  for (const Value& point : fields.at("table").items()) {
    const std::vector<Value> pair = point.items(2, "numbers");
    item->positions.push_back(pair[0].number(quantity(Measure::Position)));
    item->efforts.push_back(pair[1].number(quantity(Measure::Effort)));
  }
  if (fields.has("interpolation"))
    item->interpolation = fields.choice("interpolation", "interpolation") == "linear"
                              ? Interpolation::Linear
                              : Interpolation::MonotoneCubic;
  if (fields.has("range")) {
    const std::string range = fields.choice("range", "range");
    item->range = range == "extend"  ? TableRange::Extend
                  : range == "clamp" ? TableRange::Clamp
                                     : TableRange::Periodic;
  }
  if (const auto rest = fields.find("rest")) item->rest = rest->number(quantity(Measure::Position));
  if (const auto damping = fields.find("damping"))
    item->damping = damping->number(quantity(Measure::Damping), yaml::Range::NonNegative);
  return item;
}

bool write_torsion_spring(const ElementItem& item, MapWriter& out) {
  const auto* spring = dynamic_cast<const TorsionSpringItem*>(&item);
  if (spring == nullptr) return false;
  out.text("coordinate", spring->coordinate);
  if (spring->positions.size() != spring->efforts.size())
    out.refuse("its table has different numbers of positions and efforts");
  std::vector<Numbers> points;
  for (std::size_t i = 0; i < spring->positions.size(); ++i)
    points.push_back({spring->positions[i], spring->efforts[i]});
  out.matrix("table", points);
  if (spring->interpolation == Interpolation::MonotoneCubic)
    out.text("interpolation", "monotone_cubic");
  if (spring->range != TableRange::Extend)
    out.text("range", spring->range == TableRange::Clamp ? "clamp" : "periodic");
  out.number("rest", spring->rest, 0.0);
  out.number("damping", spring->damping, 0.0);
  return true;
}

}  // namespace

ElementKind torsion_spring_kind() {
  return {torsion_springs_key, read_torsion_spring, write_torsion_spring};
}

}  // namespace catena::scenario
