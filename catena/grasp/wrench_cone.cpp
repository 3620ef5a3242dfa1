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

// A column of a contact: a force or a torque along an axis, at a point.
struct ConeColumn {
  double scale = 1.0;
  Vector3d at, force = Vector3d::Zero(), torque = Vector3d::Zero();
};

// Of normal, tangents and torsion.
int first_block(const ContactSet& set, const GraspContact& c, std::array<ConeColumn, 4>& out) {
  const Vector3d n = c.normal.normalized();
  const Tangents t = tangents(c, set.planar);
  int count = 0;
  out[to_index(count++)] = {1.0, c.point, n};
  const auto add = [&](double scale, const Vector3d& force, const Vector3d& torque) {
    if (scale != 0.0) out[to_index(count++)] = {scale, c.friction_point(), force, torque};
  };
  add(c.friction, t.t1, Vector3d::Zero());
  if (set.planar) return count;
  add(c.second_friction(), t.t2, Vector3d::Zero());
  add(c.friction * c.torsion, Vector3d::Zero(), n);
  return count;
}

// Of the normal force once more, and torques about tangents; none where it rolls freely.
int second_block(const ContactSet& set, const GraspContact& c, std::array<ConeColumn, 4>& out) {
  if (c.rolling == 0.0) return 0;
  const Tangents t = tangents(c, set.planar);
  out[0] = {1.0, c.point};
  out[1] = {c.rolling, c.point, Vector3d::Zero(), t.t2};
  if (set.planar) return 2;
  out[2] = out[1];
  out[1].torque = t.t1;
  return 3;
}

// The direction of parts, as long as 1; zero where there is none.
VectorXd unit_or_zero(const VectorXd& parts) {
  const double length = parts.norm();
  return length > 0.0 ? VectorXd(parts / length) : VectorXd::Zero(parts.size());
}

// Each of `base` with torques about the tangents.
MatrixXd with_turns(const MatrixXd& base, const MatrixXd& turns, int edges) {
  const Index sides = turns.cols() == 1 ? 2 : edges;
  MatrixXd all(base.rows(), base.cols() * sides);
  for (Index j = 0; j < sides; ++j) {
    const double angle = 2.0 * pi * static_cast<double>(j) / static_cast<double>(sides);
    VectorXd turn = std::cos(angle) * turns.col(0);
    if (turns.cols() > 1) turn += std::sin(angle) * turns.col(1);
    all.middleCols(j * base.cols(), base.cols()) = base.colwise() + turn;
  }
  return all;
}

MatrixXd first_primitives(const WrenchCones& cones, int i, int edges) {
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

}  // namespace

void WrenchCones::tie(Index row, MatrixXd& A) const {
  for (std::size_t i = 0; i < second.size(); ++i) {
    if (second[i] < 0) continue;
    A(row, first[i]) = 1.0;
    A(row++, second[i]) = -1.0;
  }
}

void wrench_cones(const ContactSet& set, WrenchCones& cones) {
  check(set);
  cones.first.clear(), cones.size.clear(), cones.second.clear(), cones.turns.clear();
  cones.blocks.clear();
  std::array<ConeColumn, 4> columns;
  int count = 0;
  for (const GraspContact& contact : set.contacts) {
    const int of_first = first_block(set, contact, columns),
              of_second = second_block(set, contact, columns);
    cones.first.push_back(count), cones.size.push_back(of_first);
    cones.second.push_back(of_second > 0 ? count + of_first : -1);
    cones.turns.push_back(of_second > 0 ? of_second - 1 : 0);
    cones.blocks.push_back(of_first);
    if (of_second > 0) cones.blocks.push_back(of_second);
    count += of_first + of_second;
  }
  cones.G.resize(set.wrench_size(), count);
  cones.scale.resize(count);
  Index j = 0;
  const auto put = [&](int of_block) {
    for (int k = 0; k < of_block; ++k, ++j) {
      const ConeColumn& column = columns[to_index(k)];
      const Wrench6 all = full_wrench(set, column.at, column.force, column.torque);
      for (int r = 0; r < set.wrench_size(); ++r)
        cones.G(r, j) = column.scale * all[dimension(set, r)];
      cones.scale[j] = column.scale;
    }
  };
  for (const GraspContact& contact : set.contacts) {
    put(first_block(set, contact, columns));
    put(second_block(set, contact, columns));
  }
}

WrenchCones wrench_cones(const ContactSet& set) {
  WrenchCones cones;
  wrench_cones(set, cones);
  return cones;
}

double support(const WrenchCones& cones, int i, const VectorXd& u) {
  const int first = cones.first[to_index(i)], size = cones.size[to_index(i)];
  const int second = cones.second[to_index(i)], turns = cones.turns[to_index(i)];
  const auto length = [&](int from, int many) {
    double square = 0.0;
    for (int k = from; k < from + many; ++k) {
      const double part = cones.G.col(k).dot(u);
      square += part * part;
    }
    return std::sqrt(square);
  };
  return cones.G.col(first).dot(u) + length(first + 1, size - 1) + length(second + 1, turns);
}

VectorXd support_point(const WrenchCones& cones, int i, const VectorXd& u) {
  const int first = cones.first[to_index(i)], size = cones.size[to_index(i)];
  const int second = cones.second[to_index(i)], turns = cones.turns[to_index(i)];
  VectorXd point = cones.G.col(first);
  const auto add = [&](const auto& columns) {
    point += columns * unit_or_zero(columns.transpose() * u);
  };
  add(cones.G.middleCols(first + 1, size - 1));
  if (turns > 0) add(cones.G.middleCols(second + 1, turns));
  return point;
}

MatrixXd primitives(const WrenchCones& cones, int i, int edges) {
  const MatrixXd base = first_primitives(cones, i, edges);
  const int second = cones.second[to_index(i)], turns = cones.turns[to_index(i)];
  return turns == 0 ? base : with_turns(base, cones.G.middleCols(second + 1, turns), edges);
}

}  // namespace catena::grasp
