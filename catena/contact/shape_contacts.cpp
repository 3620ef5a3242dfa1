#include "catena/contact/shape_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace catena {

namespace {

// How far a body may come within a step, generously: this many times as far as it is fast now, and
// as it would fall.
constexpr double faster = 2.0, heavier = 100.0;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

double speed_of(const Motion<double>& v, double reach) {
  return norm(v.linear) + norm(v.angular) * reach;
}

}  // namespace

ShapeContacts::ShapeContacts(const Coordinates& coordinates, const ShapeContactOptions& options,
                             int first_pair)
    : first_pair_(first_pair), distance_(options.distance), filter_(options.filter) {
  const Model& model = coordinates.tree();
  add_shapes(model, options);
  find_touching_bodies(coordinates, options);
  const double g = norm(model.gravity());
  gravity_ = g > 0.0 ? g : 1.0;
  moving_.resize(items_.size());
  for (int i = 0; i < shape_count(); ++i)
    if (is_bounded(items_[index(i)].collider.shape.kind)) order_.push_back(i);
  const MaterialTable table(options.materials, options.otherwise);
  for (const std::string& a : material_names_)
    for (const std::string& b : material_names_) laws_.push_back(table.law(a, b));
}

void ShapeContacts::add_shapes(const Model& model, const ShapeContactOptions& options) {
  const auto material = [&](const std::string& name) {
    const auto found = std::find(material_names_.begin(), material_names_.end(), name);
    if (found != material_names_.end()) return static_cast<int>(found - material_names_.begin());
    material_names_.push_back(name);
    return static_cast<int>(material_names_.size()) - 1;
  };
  const auto add = [&](BodyId body, const BodyShape& shape, const std::string& name) {
    Collider collider = make_collider(shape);
    const double reach = norm(shape.X_BS.translation) + collider.size;
    if (!is_bounded(shape.kind)) unbounded_.push_back(shape_count());
    items_.push_back(
        {body, shape.X_BS, std::move(collider), material(shape.material), reach,
         body == world_body && options.ground && items_.empty() ? "ground" : model.body(body).name,
         name});
  };
  if (options.ground) {
    BodyShape floor = half_space_shape();
    floor.material = options.ground_material;
    add(world_body, floor, "ground");
  }
  for (int b = 0; b < model.body_count(); ++b) {
    int number = 0;
    for (const BodyShape& shape : model.shapes(BodyId{b})) {
      if (shape.touches)
        add(BodyId{b}, shape, model.body(BodyId{b}).name + "." + std::to_string(number));
      ++number;
    }
  }
}

// Bodies that a joint connects, that stand still towards each other, or that are to be ignored, do
// not touch. What hangs on the world touches its ground all the same.
void ShapeContacts::find_touching_bodies(const Coordinates& coordinates,
                                         const ShapeContactOptions& options) {
  const Model& model = coordinates.tree();
  bodies_ = model.body_count();
  apart_.assign(index(bodies_) * index(bodies_), Filter::Touch);
  const auto node = [&](BodyId body) { return model.body(body).node; };
  const auto part = [&](BodyId a, BodyId b, Filter filter) {
    for (Filter* const entry :
         {&apart_[index(a.index * bodies_ + b.index)], &apart_[index(b.index * bodies_ + a.index)]})
      *entry = std::max(*entry, filter);
  };
  // With all that is welded to them.
  const auto part_joined = [&](BodyId parent, BodyId child) {
    for (int a = 0; a < bodies_; ++a)
      for (int b = 0; b < bodies_; ++b)
        if (node(BodyId{a}) == node(parent) && node(BodyId{b}) == node(child))
          part(BodyId{a}, BodyId{b}, Filter::Joined);
  };
  for (int a = 0; a < bodies_; ++a)
    for (int b = 0; b < bodies_; ++b)
      if (node(BodyId{a}) == node(BodyId{b})) part(BodyId{a}, BodyId{b}, Filter::Never);
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
}

bool ShapeContacts::may_touch(int a, int b) const {
  const Item &one = items_[index(a)], &other = items_[index(b)];
  const Filter filter = apart_[index(one.body.index * bodies_ + other.body.index)];
  if (filter == Filter::Touch) return true;
  const auto is_ground = [](const Item& item) {
    return item.body == world_body && !is_bounded(item.collider.shape.kind);
  };
  return filter == Filter::Joined && (is_ground(one) || is_ground(other));
}

std::pair<int, int> ShapeContacts::shapes_of(int pair) const {
  const int n = pair - first_pair_;
  int b = static_cast<int>(0.5 * (1.0 + std::sqrt(1.0 + 8.0 * static_cast<double>(n))));
  while (b * (b - 1) / 2 > n) --b;
  while ((b + 1) * b / 2 <= n) ++b;
  return {n - b * (b - 1) / 2, b};
}

int ShapeContacts::pair_of(int a, int b) const {
  if (a > b) std::swap(a, b);
  return first_pair_ + b * (b - 1) / 2 + a;
}

std::string ShapeContacts::name(int pair) const {
  const auto [a, b] = shapes_of(pair);
  return body_name(a) + " " + body_name(b);
}

