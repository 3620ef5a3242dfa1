#pragma once
// Energy, mass centre and momentum.

#include "catena/dynamics/kinematics.hpp"
#include "catena/dynamics/workspace.hpp"

namespace catena {

// 1/2 v^T M v, with rotor inertia.
template <class T>
T kinetic_energy(const Model& model, In<T> q, In<T> v, Workspace<T>& ws);

// -sum m g . c over all bodies, also those that cannot move; zero for a centre of mass level with
// the world's origin.
template <class T>
T potential_energy(const Model& model, In<T> q, Workspace<T>& ws);

// Mass of everything that can move: all bodies but those fixed to the world.
double moving_mass(const Model& model);

template <class T>
struct CentreOfMass {
  Vec3<T> position, velocity;  // world axes
};
// Of everything that can move. Throws ModelError when that has no mass.
template <class T>
CentreOfMass<T> centre_of_mass(const Model& model, In<T> q, In<T> v, Workspace<T>& ws);

// Spatial momentum of the whole mechanism in world axes: `about` is the world's origin, or the
// centre of mass ("centroidal").
enum class MomentumAbout { WorldOrigin, CentreOfMass };
template <class T>
Force<T> momentum(const Model& model, In<T> q, In<T> v, MomentumAbout about, Workspace<T>& ws);

// The centroidal momentum matrix A (6 x nv): centroidal momentum = A v (Orin & Goswami 2008).
template <class T>
void centroidal_momentum_matrix(const Model& model, In<T> q, OutMatrix<T> A, Workspace<T>& ws);

}  // namespace catena
