#pragma once
// Constants for the sliding of contacts.

#include "catena/contact/contacts.hpp"

namespace catena {

// Contacts that slide more slowly than this, m/s, are at rest and may stick.
inline constexpr double sliding_at_rest = 1e-9;
// What rolls more slowly than this, rad/s, rests.
inline constexpr double rolling_at_rest = 1e-9;
// Below this speed of sliding, m/s, its direction is kept; from twice that on it is free again.
inline double freezing_speed(FrictionLaw law) {
  return law == FrictionLaw::Coulomb ? 1e-6 : 1e-3;
}
// How fast a contact must slide back until friction turns round, m/s.
inline double reversal_speed(FrictionLaw law) {
  return law == FrictionLaw::Coulomb ? 0.0 : 1e-3;
}
// Sliding contacts whose ContactForces::pivot() is not above this are in Painleve's paradox.
inline constexpr double least_pivot = 1e-6;

}  // namespace catena
