// ContactGroup: recordings and what viewers show. Each pair has its columns; of a face, the sums
// over its corners.

#include <algorithm>
#include <cmath>

#include "catena/contact/contact_group.hpp"

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
    out.push_back({!mode.closed()                          ? Is::Open
                   : mode.kind == ContactMode::Kind::Stick ? Is::Sticking
                                                           : Is::Sliding,
                   place(i).p, place(i).axes[0]});
  }
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
