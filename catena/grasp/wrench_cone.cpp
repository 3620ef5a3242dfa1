#include "catena/grasp/wrench_cone.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "catena/math/index.hpp"

namespace catena::grasp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using std::numbers::pi;

namespace {

// The coefficients of normal, tangents and torsion; zero: no column.
std::array<double, 4> coefficients(const ContactSet& set, const GraspContact& c) {
  if (set.planar) return {1.0, c.friction, 0.0, 0.0};
  return {1.0, c.friction, c.friction_2 < 0.0 ? c.friction : c.friction_2, c.friction * c.torsion};
}

}  // namespace

void wrench_cones(const ContactSet& set, WrenchCones& cones) {
  check(set);
  cones.first.clear(), cones.size.clear();
  int count = 0;
  for (const GraspContact& contact : set.contacts) {
    cones.first.push_back(count);
    for (const double c : coefficients(set, contact)) count += c != 0.0 ? 1 : 0;
    cones.size.push_back(count - cones.first.back());
  }
  cones.G.resize(set.wrench_size(), count);
  cones.scale.resize(count);
  Index j = 0;
  for (const GraspContact& contact : set.contacts) {
    const Vector3d n = contact.normal.normalized(), zero = Vector3d::Zero();
    const Tangents t = tangents(contact, set.planar);
    const std::array<double, 4> scales = coefficients(set, contact);
    const std::array<Vector3d, 3> forces = {n, t.t1, t.t2};
    for (std::size_t k = 0; k < 4; ++k) {
      if (scales[k] == 0.0) continue;
      const Wrench6 all =
          full_wrench(set, contact.point, k < 3 ? forces[k] : zero, k < 3 ? zero : n);
      for (int r = 0; r < set.wrench_size(); ++r)
        cones.G(r, j) = scales[k] * all[dimension(set, r)];
      cones.scale[j++] = scales[k];
    }
  }
}

WrenchCones wrench_cones(const ContactSet& set) {
  WrenchCones cones;
  wrench_cones(set, cones);
  return cones;
}

double support(const WrenchCones& cones, int i, const VectorXd& u) {
  const int first = cones.first[to_index(i)], size = cones.size[to_index(i)];
  double square = 0.0;
  for (int k = 1; k < size; ++k) {
    const double part = cones.G.col(first + k).dot(u);
    square += part * part;
  }
  return cones.G.col(first).dot(u) + std::sqrt(square);
}

VectorXd support_point(const WrenchCones& cones, int i, const VectorXd& u) {
  const int first = cones.first[to_index(i)], size = cones.size[to_index(i)];
  const VectorXd parts = cones.G.middleCols(first + 1, size - 1).transpose() * u;
  const double length = parts.norm();
  VectorXd point = cones.G.col(first);
  if (length > 0.0) point += cones.G.middleCols(first + 1, size - 1) * (parts / length);
  return point;
}

MatrixXd primitives(const WrenchCones& cones, int i, int edges) {
  const int first = cones.first[to_index(i)], size = cones.size[to_index(i)];
  const auto column = [&](int k) { return cones.G.col(first + k); };
  if (size == 1) return column(0);
  if (size == 2) {
    MatrixXd two(cones.G.rows(), 2);
    two << column(0) + column(1), column(0) - column(1);
    return two;
  }
  MatrixXd all(cones.G.rows(), edges + (size == 4 ? 2 : 0));
  for (int j = 0; j < edges; ++j) {
    const double angle = 2.0 * pi * j / edges;
    all.col(j) = column(0) + std::cos(angle) * column(1) + std::sin(angle) * column(2);
  }
  if (size == 4) {
    all.col(edges) = column(0) + column(3);
    all.col(edges + 1) = column(0) - column(3);
  }
  return all;
}

}  // namespace catena::grasp
