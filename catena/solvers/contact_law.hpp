#pragma once
// The law between forces and velocities at a contact, a stop or a bounded drive: plain data.

#include <limits>

namespace catena {

// A block of 1 to 6 rows. x are its forces (or impulses), u the velocities (or accelerations).
//
//   Bounds        one row: u = 0 inside the bounds, u >= 0 at lower, u <= 0 at upper; both infinite
//                 make it an equality
//   Cone          a normal row, x_n >= 0, u_n >= 0, x_n u_n = 0, then rows of friction
//   TwoSidedCone  likewise with u_n = 0 and x_n of either sign; |x_n| limits the friction
//
// Rows of friction belong to limits, one after the other: the rows j of a limit satisfy
// |(x_j / friction[j])| <= |x_n|, and of all such forces they dissipate most (they are opposed to u
// where the coefficients are equal; u is zero inside). One limit of two rows is Coulomb's cone, one
// of three rows a soft finger (tangents and spin on one ellipsoid), limits of 2 + 2 rows are
// sliding and rolling friction, 2 + 1 + 2 sliding, spin and rolling friction. Coefficients of spin
// and rolling are lengths.
struct ContactLaw {
  enum class Kind : unsigned char { Bounds, Cone, TwoSidedCone };
  static constexpr int most_rows = 6, most_limits = 3;

  Kind kind = Kind::Bounds;
  unsigned char limit_rows[most_limits] = {0, 0, 0};  // rows of each limit; 0 ends the list
  double lower = 0.0, upper = std::numeric_limits<double>::infinity();  // of Bounds
  double friction[most_rows - 1] = {0.0, 0.0, 0.0, 0.0, 0.0};           // per row of friction

  int rows() const {
    return kind == Kind::Bounds ? 1 : 1 + limit_rows[0] + limit_rows[1] + limit_rows[2];
  }
};

inline ContactLaw bounded_row(double lower, double upper) {
  ContactLaw law;
  law.lower = lower, law.upper = upper;
  return law;
}

inline ContactLaw equality_row() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return bounded_row(-infinity, infinity);
}

// Rows n, t_1, t_2. With friction zero the tangents stay without force.
inline ContactLaw coulomb_contact(double friction) {
  ContactLaw law;
  law.kind = ContactLaw::Kind::Cone;
  law.limit_rows[0] = 2;
  law.friction[0] = law.friction[1] = friction;
  return law;
}

// Rows n, t.
inline ContactLaw planar_contact(double friction) {
  ContactLaw law = coulomb_contact(friction);
  law.limit_rows[0] = 1;
  return law;
}

// Rows n, t_1, t_2 with different coefficients.
inline ContactLaw anisotropic_contact(double friction_1, double friction_2) {
  ContactLaw law = coulomb_contact(friction_1);
  law.friction[1] = friction_2;
  return law;
}

// Rows n, t_1, t_2, spin about n: |(x_t / friction, x_s / spin)| <= x_n.
inline ContactLaw soft_finger(double friction, double spin) {
  ContactLaw law = coulomb_contact(friction);
  law.limit_rows[0] = 3;
  law.friction[2] = spin;
  return law;
}

// Rows n, t_1, t_2, rolling moments m_1, m_2, each pair with a limit of its own.
inline ContactLaw rolling_contact(double friction, double rolling) {
  ContactLaw law = coulomb_contact(friction);
  law.limit_rows[1] = 2;
  law.friction[2] = law.friction[3] = rolling;
  return law;
}

// Rows n, t_1, t_2, spin, rolling moments m_1, m_2, three limits.
inline ContactLaw spinning_rolling_contact(double friction, double spin, double rolling) {
  ContactLaw law = coulomb_contact(friction);
  law.limit_rows[1] = 1, law.limit_rows[2] = 2;
  law.friction[2] = spin;
  law.friction[3] = law.friction[4] = rolling;
  return law;
}

inline ContactLaw two_sided(ContactLaw law) {
  law.kind = ContactLaw::Kind::TwoSidedCone;
  return law;
}

}  // namespace catena
