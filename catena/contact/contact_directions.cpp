// ContactForces: in which directions contacts slide, spin and roll, and which are kept.

#include "catena/contact/contact_forces.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

// Below this part of the speed that a step began with, its direction is that of the beginning: the
// last of the motion has none that could be told from rounding.
constexpr double almost_stopped = 1e-3;

}  // namespace

void ContactForces::keep_directions() {
  for (int i = 0; i < geometry_.count(); ++i) {
    ContactMode& mode = at(modes_, i);
    if (mode.closed() && mode.rolling.moves && !mode.rolling.frozen) {
      keep_rolling(i, mode.rolling);
      at(kept_rollings_, i) = geometry_.place(i).rolling_speed();
    }
    if (mode.kind != ContactMode::Kind::Slide || mode.frozen) continue;
    keep_direction(i, mode);
    at(kept_speeds_, i) = geometry_.place(i).sliding_speed();
  }
}

void ContactForces::turn_frozen(int i, ContactMode& mode) const {
  mode.frozen = !mode.frozen;
  keep_direction(i, mode);
}

void ContactForces::turn_rolling_frozen(int i, ContactMode& mode) const {
  mode.rolling.frozen = !mode.rolling.frozen;
  keep_rolling(i, mode.rolling);
}

Vec3<double> ContactForces::tangents_in_b(int i, double first, double second) const {
  const ContactPlace& place = geometry_.place(i);
  return geometry_.in_b(i, first * place.axes[1] + second * place.axes[2]);
}

// The present direction of sliding becomes that of the mode; one at rest keeps what it had.
void ContactForces::keep_direction(int i, ContactMode& mode) const {
  const ContactPlace& place = geometry_.place(i);
  if (place.sliding_speed() == 0.0) return;
  const Vec3<double> g = place.shape.opposed(place.sliding());
  mode.direction = tangents_in_b(i, g.x, g.y), mode.spin = g.z;
}

void ContactForces::keep_rolling(int i, ContactMode::Rolling& mode) const {
  const ContactPlace& place = geometry_.place(i);
  const double speed = place.rolling_speed();
  if (speed == 0.0) return;
  mode.direction = tangents_in_b(i, place.turning.y / speed, place.turning.z / speed);
}

Vec3<double> ContactForces::sliding_direction(int i) const {
  const ContactPlace& place = geometry_.place(i);
  const ContactMode& mode = at(modes_, i);
  const Vec3<double> u = place.sliding(),
                     seen = along_axes(place, geometry_.from_b(i, mode.direction)),
                     kept = {seen.y, seen.z, mode.spin};
  const double speed = at(kept_speeds_, i);
  const bool stopped = speed > 0.0 && dot(u, kept) <= almost_stopped * speed;
  const bool is_kept = mode.frozen || stopped || dot(u, u) == 0.0;
  if (!place.shape.round) return is_kept ? kept : place.shape.opposed(u);
  const Vec3<double> d = is_kept ? kept : u;
  const double length = norm(d);
  return length > 0.0 ? (1.0 / length) * d : d;
}

Vec3<double> ContactForces::rolling_direction(int i) const {
  const ContactPlace& place = geometry_.place(i);
  const ContactMode::Rolling& mode = at(modes_, i).rolling;
  Vec3<double> kept = along_axes(place, geometry_.from_b(i, mode.direction));
  kept.x = 0.0;
  const double speed = place.rolling_speed(), began = at(kept_rollings_, i);
  const bool stopped = began > 0.0 && dot(place.turning, kept) <= almost_stopped * began;
  if (!mode.frozen && !stopped && speed > 0.0)
    return {0.0, place.turning.y / speed, place.turning.z / speed};
  const double length = norm(kept);
  return length > 0.0 ? (1.0 / length) * kept : kept;
}

}  // namespace catena
