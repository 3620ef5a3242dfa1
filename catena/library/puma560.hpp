#pragma once
// The Puma 560, an arm of six hinges with a spherical wrist, with the motor side: rotor inertia,
// gears and friction. Parameters: Corke & Armstrong-Helouvry 1994.

#include <array>

#include "catena/model/model_builder.hpp"

namespace catena {

struct PumaOptions {
  // Of the axes of joints 2 above the floor, m. The arm itself begins there: with 0 it is the Puma
  // of the tables, without its pedestal.
  double shoulder_height = 0.6718;
  bool motor_side = true;  // rotor inertia, friction
};

// Bodies trunk, upper_arm, forearm, wrist_roll, wrist_bend and flange on joint1 to joint6; the
// frame of each is that of the standard Denavit-Hartenberg table at its end, so that `flange` is
// the centre of the wrist. Frame `tool`: 56.25 mm further, on the face of the flange.
ModelBuilder describe_puma560(const PumaOptions& options = {});
Model puma560(const PumaOptions& options = {});

// One motor. Seen at the joint: inertia J G^2, viscous friction B G^2, Coulomb friction |G| Tc.
struct PumaMotor {
  double rotor_inertia;    // J, kg m^2
  double gear;             // G: turns of the motor per turn of the joint
  double viscous;          // B, N m s/rad
  double coulomb_forward;  // Tc of positive joint velocity, N m, and of negative
  double coulomb_backward;
  double effort_limit;  // at the joint, N m
};
// The model's joints have one Coulomb friction for both directions, the mean of the two. What is
// missing is a constant effort: forward and backward friction are mean +- half their difference.
const std::array<PumaMotor, 6>& puma560_motors();

}  // namespace catena
