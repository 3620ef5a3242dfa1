#pragma once
// Rotations that models are described with: roll-pitch-yaw, axis-angle, and "turn z onto an axis".

#include "catena/math/quaternion.hpp"

namespace catena {

// Rotation about a coordinate axis.
Mat3<double> rotation_x(double angle);
Mat3<double> rotation_y(double angle);
Mat3<double> rotation_z(double angle);

// Fixed-axis roll (x), pitch (y), yaw (z) as in URDF: Rz(yaw) Ry(pitch) Rx(roll).
Mat3<double> rotation_from_rpy(double roll, double pitch, double yaw);

// Rotation by `angle` about the unit vector `axis`.
Mat3<double> rotation_about(const Vec3<double>& axis, double angle);

// A rotation whose third column is the unit vector `axis`; the identity for axis = z. Coordinate
// axes give cyclic permutations, so that exact zeros in a model stay exact.
Mat3<double> rotation_z_onto(const Vec3<double>& axis);

}  // namespace catena
