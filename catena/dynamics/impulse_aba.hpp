#pragma once
// Impulsive dynamics: the jump of all velocities that impulses cause, in O(n).

#include "catena/dynamics/held.hpp"
#include "catena/dynamics/rnea.hpp"

namespace catena {

// dv = M(q)^-1 (joint_impulse + J^T impulses) by the articulated-body algorithm integrated over no
// time (Carvalho 2007, eqs. 4.2-4.9; in 4.7-4.8 phi^T is meant where phi meets gamma). `impulses`
// act on the bodies, in their axes about their origins [N m s, N s]; an empty joint_impulse is
// none. Coordinates that are held (one entry per coordinate, or empty: none), such as those at
// their limits, do not move, whatever impulse that takes.
template <class T>
void impulse_aba(const Model& model, In<T> q, In<T> joint_impulse, Held held, Out<T> dv,
                 Workspace<T>& ws, ExternalWrenches<T> impulses = {});

}  // namespace catena
