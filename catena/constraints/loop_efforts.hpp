#pragma once
// Efforts over all coordinates of a mechanism with loops: those of the tree, then those of the loop
// joints.

#include "catena/constraints/loops.hpp"
#include "catena/dynamics/workspace.hpp"

namespace catena {

// Efforts of springs and dampers, as passive_efforts() of the tree and of the loop joints has them.
void passive_efforts(const Loops& loops, In<double> q, In<double> v, Out<double> tau,
                     Workspace<double>& of_tree, Workspace<double>& of_links);

}  // namespace catena
