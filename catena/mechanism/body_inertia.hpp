#pragma once
// The inertia of a body in a description, as numbers that a user knows: mass, centre of mass, and
// moments about the centre.

#include <Eigen/Core>
#include <optional>

#include "catena/spatial/inertia.hpp"

namespace catena {

struct BodyInertia {
  // The same about the body's origin, where it was described so: these digits count.
  struct AboutOrigin {
    Eigen::Vector3d first_moment = Eigen::Vector3d::Zero();  // mass times com, kg m
    Eigen::Vector3d moments = Eigen::Vector3d::Zero(), products = Eigen::Vector3d::Zero();
    friend bool operator==(const AboutOrigin&, const AboutOrigin&) = default;
  };

  double mass = 0.0;                                   // kg
  Eigen::Vector3d com = Eigen::Vector3d::Zero();       // m
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();   // ixx, iyy, izz about com, kg m^2
  Eigen::Vector3d products = Eigen::Vector3d::Zero();  // ixy, ixz, iyz about com, kg m^2
  std::optional<AboutOrigin> about_origin = {};

  static BodyInertia from_origin(double mass, const AboutOrigin& given);
  static BodyInertia from_origin(const Inertia<double>& inertia);

  Inertia<double> inertia() const;  // about the body's origin
  // The same body of another mass: its centre stays, its moments scale. Without a mass so far they
  // stay, too.
  BodyInertia with_mass(double other) const;
  // All lengths and masses so many times as large.
  BodyInertia scaled(double length_factor, double mass_factor) const;

  // By the digits that count.
  friend bool operator==(const BodyInertia& a, const BodyInertia& b) {
    if (a.mass != b.mass || a.about_origin.has_value() != b.about_origin.has_value()) return false;
    if (a.about_origin) return *a.about_origin == *b.about_origin;
    return a.com == b.com && a.moments == b.moments && a.products == b.products;
  }
};

}  // namespace catena
