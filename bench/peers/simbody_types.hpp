#pragma once
// What Simbody's bodies are made from.

#include <Simbody.h>

#include "../neutral_model.hpp"

namespace catena::bench {

inline SimTK::Vec3 to_simtk(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}
inline SimTK::Transform to_simtk(const Eigen::Matrix3d& R, const Eigen::Vector3d& p) {
  const SimTK::Mat33 m(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1),
                       R(2, 2));
  return {SimTK::Rotation(m), to_simtk(p)};
}
inline SimTK::MassProperties mass_properties(const NeutralBody& body) {
  const Eigen::Matrix3d& I = body.inertia_about_com;
  const SimTK::Inertia central(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
  return {body.mass, to_simtk(body.com),
          central.shiftFromMassCenter(to_simtk(body.com), body.mass)};
}

}  // namespace catena::bench
