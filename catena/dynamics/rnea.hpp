#pragma once
// Inverse dynamics: the joint efforts that a motion needs.

#include "catena/dynamics/workspace.hpp"

namespace catena {

// Wrenches that act on bodies from outside, indexed by BodyId (the world's is ignored); each in its
// body's axes about its body's origin. An empty view means none.
template <class T>
using ExternalWrenches = VectorView<const Force<std::type_identity_t<T>>>;

// tau = M(q) a + h(q, v) - J^T f_external, with rotor inertia (recursive Newton-Euler, Featherstone
// 2008, sec. 5.3). Springs and dampers are not part of it: see passive_efforts().
template <class T>
void rnea(const Model& model, In<T> q, In<T> v, In<T> a, Out<T> tau, Workspace<T>& ws,
          ExternalWrenches<T> external = {});

// The same, and the wrench that each body gets from its parent through its inboard joint, indexed
// by BodyId: in the child body's axes about the joint frame's origin M; NaN in fused welds, where
// it is not known. Entry 0 is what the mechanism exerts on the world, in world axes about its
// origin.
template <class T>
void rnea_with_wrenches(const Model& model, In<T> q, In<T> v, In<T> a, Out<T> tau,
                        VectorView<Force<std::type_identity_t<T>>> joint_wrenches, Workspace<T>& ws,
                        ExternalWrenches<T> external = {});

// h(q, v): Coriolis, centrifugal and gravity terms; rnea with a = 0.
template <class T>
void bias_efforts(const Model& model, In<T> q, In<T> v, Out<T> h, Workspace<T>& ws);

// g(q): efforts that hold the mechanism still against gravity; rnea with v = a = 0.
template <class T>
void gravity_efforts(const Model& model, In<T> q, Out<T> g, Workspace<T>& ws);

}  // namespace catena
