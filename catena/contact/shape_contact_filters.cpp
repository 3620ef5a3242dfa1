// ShapeContacts: which shapes there are, and which of them may touch.

#include <algorithm>
#include <cmath>

#include "catena/contact/shape_contacts.hpp"
#include "catena/contact/sleep_record.hpp"

namespace catena {

namespace {

std::size_t place_of(int i) {
  return static_cast<std::size_t>(i);
}

std::pair<int, int> in_order(BodyId a, BodyId b) {
  return std::minmax({a.index, b.index});
}

}  // namespace

ShapeContacts::ShapeContacts(const Coordinates& coordinates, const ShapeContactOptions& options,
                             int first_pair, ThreadTeam* team)
    : first_pair_(first_pair), distance_(options.distance), filter_(options.filter), team_(team) {
  const Model& model = coordinates.tree();
  for (const ShapeBelt& belt : options.belts) belts_.push_back(belt.belt->name);
  add_shapes(model, options);
  find_touching_bodies(coordinates, options);
  add_solids(model);
  const double g = norm(model.gravity());
  gravity_ = g > 0.0 ? g : 1.0;
  const MaterialTable table(options.materials, options.otherwise);
  for (const ShapeSurface& a : surfaces_)
    for (const ShapeSurface& b : surfaces_) laws_.push_back(law_between(table, a, b));
}

void ShapeContacts::add_shapes(const Model& model, const ShapeContactOptions& options) {
  const auto surface = [&](const BodyShape& shape) {
    const ShapeSurface own{shape.material, shape.friction_across, shape.friction_axis};
    const auto found = std::find(surfaces_.begin(), surfaces_.end(), own);
    if (found != surfaces_.end()) return static_cast<int>(found - surfaces_.begin());
    surfaces_.push_back(own);
    return static_cast<int>(surfaces_.size()) - 1;
  };
  const auto belt_of = [&](BodyId body, int number) {
    const auto found = std::find_if(
        options.belts.begin(), options.belts.end(),
        [&](const ShapeBelt& belt) { return belt.body == body && belt.shape == number; });
    return found != options.belts.end() ? static_cast<int>(found - options.belts.begin()) : -1;
  };
  const auto add = [&](BodyId body, const BodyShape& shape, int number, const std::string& name) {
    Collider collider = make_collider(shape);
    const double reach = norm(shape.X_BS.translation) + collider.size;
    items_.push_back(
        {body, shape.X_BS, std::move(collider), surface(shape), reach, -1,
         body == world_body && options.ground && items_.empty() ? "ground" : model.body(body).name,
         name, belt_of(body, number)});
    const Vec3<double> half = is_convex_solid(items_.back().collider)
                                  ? half_axes(items_.back().collider.convex)
                                  : Vec3<double>::zero();
    if (dot(half, half) > 0.0) {
      const Mat3<double>& R = shape.X_BS.rotation;
      items_.back().half_axes = std::make_shared<const Mat3<double>>(
          Mat3<double>{half.x * R.c0, half.y * R.c1, half.z * R.c2});
    }
  };
  if (options.ground) {
    BodyShape floor = half_space_shape();
    floor.material = options.ground_material;
    add(world_body, floor, -1, "ground");
  }
  for (int b = 0; b < model.body_count(); ++b) {
    int number = 0;
    for (const BodyShape& shape : model.shapes(BodyId{b})) {
      if (shape.touches)
        add(BodyId{b}, shape, number, model.body(BodyId{b}).name + "." + std::to_string(number));
      ++number;
    }
  }
}

// Those of the world stay where they are. What has no end and may move is near to all.
void ShapeContacts::add_solids(const Model& model) {
  moving_.resize(items_.size());
  const std::vector<int> trees = trees_of_nodes(model);
  for (const Item& item : items_)
    tree_of_.push_back(trees[place_of(node_of_body_[place_of(item.body.index)])]);
  for (int i = 0; i < shape_count(); ++i) {
    Item& item = items_[place_of(i)];
    const bool is_fixed = node_of_body_[place_of(item.body.index)] == 0;
    const Transform<double> X_WS = model.body(item.body).X_NB * item.X_BS;
    if (is_bounded(item.collider.shape.kind)) {
      item.solid = broad_.add(transformed(X_WS, item.collider.bounds), !is_fixed);
    } else if (is_fixed && item.collider.shape.kind == ShapeKind::HalfSpace) {
      const Vec3<double> n = X_WS.rotation.c2;
      item.solid = broad_.add_half_space(n, dot(n, X_WS.translation));
    } else {
      near_to_all_.push_back(i);
      continue;
    }
    item_of_solid_.push_back(i);
  }
}

void ShapeContacts::part(BodyId a, BodyId b, Filter filter) {
  parted_.push_back({in_order(a, b), filter});
  has_filters_[place_of(a.index)] = has_filters_[place_of(b.index)] = 1;
}

// Bodies that a joint connects, that stand still towards each other, or that are to be ignored, do
// not touch. What hangs on the world touches its ground all the same.
void ShapeContacts::find_touching_bodies(const Coordinates& coordinates,
                                         const ShapeContactOptions& options) {
  const Model& model = coordinates.tree();
  std::vector<std::vector<BodyId>> solid(model.nodes().size());
  for (int b = 0; b < model.body_count(); ++b) {
    const BodyInfo& body = model.body(BodyId{b});
    node_of_body_.push_back(body.node);
    // Welds may be joints like others. Parents come first.
    const bool welded = b > 0 && model.joint(body.inboard_joint).spec.kind == JointKind::Weld;
    solid_of_body_.push_back(
        welded ? solid_of_body_[place_of(model.joint(body.inboard_joint).parent.index)]
               : body.node);
    solid[place_of(solid_of_body_.back())].push_back(BodyId{b});
  }
  has_filters_.assign(node_of_body_.size(), 0);
  // With all that is welded to them. The first link of an arm whose base stands on the world may
  // touch what else stands there.
  const auto part_joined = [&](BodyId parent, BodyId child) {
    for (const BodyId a : solid[place_of(solid_of_body_[place_of(parent.index)])])
      for (const BodyId b : solid[place_of(solid_of_body_[place_of(child.index)])])
        if (a != world_body || parent == world_body) part(a, b, Filter::Joined);
  };
  if (!options.connected_touch) {
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& joint = model.joint(JointId{j});
      if (joint.spec.kind != JointKind::Free) part_joined(joint.parent, joint.child);
    }
    if (coordinates.loops())
      for (const LoopJoint& joint : coordinates.loops()->specs().joints)
        part_joined(joint.a, joint.b);
  }
  for (const auto& [a, b] : options.ignore) part(a, b, Filter::Never);
  // Of several filters of a pair the strictest comes first.
  std::sort(parted_.begin(), parted_.end(), [](const Parted& x, const Parted& y) {
    return x.bodies != y.bodies ? x.bodies < y.bodies : x.filter > y.filter;
  });
}

