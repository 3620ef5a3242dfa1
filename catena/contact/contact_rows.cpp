// ContactGroup: the rows that contacts offer, in units in which friction has one limit.

#include "catena/contact/contact_group.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

void put_row(const ContactPlace& place, int r, Row& row) {
  const bool is_force = r < 3;
  row.on_a = {place.node_a, at(place.on_a, r)};
  row.on_b = {place.node_b, at(place.on_b, r)};
  row.point = place.p;
  (is_force ? row.axis : row.turn) = place.axis(r);
  row.velocity = place.rate(r);
  if (is_force) row.drive = place.surface[r];
  row.target = at(place.target, r);
}

Row row_of(const ContactPlace& place, int r) {
  Row row;
  put_row(place, r, row);
  return row;
}

// Column k of the shape L: what one unit along that axis of the ball is along the rows 1, 2 and 3.
Row row_in_ball(const ContactPlace& place, int k, int rows) {
  Row out = {.on_a = {place.node_a, Force<double>::zero()},
             .on_b = {place.node_b, Force<double>::zero()},
             .point = place.p};
  for (int j = k; j < rows; ++j) {
    const double part = place.shape.L(j, k);
    const Row row = row_of(place, 1 + j);
    out.on_a.wrench += part * row.on_a.wrench, out.on_b.wrench += part * row.on_b.wrench;
    out.axis += part * row.axis, out.turn += part * row.turn;
    out.velocity += part * row.velocity, out.drive += part * row.drive;
    out.target += part * row.target;
  }
  return out;
}

// Faces that slide more slowly than this, m/s, are at rest.
constexpr double face_at_rest = 1e-7;

}  // namespace

// A face at rest has no motion that tells which ellipsoid osculates its limit surface; the friction
// that held it in the last step does.
void ContactGroup::shape_resting_faces(const State& state) {
  for (int i = 0, next = 0; i < count(); i = next) {
    for (next = i + 1; next < count() && key(next).pair == key(i).pair;) ++next;
    const Contact& c = contact(i);
    if (!c.region || c.material.spin > 0.0 || place(i).sliding_speed() > face_at_rest) continue;
    Vec3<double> force = Vec3<double>::zero(), moment = Vec3<double>::zero();
    for (const StepReaction& last : state.reactions.of_group(index())) {
      if (last.key.item != key(i).pair) continue;
      force += force_of(last);
      moment += {last.force[3], last.force[4], last.force[5]};
    }
    force = forces_.geometry().from_b(i, force), moment = forces_.geometry().from_b(i, moment);
    const std::array<Vec3<double>, 3>& axes = place(i).axes;
    const FrictionShape shape =
        c.region->shape_towards({dot(axes[1], force), dot(axes[2], force), dot(axes[0], moment)});
    for (int corner = i; corner < next; ++corner) forces_.set_shape(corner, shape);
  }
}

void ContactGroup::offer_gaps(const Look& look, const State& state, RowList& out) {
  locate(look);
  ContactModes::Cursor modes = mode_cursor(state);
  ReactionCursor last(state.reactions.of_group(index()));
  for (int i = 0; i < count(); ++i) {
    const ContactMode& mode = modes.at(key(i));
    if (!mode.closed()) continue;
    const ContactPlace& here = place(i);
    const StepReaction* const reaction = last.find(key(i).pair, key(i).feature);
    const bool sticks =
        mode.kind == ContactMode::Kind::Stick && reaction != nullptr && reaction->anchored;
    out.blocks.push_back({.group = index(),
                          .item = i,
                          .law = sticks ? Law::Cone : Law::Bounded,
                          .row = out.size(),
                          .two_sided = contact(i).bilateral});
    for (int r = 0; r < (sticks ? 3 : 1); ++r) put_row(here, r, out.rows.emplace_back());
    Row* const rows = &out.rows[static_cast<std::size_t>(out.blocks.back().row)];
    rows[0].velocity = here.gap;
    if (!sticks) continue;
    const Vec3<double> from = forces_.from_anchor(i, reaction->anchor);
    rows[1].velocity = from.y, rows[2].velocity = from.z;
  }
}

Eigen::Index ContactGroup::add_rows(int i, bool moments, RowList& out) const {
  const ContactPlace& here = place(i);
  const Contact& c = contact(i);
  const Eigen::Index first = out.size();
  put_row(here, 0, out.rows.emplace_back());
  const int rows = moments && c.has_spin() ? 3 : 2;
  for (int k = 0; k < rows; ++k)
    if (here.shape.round)
      put_row(here, 1 + k, out.rows.emplace_back());
    else
      out.add(row_in_ball(here, k, rows));
  if (moments && c.has_rolling())
    for (int r = 4; r < 6; ++r) put_row(here, r, out.rows.emplace_back());
  return first;
}

}  // namespace catena
