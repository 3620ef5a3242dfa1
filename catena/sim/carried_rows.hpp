#pragma once
// Rows of velocities of a tree, carried to the roots through its articulated inertias. On every dof
// on its way a unit force leaves an effort e, and J M^-1 J^T = E D^-1 E^T with the pivots D of the
// recursion (Featherstone 2008, sec. 8.5; Carvalho 2007, eqs. 4.13-4.20). So in coordinates y with
// J v = E D^(-1/2) y the mass matrix is one, and M is never formed. A row costs its path to the
// root.

#include <span>
#include <vector>

#include "catena/dynamics/workspace.hpp"
#include "catena/elements/rows.hpp"

namespace catena {

class CarriedRows {
 public:
  using Axis = Workspace<double>::Axis;

  explicit CarriedRows(const Model& tree);

  // Before carry() and respond(): the pivots of some dofs.
  void take_pivots(std::span<const Axis> axes, int first_dof, int end_dof);
  // Some blocks of a list, for the joint poses in `ws` and the articulated inertias in `axes`.
  // Coordinates that are held (one flag each) do not move.
  void carry(const RowList& list, std::span<const int> blocks, const Workspace<double>& ws,
             std::span<const Axis> axes, std::span<const char> held);

  // Of a block that was carried: the dofs that it reaches, and what a row leaves there, times
  // D^(-1/2): one number per dof, `lanes` apart.
  static constexpr int lanes = 4;
  std::span<const int> dofs(int block) const {
    const Carried& c = blocks_[static_cast<std::size_t>(block)];
    return {dofs_.data() + c.first, static_cast<std::size_t>(c.count)};
  }
  const double* efforts(int block, int row) const {
    const Carried& c = blocks_[static_cast<std::size_t>(block)];
    return efforts_.data() + c.first_effort + row / lanes * lanes * c.count + row % lanes;
  }

  // J v of all rows.
  void velocities(const RowList& list, const Workspace<double>& ws, const Eigen::VectorXd& v,
                  Eigen::VectorXd& u);
  // For several velocities at once.
  struct Rates {
    Eigen::VectorXd begin, end;  // J v at the beginning of a step, and at its end
    Eigen::VectorXd drift;       // J' v: how fast J v changes where v does not
  };
  // `ws` was filled for the velocity v in the middle. `turning`: accelerations of free bodies that
  // stand for no force, because velocities are taken along axes that do not turn.
  void rates(const RowList& list, const Workspace<double>& ws, const Eigen::VectorXd& v_begin,
             const Eigen::VectorXd& v_end, const Eigen::VectorXd& v, const Eigen::VectorXd& turning,
             Rates& out);
  // The efforts that impulses leave, times D^(-1/2): per dof of the trees that they act on. Set
  // by who has found them, or added up from the impulses x on blocks that were carried.
  double& sum(int dof) { return sum_[static_cast<std::size_t>(dof)]; }
  void add_up(const RowList& list, std::span<const int> blocks, const Eigen::VectorXd& x);
  // Then: what they do to the nodes [first, end) of a tree; sets the changes of velocity of its
  // dofs.
  void respond(const Workspace<double>& ws, std::span<const Axis> axes, int first, int end,
               Eigen::VectorXd& dv);

 private:
  struct Carried {
    int first, count;  // in dofs_
    int first_effort;
  };
  // The rows of a block from `row` on, as many as there are lanes.
  void carry(const Block& block, Eigen::Index row, const RowList& list, const Workspace<double>& ws,
             std::span<const Axis> axes, std::span<const char> held);
  static bool any_between_bodies(const RowList& list);
  // A row between bodies times a motion of the nodes.
  static double along(const Row& row, const std::vector<Motion<double>>& motion);

  const Model& tree_;
  std::vector<Carried> blocks_;
  std::vector<int> dofs_;
  std::vector<double> efforts_;
  std::vector<Motion<double>> motion_, motion_begin_, drift_;  // per node, in its axes
  std::vector<double> sum_;                                    // per dof
  std::vector<double> roots_;                                  // per dof: D^(-1/2)
};

}  // namespace catena
