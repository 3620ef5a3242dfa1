#pragma once
// The joint-space mass matrix and its inverse.

#include "catena/dynamics/workspace.hpp"

namespace catena {

// M(q), all of it, by the composite-rigid-body algorithm (Featherstone 2008, sec. 6.2), with rotor
// inertia on the diagonal.
template <class T>
void crba(const Model& model, In<T> q, OutMatrix<T> M, Workspace<T>& ws);

// M(q)^-1, all of it, without forming M (Carpentier 2018, "Analytical inverse of the joint space
// inertia matrix").
template <class T>
void mass_matrix_inverse(const Model& model, In<T> q, OutMatrix<T> M_inverse, Workspace<T>& ws);

}  // namespace catena