ShapeContacts::Filter ShapeContacts::filter_of(BodyId a, BodyId b) const {
  if (solid_of_body_[place_of(a.index)] == solid_of_body_[place_of(b.index)]) return Filter::Never;
  if (has_filters_[place_of(a.index)] == 0 || has_filters_[place_of(b.index)] == 0)
    return Filter::Touch;
  const std::pair<int, int> bodies = in_order(a, b);
  const auto found = std::lower_bound(
      parted_.begin(), parted_.end(), bodies,
      [](const Parted& x, const std::pair<int, int>& wanted) { return x.bodies < wanted; });
  return found != parted_.end() && found->bodies == bodies ? found->filter : Filter::Touch;
}

bool ShapeContacts::may_touch(int a, int b) const {
  const Item &one = items_[place_of(a)], &other = items_[place_of(b)];
  const Filter filter = filter_of(one.body, other.body);
  if (filter == Filter::Touch) return true;
  const auto is_ground = [](const Item& item) {
    return item.body == world_body && !is_bounded(item.collider.shape.kind);
  };
  return filter == Filter::Joined && (is_ground(one) || is_ground(other));
}

// Pairs are numbered as they are ordered: by the first shape, then by the second.
std::pair<int, int> ShapeContacts::shapes_of(int pair) const {
  const int n = pair - first_pair_;
  return {n / shape_count(), n % shape_count()};
}

int ShapeContacts::pair_of(int a, int b) const {
  if (a > b) std::swap(a, b);
  return first_pair_ + a * shape_count() + b;
}

std::string ShapeContacts::name(int pair) const {
  const auto [a, b] = shapes_of(pair);
  return body_name(a) + " " + body_name(b);
}

}  // namespace catena
