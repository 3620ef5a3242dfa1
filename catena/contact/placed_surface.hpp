#pragma once
// A surface that is given in the axes of a place on its body.

#include "catena/contact/contacts.hpp"

namespace catena {

// The same surface in the frame of the body, where it stands at X.
SurfaceFunction placed_surface(SurfaceFunction surface, const Transform<double>& X);

}  // namespace catena
