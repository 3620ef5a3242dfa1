// ContactGroup: recordings and what viewers show. Each pair has its columns; of a face, the sums
// over its corners.

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/touch_friction.hpp"

namespace catena {

void ContactGroup::name_columns(std::vector<RecordedColumn>& out) const {
  for (std::size_t i = 0; i < given_; ++i) {
    const Contact& c = contacts_[i];
    if (c.feature != 0) continue;
    if (c.against == Contact::Against::String) {
      for (const ColumnKind kind : {ColumnKind::StringTension, ColumnKind::StringLength})
        add_columns(kind, c.name, out);
      continue;
    }
    for (const ColumnKind kind : {ColumnKind::ContactForce, ColumnKind::ContactNormal,
                                  ColumnKind::ContactTangential, ColumnKind::ContactGap})
      add_columns(kind, c.name, out);
    if (c.has_moments()) add_columns(ColumnKind::ContactMoment, c.name, out);
  }
}

void ContactGroup::add_touch_points(const Look& look, const State& state,
                                    std::vector<TouchPoint>& out) {
  locate(look);
  ContactModes::Cursor modes = mode_cursor(state);
  using Is = TouchPoint::Is;
  for (int i = 0; i < count(); ++i) {
    const ContactMode& mode = modes.at(key(i));
    const Contact& c = contact(i);
    TouchPoint& point = out.emplace_back();
    point.is = !mode.closed()                          ? Is::Open
               : mode.kind == ContactMode::Kind::Stick ? Is::Sticking
                                                       : Is::Sliding;
    point.point = place(i).p, point.normal = place(i).axes[0];
    point.force = forces_.world_force(i), point.moment = forces_.world_moment(i);
    point.gap = place(i).gap;
    point.a = c.a, point.b = c.b, point.feature = key(i).feature;
    put_friction(c, place(i), look.pose(c.a), point);
    point.of_shapes = static_cast<std::size_t>(i) >= given_;
  }
}

double ContactGroup::distance(const Look& look, BodyId a, BodyId b) const {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; shapes_ && i < shapes_->shape_count(); ++i)
    for (int j = 0; j < shapes_->shape_count(); ++j) {
      if (shapes_->body_of(i) != a || shapes_->body_of(j) != b) continue;
      PairCache cache;
      least = std::min(
          least,
          catena::distance(shapes_->collider_of(i), look.pose(a) * shapes_->pose_on_body(i),
                           shapes_->collider_of(j), look.pose(b) * shapes_->pose_on_body(j), cache)
              .value);
    }
  return least;
}

// The force on body a in world axes; along the normal; along the surface; the gap; the moment of
// friction where there is one. Of a string: its tension and the distance of its ends.
void ContactGroup::record(const Look&, double*& out) const {
  const int given = static_cast<int>(given_);
  for (int i = 0; i < given;) {
    const Contact& c = contact(i);
    if (c.against == Contact::Against::String) {
      *out++ = forces_.force(i).x, *out++ = c.length - place(i).gap;
      ++i;
      continue;
    }
    Vec3<double> world = forces_.world_force(i), f = forces_.force(i);
    Vec3<double> moment = forces_.world_moment(i);
    double gap = place(i).gap;
    for (++i; i < given && key(i).pair == key(i - 1).pair; ++i) {
      world += forces_.world_force(i), f += forces_.force(i), moment += forces_.world_moment(i);
      gap = std::min(gap, place(i).gap);
    }
    *out++ = world.x, *out++ = world.y, *out++ = world.z;
    *out++ = f.x, *out++ = std::hypot(f.y, f.z), *out++ = gap;
    if (c.has_moments()) *out++ = moment.x, *out++ = moment.y, *out++ = moment.z;
  }
}

}  // namespace catena
