#pragma once
// What impulses do to trees of bodies in which some coordinates are given their change of velocity:
// the articulated-body algorithm over no time, with the impulses that the held coordinates need
// (Featherstone 2008, sec. 9.2; Carvalho 2007, eqs. 4.2-4.9). O(n), whoever is held.

#include <span>
#include <vector>

#include "catena/dynamics/workspace.hpp"

namespace catena {

class HeldTrees {
 public:
  using Axis = Workspace<double>::Axis;

  explicit HeldTrees(const Model& model);

  // The articulated inertias of the tree of nodes [first, end), for the joint poses in `ws`. Per
  // coordinate: `held`, one flag, and `added`, what its inertia is increased by.
  void factorize(int first, int end, const Workspace<double>& ws, std::span<const char> held,
                 std::span<const double> added);
  // The same for the same poses once more, with other coordinates held or increased: computes anew
  // the nodes where something has changed, and those towards the root.
  void update(int first, int end, const Workspace<double>& ws, std::span<const char> held,
              std::span<const double> added);
  // Per coordinate; a held one has U = 0 and D_inverse = 0, so that loads pass it by.
  std::span<const Axis> axes() const { return axes_; }

  // Before respond(): impulses on nodes, in their axes, and on free coordinates; the change of
  // velocity of held ones. clear() makes all of them zero.
  void clear(int first, int end);
  void add_load(int node, const Force<double>& impulse) {
    load_[static_cast<std::size_t>(node)] += impulse;
  }
  double& effort(int dof) { return effort_[static_cast<std::size_t>(dof)]; }
  double& rate(int dof) { return rate_[static_cast<std::size_t>(dof)]; }
  // Finds the rates of free coordinates and the efforts of held ones.
  void respond(int first, int end, const Workspace<double>& ws);
  // Then: the change of a node's velocity, in its axes.
  const Motion<double>& motion(int node) const { return motion_[static_cast<std::size_t>(node)]; }

 private:
  struct Given {
    Force<double> U;  // what a unit of its velocity needs: on the node, and on itself
    double D;
    double added = 0.0;
    bool is = false;
  };
  void free_node(int i, const Workspace<double>& ws, std::span<const char> held,
                 std::span<const double> added);
  bool has_changed(const Node& node, std::span<const char> held,
                   std::span<const double> added) const;

  const Model& model_;
  std::vector<ArticulatedInertia<double>> inertia_;  // per node: of its children
  std::vector<ArticulatedInertia<double>> passed_;   // per node: what its parent feels of it
  std::vector<char> is_new_;                         // per node, of update()
  std::vector<Axis> axes_;                           // per dof
  std::vector<Given> held_;                          // likewise
  std::vector<Force<double>> load_, bias_;           // per node
  std::vector<Motion<double>> motion_;               // per node
  std::vector<double> effort_, rate_;                // per dof
};

}  // namespace catena
