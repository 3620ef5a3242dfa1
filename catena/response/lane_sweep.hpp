#pragma once
// The response of a tree to loads, four at a time: one in each lane of Pack4. The loads are
// carried to the root, and the resulting motion is carried back (Carvalho 2007, eqs. 4.25 and
// 4.15), through the articulated inertias of a workspace.

#include <array>
#include <span>
#include <vector>

#include "catena/dynamics/workspace.hpp"
#include "catena/math/pack.hpp"

namespace catena {

class LaneSweep {
 public:
  explicit LaneSweep(const Model& tree);

  // To be called where other nodes can move than before: the others stay at rest.
  void clear();
  // Takes all loads from the nodes of a part (ascending).
  void begin(std::span<const int> nodes);
  // Adds to the load in a lane: a wrench on a node, in its axes about its origin, or an effort.
  void put(std::size_t lane, int node, const Force<double>& wrench);
  void put(std::size_t lane, int dof, double effort);
  // Carries the loads to the root: what they leave on the dofs of the part is effort().
  void carry(std::span<const int> nodes, const Workspace<double>& ws);
  // Finds what the loads do to the nodes and dofs of the part. Nothing else moves.
  void respond(std::span<const int> nodes, const Workspace<double>& ws);

  // After carry(), not after respond().
  const Pack4& effort(int dof) const { return rate_[static_cast<std::size_t>(dof)]; }

  // In the axes of the node.
  const Motion<Pack4>& node_rate(int node) const {
    return node_rate_[static_cast<std::size_t>(node)];
  }
  const Pack4& rate(int dof) const { return rate_[static_cast<std::size_t>(dof)]; }

 private:
  struct alignas(32) Lanes {
    std::array<double, Pack4::lanes> x;
  };
  using Load = std::array<Lanes, 6>;  // lane by lane, for put()

  const Model& tree_;
  std::vector<Load> load_;                // per node
  std::vector<Lanes> effort_;             // per dof
  std::vector<Force<Pack4>> carried_;     // per node
  std::vector<Motion<Pack4>> node_rate_;  // per node
  std::vector<Pack4> rate_;               // per dof: the effort, until the way back
};

}  // namespace catena
