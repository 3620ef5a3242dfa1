#pragma once
// Efforts that a mechanism's own springs and dampers put on its joints.

#include "catena/dynamics/workspace.hpp"

namespace catena {

// tau = -K (q - rest) - c v (Carvalho 2007, eq. 3.39, with its sign as an effort on the joint). For
// orientations, whose deflection d turns with them, -J^T K d with d/dt d = J v: the gradient of the
// elastic energy where K is symmetric.
template <class T>
void passive_efforts(const Model& model, In<T> q, In<T> v, Out<T> tau, Workspace<T>& ws);

// q (-) rest of a spring's joints, into their places of `deflection` (nv); the others stay.
template <class T>
void spring_deflection(const Model& model, In<T> q, const Spring& spring, Out<T> deflection,
                       Workspace<T>& ws);

// Adds -J^T K d for one spring, where d is its deflection (nv numbers, those of its joints are
// looked at) and d/dt d = J v; J is 1 except for orientations. K need not be the spring's own
// matrix.
template <class T>
void add_spring_efforts(const Model& model, const Spring& spring, const Eigen::MatrixXd& stiffness,
                        const T* deflection, T* tau);

// Energy in the springs, from the symmetric part of their matrices: 1/2 d^T K d.
template <class T>
T elastic_energy(const Model& model, In<T> q, Workspace<T>& ws);

}  // namespace catena
