#pragma once
// Where two rounded bodies touch: ellipsoids, rims of discs, balls, points, and what is flat or an
// edge on the other side.
//
// A rounded body around c has the support function h(n) = |H^T n| + r, H its half axes (a disc has
// two), r the ball that thickens it. Its outermost point along n is c + g, g = dh/dn, and
// G = d^2 h / dn^2 are its radii of curvature: exact in all directions at once, so that a body that
// rolls, spins and rocks keeps its gap and its point of contact whatever it does within a step.

#include "catena/math/mat3.hpp"

namespace catena::detail {

// In world axes.
struct RoundedBody {
  Vec3<double> c{0, 0, 0};                   // centre
  Vec3<double> v{0, 0, 0}, w{0, 0, 0};       // velocity of the centre, and of turning
  Mat3<double> half = Mat3<double>::zero();  // columns: half axes; zero: a point
  double radius = 0.0;
};

struct RoundedNormal {
  bool found = false;
  Vec3<double> n{0, 0, 1}, n_rate{0, 0, 0};  // from b to a
  Vec3<double> p{0, 0, 0}, p_rate{0, 0, 0};  // the point of a's surface, and how it moves over it
  double gap = 0.0;
};

// Its outermost point along the unit vector n.
Vec3<double> outermost(const RoundedBody& b, const Vec3<double>& n);

// On a plane through o with the normal n, which turns with n_rate.
RoundedNormal rounded_on_plane(const RoundedBody& a, const Vec3<double>& o, const Vec3<double>& n,
                               const Vec3<double>& n_rate);
// Against another one: the normal makes n . (c_a - c_b) - h_a(-n) - h_b(n) stationary. The search
// begins at `start`. Not found: neither bends there in some direction, or they are too deep in each
// other.
RoundedNormal rounded_on_rounded(const RoundedBody& a, const RoundedBody& b,
                                 const Vec3<double>& start);
// Against a line through b.c along the unit vector e that is fixed in b, with b's radius.
RoundedNormal rounded_on_line(const RoundedBody& a, const RoundedBody& b, const Vec3<double>& e,
                              const Vec3<double>& start);

}  // namespace catena::detail
