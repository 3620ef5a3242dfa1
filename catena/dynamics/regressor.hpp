#pragma once
// The joint-torque regressor: inverse dynamics is linear in the bodies' inertial parameters.

#include "catena/dynamics/kinematics.hpp"
#include "catena/dynamics/workspace.hpp"

namespace catena {

inline constexpr int inertial_parameter_count = 10;

// The parameters of a body in the regressor's order, in the body's frame:
// m, m cx, m cy, m cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz (about the body's origin).
Eigen::VectorXd inertial_parameters(const Model& model);

// Y (nv x 10 (body_count - 1)) with rnea(q, v, a) = Y * inertial_parameters() + rotor inertia * a;
// the ten columns of body b start at 10 (b - 1) (Atkeson, An & Hollerbach 1986).
template <class T>
void torque_regressor(const Model& model, In<T> q, In<T> v, In<T> a, OutMatrix<T> Y,
                      Workspace<T>& ws);

}  // namespace catena
