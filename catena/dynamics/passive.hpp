#pragma once
// Efforts that a mechanism's own springs and dampers put on its joints.

#include "catena/dynamics/workspace.hpp"

namespace catena {

// tau = -K (q - rest) - c v (Carvalho 2007, eq. 3.39, with its sign as an effort on the joint).
template <class T>
void passive_efforts(const Model& model, In<T> q, In<T> v, Out<T> tau, Workspace<T>& ws);

// Energy in the springs, from the symmetric part of their matrices: 1/2 d^T K d.
template <class T>
T elastic_energy(const Model& model, In<T> q, Workspace<T>& ws);

}  // namespace catena
