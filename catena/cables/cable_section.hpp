#pragma once
// A straight piece of cable between two stops: how long it is, where it touches their circles, and
// which wrenches a tension in it exerts.
//
// With A and B the points where it leaves one stop and arrives at the next, e the direction from A
// to B and l their distance: at a circle with the radial direction n and the tangent t = z x n, the
// angle theta of its point of contact follows from n . (B - A) = 0. When the cable leaves A's
// circle later it has wound on -sense r dtheta of it; at B's it is the other way round. What
// stretches it is u = l - w, with w = sense_B r_B theta_B - sense_A r_A theta_A. A tension T does
// the work -T du, whichever way the bodies move; where the section lies in the planes of its
// circles this is the force T e at B and -T e at A, as for the involute joint of the tensegrity
// thesis, (3.1.15).

#include "catena/cables/cable.hpp"

namespace catena {

// A stop as one section sees it, in the world.
struct SectionEnd {
  Vec3<double> center;  // or the point
  Vec3<double> x, z;    // of the circle: where theta = 0, and its axis
  double radius = 0.0;  // 0: a point
  double sense = 1.0;
  Vec3<double> origin;      // of the body
  Motion<double> velocity;  // of the body, world axes about its origin
};

// The circle of a stop: where theta = 0, and its axis, in the body. Zero for points.
struct StopCircle {
  Vec3<double> x = Vec3<double>::zero(), z = Vec3<double>::zero();
};
StopCircle circle_of(const CableStop& stop);
// A stop of a body that is at X_WB and moves with V_WB (world axes, about its origin).
SectionEnd section_end(const CableStop& stop, const StopCircle& circle,
                       const Transform<double>& X_WB, const Motion<double>& V_WB);

// The angle by which a cable goes round a circle, from those at which it arrives and leaves: up to
// three quarters of a turn and a little less than none, where a straight cable grazes it.
double wrap_of(double sense, double arrives, double leaves);

class CableSection {
 public:
  // Finds everything from where the ends are and how they move. Returns false where an end is
  // inside the other's circle.
  bool compute(const SectionEnd& a, const SectionEnd& b);

  double length() const { return length_; }
  double length_rate() const { return length_rate_; }
  const Vec3<double>& direction() const { return e_; }
  const Vec3<double>& point(int end) const { return end_[end].point; }
  // Angle of the point of contact, within half a turn of zero, and its rate, both on the body.
  double angle(int end) const { return end_[end].angle; }
  double angle_rate(int end) const { return end_[end].angle_rate; }
  // d/dt of direction().
  Vec3<double> turning() const { return turning_; }
  // What a tension of 1 does to the body of an end: world axes, about its point of contact.
  Force<double> pull(int end) const;

 private:
  struct End {
    Vec3<double> point, n, t;  // contact, radial and tangential direction
    Vec3<double> velocity;     // of the body's material at the contact
    double angle = 0.0, angle_rate = 0.0;
    double multiplier = 0.0;  // of the condition n . (B - A) = 0 in du
  };
  bool find_contacts(const SectionEnd& a, const SectionEnd& b);
  void find_rates(const SectionEnd& a, const SectionEnd& b);

  End end_[2];
  Vec3<double> e_, turning_, span_;
  double length_ = 0.0, length_rate_ = 0.0;
};

}  // namespace catena
