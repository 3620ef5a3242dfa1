#pragma once
// Springs, dampers and stops of the joints of the built-in hand, and the sizes of its fingers.

#include <array>

#include "catena/library/builtin_models.hpp"

namespace catena {

// Of one joint; joints of one axis use the first number of each pair. Two-axis joints: abduction,
// then flexion.
struct JointTissue {
  using Pair = std::array<double, 2>;
  std::array<double, 4> stiffness = {};                  // N m/rad, by rows
  Pair rest = {}, lower = {}, upper = {}, damping = {};  // rad, N m s/rad
};

constexpr int hand_joints = 17;

// Joints are counted as in Table 5-III of Carvalho 2007, from 0.
const JointTissue& tissue_of_joint(HandTissue tissue, int joint);

// Of the bones beyond that joint, m.
double radius_of_bone(HandTissue tissue, int joint);

}  // namespace catena
