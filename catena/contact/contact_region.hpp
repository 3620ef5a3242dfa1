#pragma once
// A flat face that rests on a plane with an even pressure, and its friction: that of all its points
// together, each against its own velocity (Contensou 1962).
//
// With u the velocity of the centroid and w the spin, the points take D(u, w) = mean |u + w x r|
// per unit of mu N, and the friction is the gradient of D. The limit surface of all such forces is
// smooth; the ellipsoid that osculates it in the direction of a motion, L L^T = grad(D^2 / 2)',
// gives exactly the friction of that motion, and to second order that of motions nearby.

#include <array>
#include <span>
#include <vector>

#include "catena/contact/friction_shape.hpp"

namespace catena {

class ContactRegion {
 public:
  using Point = std::array<double, 2>;  // m, in the plane of the face

  // Simple polygons, counter-clockwise; holes clockwise. Throws std::invalid_argument where there
  // is no area.
  explicit ContactRegion(std::vector<std::vector<Point>> loops);
  // Of equal area, with this many corners.
  static ContactRegion disc(double radius, double inner_radius = 0.0, int corners = 96);
  static ContactRegion rectangle(double length, double width);

  const Point& centroid() const { return centroid_; }
  Vec3<double> centre() const { return {centroid_[0], centroid_[1], 0.0}; }
  double area() const { return area_; }
  // The largest distance of a point from the centroid.
  double radius() const { return radius_; }

  // Corners of the outline that a face stands on, from the centroid; of a disc so many on its rim.
  std::vector<Point> support(int on_rim) const;

  // At a motion (u_x, u_y, w) of the face against the plane, about the centroid: D, and its
  // gradient. Zero without motion.
  struct Friction {
    double taken = 0.0;
    Vec3<double> force = Vec3<double>::zero();
  };
  Friction friction(const Vec3<double>& motion) const;
  // The ellipsoid that osculates the limit surface where this motion has its friction.
  FrictionShape shape(const Vec3<double>& motion) const;
  // The same on the ray of a force; found by a bounded number of steps.
  FrictionShape shape_towards(const Vec3<double>& force) const;

  // The largest ellipsoid inside the limit surface whose axes are those of sliding and spin, as a
  // part of mu N and a moment per mu N, m. Inside, since the surface is inside the ellipsoid
  // through its own largest forces.
  struct InnerEllipsoid {
    double sliding = 1.0, spin = 0.0;
  };
  const InnerEllipsoid& inner_ellipsoid() const { return inner_; }

 private:
  struct Sums;  // over the area: of |v|, of v / |v|, and second derivatives
  Sums sums(const Vec3<double>& motion) const;
  Sums sums_about_pole(const Point& pole, double spin) const;
  Sums sums_of_points(const Vec3<double>& motion) const;

  std::vector<std::vector<Point>> loops_;  // from the centroid
  Point centroid_ = {0.0, 0.0};
  double area_ = 0.0, radius_ = 0.0, rim_ = 0.0;  // rim_: of a disc
  struct Sample {
    Point r;
    double part;
  };
  std::vector<Sample> samples_;  // for motions that hardly spin
  InnerEllipsoid find_inner_ellipsoid() const;
  InnerEllipsoid inner_;
};

}  // namespace catena
