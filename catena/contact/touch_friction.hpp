#pragma once
// How much friction a touching point has while it sticks: the law of its contact, in the world.

#include "catena/contact/contact_geometry.hpp"
#include "catena/elements/touch_point.hpp"

namespace catena {

// Of contact `place`, whose body a is at X_WA.
void put_friction(const Contact& contact, const ContactPlace& place, const Transform<double>& X_WA,
                  TouchPoint& out);

}  // namespace catena
