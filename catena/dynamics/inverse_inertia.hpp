#pragma once
// Operational-space inverse inertias: what impulses on bodies do to the velocities of bodies (or
// wrenches to accelerations), J M^-1 J^T in blocks, by the recursion of Carvalho 2007, eqs.
// 4.13-4.20, without M.

#include <array>
#include <vector>

#include "catena/dynamics/articulated_tree.hpp"

namespace catena {

// Memory for one thread and one model, which must outlive it.
class InverseInertia {
 public:
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  explicit InverseInertia(const Model& model);

  // Psi_i = A_i^T Psi_{i-1} A_i + psi_i of all nodes (4.19), in one sweep outwards: O(n). Held
  // coordinates (one entry per coordinate, or empty: none) do not move. Does not allocate.
  void compute(In<double> q, Held held, Workspace<double>& ws);
  // The same from a workspace that has the articulated inertias, see ArticulatedTree::take().
  void take(const Workspace<double>& ws);

  const ArticulatedTree& tree() const { return tree_; }

  // Psi of a body, in its axes about its origin, angular part first: the jump of its velocity per
  // impulse on it (4.18). Symmetric; zero for the world.
  Matrix6 at(BodyId body) const;
  // The jump of the velocity of point p_B of a body per impulse there, both in body axes (4.20).
  Eigen::Matrix3d at_point(BodyId body, const Vec3<double>& p_B) const;
  // The jump of the velocity of body a, in its axes about its origin, per impulse on body b, in
  // those of b: Psi of their nearest common ancestor, carried out to both. Zero where they have
  // none but the world. O(depth), does not allocate.
  Matrix6 between(BodyId a, BodyId b) const;

 private:
  // Psi with forces and moments exchanged: a is linear motion per force, b linear motion per
  // moment, c angular motion per moment. Exchanged, a force transforms like a motion and a motion
  // like a force, so that Psi transforms like an articulated inertia.
  using Exchanged = ArticulatedInertia<double>;
  using Wrenches = std::array<Force<double>, 6>;

  void sweep();
  Wrenches unit_wrenches(const BodyInfo& body) const;

  ArticulatedTree tree_;
  std::vector<Exchanged> psi_;  // per node, in its axes
};

}  // namespace catena
