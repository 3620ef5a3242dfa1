#pragma once

#include "catena/model/model.hpp"

namespace catena {

// The size of a tree's links [m], by which levers are called long or short: the largest of the
// distances between joints and to centres of mass, and of the radii of gyration. Where the
// mechanism stands in the world does not count.
double link_length(const Model& tree);

}  // namespace catena
