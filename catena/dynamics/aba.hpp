#pragma once
// Forward dynamics: the accelerations that joint efforts cause, in O(n).

#include "catena/dynamics/held.hpp"
#include "catena/dynamics/rnea.hpp"

namespace catena {

// a = M(q)^-1 (tau - h(q, v) + J^T f_external) by the articulated-body algorithm (Featherstone
// 2008, sec. 7.3; Carvalho 2007, eqs. 3.26-3.40 and 3.50-3.53).
template <class T>
void aba(const Model& model, In<T> q, In<T> v, In<T> tau, Out<T> a, Workspace<T>& ws,
         ExternalWrenches<T> external = {});

// Hybrid dynamics (Featherstone 2008, sec. 9.2): where prescribed[i] is true the acceleration a[i]
// is given and tau[i] is computed; elsewhere tau[i] is given and a[i] is computed. One entry per
// velocity coordinate.
template <class T>
void hybrid_dynamics(const Model& model, In<T> q, In<T> v, Held prescribed, Out<T> tau, Out<T> a,
                     Workspace<T>& ws, ExternalWrenches<T> external = {});

// The accelerations of hybrid_dynamics() alone: tau[i] is not looked at where prescribed[i].
template <class T>
void hybrid_accelerations(const Model& model, In<T> q, In<T> v, Held prescribed, In<T> tau,
                          Out<T> a, Workspace<T>& ws, ExternalWrenches<T> external = {});

}  // namespace catena
