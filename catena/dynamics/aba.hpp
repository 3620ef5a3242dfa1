#pragma once
// Forward dynamics: the accelerations that joint efforts cause, in O(n).

#include "catena/dynamics/rnea.hpp"

namespace catena {

// a = M(q)^-1 (tau - h(q, v) + J^T f_external) by the articulated-body algorithm (Featherstone
// 2008, sec. 7.3; Carvalho 2007, eqs. 3.26-3.40 and 3.50-3.53).
template <class T>
void aba(const Model& model, In<T> q, In<T> v, In<T> tau, Out<T> a, Workspace<T>& ws,
         ExternalWrenches<T> external = {});

// Hybrid dynamics (Featherstone 2008, sec. 9.2): where prescribed[joint] is true the acceleration
// in `a` is given and tau is computed; elsewhere tau is given and `a` is computed. Indexed by
// JointId.
template <class T>
void hybrid_dynamics(const Model& model, In<T> q, In<T> v, VectorView<const bool> prescribed,
                     Out<T> tau, Out<T> a, Workspace<T>& ws, ExternalWrenches<T> external = {});

}  // namespace catena
