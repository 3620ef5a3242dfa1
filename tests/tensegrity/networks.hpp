#pragma once
// Networks whose forms and forces are known exactly.

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>

#include "catena/tensegrity/elastic.hpp"
#include "catena/tensegrity/network.hpp"

namespace catena::tensegrity {

inline constexpr double pi = std::numbers::pi;

inline void add(Network& network, MemberKind kind, int from, int to) {
  Member member;
  member.name = fmt::format("{}{}-{}", kind == MemberKind::Cable ? "c" : "s", from, to);
  member.from = from;
  member.to = to;
  member.kind = kind;
  network.members.push_back(member);
}

// Struts first, then vertical cables, then those around the bottom, then around the top.
inline Network prism(int n, double twist, double radius = 1.0, double height = 1.0) {
  Network result;
  result.nodes.resize(3, 2 * n);
  for (int i = 0; i < n; ++i) {
    const double a = 2.0 * pi * i / n, b = a + twist;
    result.nodes.col(i) << radius * std::cos(a), radius * std::sin(a), 0.0;
    result.nodes.col(n + i) << radius * std::cos(b), radius * std::sin(b), height;
  }
  for (int i = 0; i < n; ++i) add(result, MemberKind::Strut, i, n + i);
  for (int i = 0; i < n; ++i) add(result, MemberKind::Cable, i, n + (i + n - 1) % n);
  for (int i = 0; i < n; ++i) add(result, MemberKind::Cable, i, (i + 1) % n);
  for (int i = 0; i < n; ++i) add(result, MemberKind::Cable, n + i, n + (i + 1) % n);
  return result;
}

inline double prism_twist(int n) {
  return pi / 2.0 + pi / n;
}

// As prism() lists its members.
inline Eigen::VectorXd prism_densities(int n) {
  Eigen::VectorXd result = Eigen::VectorXd::Constant(4 * n, 1.0 / (2.0 * std::sin(pi / n)));
  result.head(n).setConstant(-1.0);
  result.segment(n, n).setConstant(1.0);
  return result;
}

// Six struts of length 4 in three parallel pairs; 24 cables. Struts first.
inline Network expanded_octahedron() {
  Network result;
  result.nodes.resize(3, 12);
  int at = 0;
  for (int k = 0; k < 3; ++k)
    for (const double a : {1.0, -1.0})
      for (const double b : {2.0, -2.0}) {
        result.nodes.col(at).setZero();
        result.nodes((k + 1) % 3, at) = a;
        result.nodes((k + 2) % 3, at++) = b;
      }
  for (int i = 0; i < 12; i += 2) add(result, MemberKind::Strut, i, i + 1);
  for (int i = 0; i < 12; ++i)
    for (int j = i + 1; j < 12; ++j)
      if (std::abs((result.nodes.col(i) - result.nodes.col(j)).squaredNorm() - 6.0) < 1e-9)
        add(result, MemberKind::Cable, i, j);
  return result;
}

// A square of cables, and so many of its diagonals as struts; held in its plane if `planar`.
inline Network square(int diagonals, bool planar) {
  Network result;
  result.nodes.resize(3, 4);
  result.nodes << 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0;
  for (int i = 0; i < 4; ++i) add(result, MemberKind::Cable, i, (i + 1) % 4);
  for (int i = 0; i < diagonals; ++i) add(result, MemberKind::Strut, i, i + 2);
  if (planar)
    for (int i = 0; i < 4; ++i) result.supports.push_back({i, {false, false, true}});
  return result;
}

// Gives all members this E A, and the rest lengths that make these force densities where they are.
inline void pretension(Network& network, double stiffness, const Eigen::VectorXd& densities) {
  const Eigen::VectorXd lengths = member_lengths(network);
  for (Index m = 0; m < network.member_count(); ++m) {
    Member& member = network.members[static_cast<std::size_t>(m)];
    member.stiffness = stiffness;
    member.rest_length = rest_length_for(stiffness, lengths[m], densities[m] * lengths[m]);
  }
}

// Rest lengths as the members are now.
inline void keep_lengths(Network& network) {
  const Eigen::VectorXd lengths = member_lengths(network);
  for (Index m = 0; m < network.member_count(); ++m)
    network.members[static_cast<std::size_t>(m)].rest_length = lengths[m];
}

inline void shake(Network& network, double amplitude, std::mt19937_64& random) {
  std::normal_distribution<double> normal(0.0, amplitude);
  for (double& coordinate : network.nodes.reshaped()) coordinate += normal(random);
}

// The largest difference of distances between nodes: zero for congruent forms and mirror images.
inline double incongruence(const Eigen::Matrix3Xd& a, const Eigen::Matrix3Xd& b) {
  double result = 0.0;
  for (Index i = 0; i < a.cols(); ++i)
    for (Index j = 0; j < i; ++j)
      result =
          std::max(result, std::abs((a.col(i) - a.col(j)).norm() - (b.col(i) - b.col(j)).norm()));
  return result;
}

}  // namespace catena::tensegrity
