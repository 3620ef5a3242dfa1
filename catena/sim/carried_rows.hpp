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
  explicit CarriedRows(const Model& tree);

  // The rows of a list, for the joint poses and articulated inertias in `ws`. Dofs that are held
  // (empty: none) do not move.
  void carry(const RowList& list, const Workspace<double>& ws, Held held);

  // The dofs that a block reaches, and what a row of it leaves there, times D^(-1/2).
  std::span<const int> dofs(std::size_t block) const {
    const Carried& c = blocks_[block];
    return {dofs_.data() + c.first_dof, static_cast<std::size_t>(c.dofs)};
  }
  // `row` of the block, one number per dof.
  const double* efforts(std::size_t block, int row) const {
    const Carried& c = blocks_[block];
    return efforts_.data() + c.first_effort + row * c.dofs;
  }

  // J v of all rows.
  void velocities(const RowList& list, const Workspace<double>& ws, const Eigen::VectorXd& v,
                  Eigen::VectorXd& u);
  // How fast J v changes where v does not: J' v, at the velocity that `ws` was filled for.
  void drifts(const RowList& list, const Workspace<double>& ws, const Eigen::VectorXd& v,
              Eigen::VectorXd& rate);
  // Adds to v what impulses x on all rows do.
  void add_response(const RowList& list, const Eigen::VectorXd& x, const Workspace<double>& ws,
                    Held held, Eigen::VectorXd& v);

 private:
  struct Carried {
    int first_dof, dofs, first_effort;
  };
  void carry(const Block& block, const RowList& list, const Workspace<double>& ws, Held held);

  // A row between bodies times motion_.
  double along(const Row& row) const;

  const Model& tree_;
  std::vector<Carried> blocks_;
  std::vector<int> dofs_;
  std::vector<double> efforts_, column_;
  std::vector<Motion<double>> motion_;  // per node, in its axes
  std::vector<double> sum_;             // per dof
};

}  // namespace catena
