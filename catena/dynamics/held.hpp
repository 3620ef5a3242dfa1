#pragma once
// Which coordinates are held: a stop, dry friction, a path or the caller gives their accelerations,
// and loads do not move them. One flag per coordinate.

#include "catena/math/views.hpp"

namespace catena {

// What functions take, for the time of the call; empty: none is held.
using Held = VectorView<const bool>;
// What owners keep.
using HeldArray = Eigen::Array<bool, Eigen::Dynamic, 1>;

}  // namespace catena
