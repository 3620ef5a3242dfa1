#pragma once
// What a mechanism answers to unit efforts on coordinates and unit forces at contacts, paths held
// and loops closed: W = J M^-1 J^T, the matrix of every complementarity problem of stops, dry
// friction and contacts (Carvalho 2007, eqs. 4.28 and 4.43). Rows that do not act on each other
// (islands.hpp) are kept apart; a row costs what of its island lies between it and the root.

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "catena/sim/motion_equations.hpp"

namespace catena {

class TouchRows {
 public:
  // Rows that act on each other, and on no others.
  struct Part {
    std::vector<Eigen::Index> rows;  // ascending; those of a contact follow each other
    Eigen::MatrixXd W;               // among them
  };

  explicit TouchRows(MotionEquations& equations);

  void clear() { rows_.clear(); }
  // One row for a velocity coordinate; three for a contact: normal, two tangents. Both return the
  // first one.
  Eigen::Index add_coordinate(int dof);
  Eigen::Index add_contact(int contact);
  Eigen::Index size() const { return static_cast<Eigen::Index>(rows_.size()); }

  // At a state: the parts with their W.
  void compute(const State& state);
  std::span<const Part> parts() const { return {parts_.data(), part_count_}; }
  // W among the three rows of a contact.
  Eigen::Matrix3d at_contact(Eigen::Index first_row) const;
  // After compute(): what efforts and forces (or impulses) x on all rows do to the accelerations
  // (or velocities) of all coordinates.
  Eigen::VectorXd response(const Eigen::VectorXd& x);

  // J v after compute().
  Eigen::VectorXd velocities(const State& state) const;
  // J a less what the contacts' curvature wants, after MotionEquations::evaluate() and before
  // compute().
  Eigen::VectorXd accelerations(const Evaluation& at) const;

 private:
  struct Row {
    int dof, contact, axis;  // one of dof and contact is -1
    bool is_idle = false;    // nothing moves for it
    std::size_t part = 0;
    Eigen::Index place = 0;  // in its part
  };
  Row& row(Eigen::Index i) { return rows_[static_cast<std::size_t>(i)]; }
  const Row& row(Eigen::Index i) const { return rows_[static_cast<std::size_t>(i)]; }
  LoopSolver& solver();
  void find_parts();
  void put_load(const Row& row, double x);
  void find_W(const MechanismPart& of, Part& part);
  void leave_out_idle(Part& part);

  MotionEquations& equations_;
  std::unique_ptr<LoopSolver> of_tree_;  // where the equations have none
  std::unique_ptr<Islands> islands_;
  std::vector<Row> rows_;
  std::vector<Part> parts_;  // part_count_ of them are in use
  std::size_t part_count_ = 0;
  Eigen::Array<bool, Eigen::Dynamic, 1> held_;
  std::vector<NodeWrench> wrenches_;
  std::vector<DofEffort> efforts_;
  Eigen::VectorXd rate_;
  std::vector<Motion<double>> node_rate_;
};

}  // namespace catena
