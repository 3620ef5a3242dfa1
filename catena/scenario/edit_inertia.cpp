// Changes to the mass of a body in a model, to its centre and to its moments.

#include "catena/math/error.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"
#include "catena/scenario/write_parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Entry;
using yaml::Fields;
using yaml::NodeKind;
using yaml::NodePtr;
using yaml::Range;
using yaml::TreeNode;
using yaml::Value;

// The keys of an inertia, none of which has to be there.
const yaml::Section& keys_of_change() {
  static const std::vector<yaml::Key> keys = [] {
    std::vector<yaml::Key> all(scenario_keys::inertia.keys.begin(),
                               scenario_keys::inertia.keys.end());
    for (yaml::Key& key : all) key.required = false;
    return all;
  }();
  static const yaml::Section section{scenario_keys::inertia.name, keys};
  return section;
}

// A key of the change; null stands for its default, which is zero.
bool read_key(const Fields& fields, const char* key, const Quantity& quantity,
              Eigen::Vector3d& target) {
  const auto given = fields.find(key);
  if (!given) return false;
  target = given->node().kind == NodeKind::Null ? Eigen::Vector3d(Eigen::Vector3d::Zero())
                                                : read_vector3(*given, quantity);
  return true;
}

// With another first moment; moments and products that are given are then about the body's origin.
BodyInertia with_first_moment(const Fields& fields, const Eigen::Vector3d& h, BodyInertia inertia) {
  if (inertia.mass != 0.0) inertia.com = h / inertia.mass;
  inertia.about_origin.reset();
  const Sym3<double> I = inertia.inertia().rotational;
  BodyInertia::AboutOrigin about{h, {I.xx, I.yy, I.zz}, {I.xy, I.xz, I.yz}};
  read_key(fields, "moments", quantity::inertia, about.moments);
  read_key(fields, "products", quantity::inertia, about.products);
  return BodyInertia::from_origin(inertia.mass, about);
}

// What is not given follows: the centre stays, moments about it scale with the mass.
BodyInertia changed(const Fields& fields, const BodyInertia& before) {
  const auto mass = fields.find("mass");
  BodyInertia result =
      mass ? before.with_mass(mass->number(quantity::mass, Range::NonNegative)) : before;
  Eigen::Vector3d first_moment;
  if (read_key(fields, "first_moment", quantity::first_moment, first_moment)) {
    if (fields.has("com"))
      fields.at("first_moment").fail("found 'com' and 'first_moment', expected only one of them");
    return with_first_moment(fields, first_moment, result);
  }
  const bool com = read_key(fields, "com", quantity::length, result.com),
             moments = read_key(fields, "moments", quantity::inertia, result.moments),
             products = read_key(fields, "products", quantity::inertia, result.products);
  if (com || moments || products) result.about_origin.reset();
  return result;
}

// As given, or that of its shapes.
BodyItem described_body(const Value& body) {
  ReadReport report;  // the body will be read once more
  BodyItem item = read_body(body, {}, report);
  if (!item.mass) item.describe(BodyInertia::from_origin(inertia_of_shapes(item)));
  return item;
}

// Shapes give a body no mass beside its inertia.
NodePtr without_masses(const TreeNode& shapes) {
  auto made = std::make_shared<TreeNode>(shapes);
  for (NodePtr& item : made->items) {
    auto shape = std::make_shared<TreeNode>(*item);
    std::erase_if(shape->entries,
                  [](const Entry& entry) { return entry.key == "mass" || entry.key == "density"; });
    item = shape;
  }
  return made;
}

NodePtr written(const BodyInertia& inertia, const TreeNode& edit, bool tolerated) {
  MapWriter out(scenario_keys::inertia, Subject{"body", "", ""});
  write_inertia(inertia, out);
  out.boolean("tolerated", tolerated, false);
  return placed(*out.take(), edit.place);
}

}  // namespace

NodePtr with_edited_inertia(const Value& body, const Value& edit) {
  try {
    const BodyItem before = described_body(body);
    const Fields fields = edit.fields(keys_of_change());
    const auto tolerated = fields.find("tolerated");
    const NodePtr inertia =
        written(changed(fields, before.inertia()), edit.node(),
                tolerated && tolerated->node().kind != NodeKind::Null ? tolerated->boolean()
                                                                      : before.tolerated);
    auto result = std::make_shared<TreeNode>(body.node());
    std::erase_if(result->entries, [](const Entry& entry) { return entry.key == "inertia"; });
    for (Entry& entry : result->entries)
      if (entry.key == "shapes") entry.value = without_masses(*entry.value);
    result->entries.push_back({"inertia", edit.node().place, inertia});
    return result;
  } catch (const MechanismError& error) {
    edit.fail(error.what());
  }
}

}  // namespace catena::scenario
