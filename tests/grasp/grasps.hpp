#pragma once
// Grasps of the tests: those with known values, and random ones.

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

#include "catena/grasp/contact_set.hpp"

namespace catena::grasp::test {

using Eigen::Vector3d;

inline GraspContact contact(const Vector3d& point, const Vector3d& normal, double friction,
                            double torsion = 0.0) {
  GraspContact c;
  c.point = point;
  c.normal = normal.normalized();
  c.friction = friction;
  c.torsion = torsion;
  return c;
}

// Points of the unit sphere on the equator.
inline ContactSet equator(std::initializer_list<double> degrees, double friction) {
  ContactSet set;
  for (const double angle : degrees) {
    const double a = angle * std::numbers::pi / 180.0;
    const Vector3d p(std::cos(a), std::sin(a), 0.0);
    set.contacts.push_back(contact(p, -p, friction));
  }
  return set;
}

// Centres of faces of the cube |x|, |y|, |z| <= 1: six, or the four at the sides, moved to these z.
inline ContactSet cube_sides(std::initializer_list<double> heights, double friction) {
  ContactSet set;
  for (int axis = 0; axis < 2; ++axis)
    for (const double side : {-1.0, 1.0})
      for (const double z : heights) {
        const Vector3d n = side * Vector3d::Unit(axis);
        set.contacts.push_back(contact(n + z * Vector3d::UnitZ(), -n, friction));
      }
  return set;
}

inline ContactSet cube_faces(double friction) {
  ContactSet set = cube_sides({0.0}, friction);
  set.contacts.push_back(contact({0, 0, -1}, {0, 0, 1}, friction));
  set.contacts.push_back(contact({0, 0, 1}, {0, 0, -1}, friction));
  return set;
}

inline ContactSet triangle(double friction, double rho = 1.0) {
  const double s = std::sqrt(3.0);
  return planar_set({contact({0, -1 / s, 0}, {0, 1, 0}, friction),
                     contact({0.5, 0.5 / s, 0}, {-s / 2, -0.5, 0}, friction),
                     contact({-0.5, 0.5 / s, 0}, {s / 2, -0.5, 0}, friction)},
                    rho);
}

inline ContactSet two_fingers(double r, double friction, double torsion = 0.0) {
  ContactSet set;
  for (const double side : {-1.0, 1.0})
    set.contacts.push_back(contact({side * r, 0, 0}, {-side, 0, 0}, friction, torsion));
  return set;
}

// Contacts on an ellipsoid.
class RandomGrasps {
 public:
  explicit RandomGrasps(unsigned seed) : engine_(seed) {}

  double number(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(engine_);
  }
  Vector3d direction() {
    std::normal_distribution<double> normal;
    return Vector3d(normal(engine_), normal(engine_), normal(engine_)).normalized();
  }
  ContactSet next(int contacts, bool soft) {
    ContactSet set;
    const Vector3d axes(1.0, 0.8, 0.6);
    for (int i = 0; i < contacts; ++i) {
      const Vector3d n = direction();
      set.contacts.push_back(contact(-n.cwiseProduct(axes), n.cwiseQuotient(axes), number(0.2, 1.0),
                                     soft ? 0.3 : 0.0));
    }
    return set;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace catena::grasp::test
