#include "tests/support/custom_joints.hpp"

#include <stdexcept>

namespace catena::test {

std::shared_ptr<const CustomJoint> shared_custom_joint(CustomShape shape) {
  static const std::array joints = {
      CustomJoint::make(EllipseJoint{}), CustomJoint::make(InvoluteJoint{}),
      CustomJoint::make(EulerBallJoint{}), CustomJoint::make(EllipsoidPanJoint{}),
      CustomJoint::make(EulerFlightJoint{})};
  return joints[static_cast<std::size_t>(shape)];
}

CustomShape shape_of(const CustomJoint* joint) {
  for (const CustomShape shape : all_custom_shapes)
    if (shared_custom_joint(shape).get() == joint) return shape;
  throw std::logic_error("shape_of: not one of the tests' custom joints");
}

}  // namespace catena::test
