#include "catena/contact/touch_friction.hpp"

namespace catena {

void put_friction(const Contact& contact, const ContactPlace& place, const Transform<double>& X_WA,
                  TouchPoint& out) {
  const ContactMaterial& law = contact.material;
  // Static friction enlarges the whole ellipsoid.
  const double ratio = law.friction > 0.0 ? law.holds() / law.friction : 0.0;
  out.friction = law.holds(), out.sliding_friction = law.friction;
  out.spin = ratio * law.spin, out.rolling = law.rolling;
  if (place.is_along_axis) out.friction = ratio * law.across(), out.sliding_friction = law.across();
  if (law.friction_across >= 0.0 && !place.is_along_axis) {
    out.friction_across = ratio * law.across();
    out.tangent = place.axes[1];
  }
  if (!contact.region) return;
  out.friction_arm = X_WA * (contact.X_AR * contact.region->centre()) - place.p;
  if (law.spin > 0.0) return;
  const ContactRegion::InnerEllipsoid& inside = contact.region->inner_ellipsoid();
  out.spin = inside.spin * out.friction;
  out.friction *= inside.sliding, out.sliding_friction *= inside.sliding;
}

}  // namespace catena