// ---- One search.

void ShapeContacts::place(const Look& look, double ahead) {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    Moving& now = moving_[i];
    now.X_WS = look.pose(item.body) * item.X_BS;
    now.margin = 0.5 * distance_;
    if (item.body != world_body) {
      const double speed = speed_of(look.velocity(item.body), item.reach);
      now.margin += faster * speed * ahead + heavier * gravity_ * ahead * ahead;
    }
    now.box = transformed(now.X_WS, item.collider.bounds);
    now.box = fattened(now.box, {now.margin, now.margin, now.margin});
  }
}

// Along x, one after the other; what has no end is near to all.
void ShapeContacts::find_near() {
  near_.clear();
  const auto add = [&](int a, int b) {
    if (a > b) std::swap(a, b);
    if (may_touch(a, b)) near_.push_back({pair_of(a, b), a, b});
  };
  const auto low = [&](int i) { return moving_[index(i)].box.low.x; };
  std::sort(order_.begin(), order_.end(),
            [&](int a, int b) { return low(a) < low(b) || (low(a) == low(b) && a < b); });
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const BoundingBox& box = moving_[index(order_[i])].box;
    for (std::size_t j = i + 1; j < order_.size() && low(order_[j]) <= box.high.x; ++j)
      if (overlap(box, moving_[index(order_[j])].box)) add(order_[i], order_[j]);
    for (const int ground : unbounded_) add(ground, order_[i]);
  }
  std::sort(near_.begin(), near_.end());
}

void ShapeContacts::find(const Look& look, const RegionHints& hints, double ahead,
                         std::vector<Contact>& contacts, std::vector<ContactKey>& keys) {
  place(look, ahead);
  find_near();
  found_.clear();
  auto hint = hints ? hints->begin() : std::vector<RegionHint>::const_iterator{};
  for (const Near& near : near_) {
    const RegionHint* before = nullptr;
    if (hints) {
      while (hint != hints->end() && hint->pair < near.pair) ++hint;
      if (hint != hints->end() && hint->pair == near.pair) before = &*hint;
    }
    add_contacts(near, before, contacts, keys);
  }
  hints_ =
      hints && *hints == found_ ? hints : std::make_shared<const std::vector<RegionHint>>(found_);
}

void ShapeContacts::add_contacts(const Near& near, const RegionHint* hint,
                                 std::vector<Contact>& contacts, std::vector<ContactKey>& keys) {
  const Item &a = items_[index(near.a)], &b = items_[index(near.b)];
  const Moving &at_a = moving_[index(near.a)], &at_b = moving_[index(near.b)];
  cache_ = {};
  if (hint != nullptr) {
    cache_.reference = hint->reference, cache_.face_a = hint->face_a, cache_.face_b = hint->face_b;
    cache_.features = hint->features;
  }
  regions_.clear();
  const Distance apart = add_regions(a.collider, at_a.X_WS, b.collider, at_b.X_WS,
                                     at_a.margin + at_b.margin, cache_, regions_);
  if (regions_.points.empty()) return;
  if (filter_ && !filter_({a.body, b.body, apart, hint != nullptr})) return;
  found_.push_back({near.pair, cache_.reference, cache_.face_a, cache_.face_b, cache_.features});
  std::sort(regions_.points.begin(), regions_.points.end(),
            [](const RegionPoint& p, const RegionPoint& q) { return p.feature < q.feature; });
  std::uint64_t last = 0;
  bool any = false;
  for (const RegionPoint& point : regions_.points) {
    if (any && point.feature == last) continue;
    add_contact(near, point, contacts, keys);
    last = point.feature, any = true;
  }
}

// Until the next search, the point is fixed to its body and the plane to the other.
void ShapeContacts::add_contact(const Near& near, const RegionPoint& point,
                                std::vector<Contact>& contacts,
                                std::vector<ContactKey>& keys) const {
  const Item &a = items_[index(near.a)], &b = items_[index(near.b)];
  Contact contact;
  contact.material = laws_[index(a.material) * material_names_.size() + index(b.material)];
  contact.feature = point.feature;
  const bool plane_on_a = point.kind == PointKind::PointOnA;
  const Item &of = plane_on_a ? b : a, &on = plane_on_a ? a : b;
  contact.a = of.body, contact.b = on.body;
  contact.p_A = of.X_BS * (plane_on_a ? point.point_b : point.point_a);
  contact.p_B = on.X_BS * (plane_on_a ? point.point_a : point.point_b);
  contact.normal_B = on.X_BS.rotation * (plane_on_a ? -point.n_a : point.n_b);
  contact.radius = plane_on_a ? point.radius_b : point.radius_a;
  contact.radius_b = plane_on_a ? point.radius_a : point.radius_b;
  if (point.kind == PointKind::Smooth && contact.radius_b > 0.0) {
    contact.against = Contact::Against::Sphere;
  } else {
    // A point of a rounded plane is that of its surface.
    contact.p_B += contact.radius_b * contact.normal_B;
    contact.radius_b = 0.0;
  }
  contacts.push_back(contact);
  keys.push_back({near.pair, point.feature});
}

}  // namespace catena
