#pragma once
// Something that happened at one moment, as data.

#include <Eigen/Core>
#include <limits>
#include <string>

#include "catena/elements/event_kinds.hpp"

namespace catena {

// Numbers are NaN where the event has none; event_kinds.cpp lists which kind has which.
struct SimulationEvent {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  double t = 0.0;  // s
  EventKind kind = EventKind::Limit;
  std::string name = {};  // of the coordinate, contact, cable or joint
  EventHow how = EventHow::None;

  // Of the coordinate [rad/s or m/s]; of a contact [m/s]: along the normal at an impact, along the
  // surface at a jam; of bodies that are joined [m/s]: of one against the other at the joint.
  double v_before = none, v_after = none;
  double w_before = none;    // angular velocity of bodies that are joined, rad/s
  double energy_lost = 0.0;  // J, by the whole mechanism
  // On the coordinate [N m s or N s], or along the normal of the contact, on its body a [N s].
  double impulse = none;
  double tangential_impulse = none;  // along the surface, N s
  // World axes: on body a at the contact, or on body b at the joint that is made. N s, N m s.
  Eigen::Vector3d linear_impulse = Eigen::Vector3d::Constant(none);
  Eigen::Vector3d angular_impulse = Eigen::Vector3d::Constant(none);
  double x_before = none, x_after = none;  // position of the coordinate, or gap of the contact
  double rest_speed = none;                // rebounds slower than this count as none, m/s
  double bounces_end = none;               // when the bounces would have ended, s
  double restitution_factor = none;        // by which all restitutions were multiplied
  double residual = none;                  // how far forces are from the laws of contact
  double torque = none;                    // that a clutch transmits, N m
  std::string note = {};                   // for people
};

}  // namespace catena
