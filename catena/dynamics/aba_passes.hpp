#pragma once
// The passes of the articulated-body algorithm by themselves, for recursions that build on the
// articulated inertias. For doubles and packs.

#include "catena/dynamics/workspace.hpp"

namespace catena::detail {

// Pass 1: X and v of ws.local, and the custom joints.
template <class T>
void aba_outward(const Model& model, const T* q, const T* v, Workspace<T>& ws);

// Pass 2, after pass 1: ws.axes. Those of prescribed dofs are zero, so that loads which later
// recursions carry past them neither move them nor change. With `has_external`, the wrenches in
// ws.external act on the nodes.
template <class T>
void aba_inward(const Model& model, const T* v, const T* tau, const bool* prescribed, const T* a,
                bool has_external, Workspace<T>& ws);

// Pass 3, after pass 2: the accelerations that are not prescribed, where the world has the linear
// acceleration `rise` (-g for gravity).
template <class T>
void aba_accelerations(const Model& model, const T* v, const bool* prescribed, const Vec3<T>& rise,
                       T* a, Workspace<T>& ws);

}  // namespace catena::detail
