#pragma once
// Jacobians: V_WF = J(q) v. Rows angular first; columns as in v.

#include "catena/dynamics/kinematics.hpp"
#include "catena/dynamics/workspace.hpp"

namespace catena {

// All columns at once (6 x nv), in world axes about the world's origin. Column k is the velocity
// per unit v[k] of every body that moves with dof k, so each body's Jacobian is a choice of
// columns.
template <class T>
void jacobians(const Model& model, In<T> q, OutMatrix<T> J, Workspace<T>& ws);

// Jacobian of one frame (6 x nv), from poses computed before.
template <class T>
void frame_jacobian(const Model& model, const Kinematics<T>& kinematics, FrameId frame,
                    Reference in, OutMatrix<T> J);

// (dJ/dt) v of one frame: its acceleration when the joints' accelerations are zero. Needs a
// Kinematics computed with v and a = 0.
template <class T>
Motion<T> frame_jacobian_dot_v(const Model& model, const Kinematics<T>& kinematics_zero_a,
                               FrameId frame, Reference in);

}  // namespace catena
