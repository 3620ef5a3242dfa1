#pragma once
// The numbering of coordinates: those of the tree, then those of the loop joints; where each
// position stands in q; and where the coordinates of the start are after the structure has changed.

#include <memory>
#include <string>
#include <vector>

#include "catena/structure/home_layout.hpp"

namespace catena {

class Coordinates {
 public:
  // `loops` may be null: none. `home`, null: the structure is that of the start.
  Coordinates(std::shared_ptr<const Model> tree, std::shared_ptr<const Loops> loops,
              std::shared_ptr<const HomeLayout> home = nullptr);

  const Model& tree() const { return *tree_; }
  const std::shared_ptr<const Model>& shared_tree() const { return tree_; }
  // The links of the loop joints; null: there are no loops.
  const Model* links() const { return loops_ ? &loops_->links() : nullptr; }
  const std::shared_ptr<const Loops>& loops() const { return loops_; }

  // Numbers of velocity and position coordinates, in all.
  int nv() const { return static_cast<int>(place_.size()); }
  int nq() const { return nq_; }

  std::string name(int dof) const;
  // The place in q of the position of a velocity coordinate with dq/dt = v; -1: an orientation, or
  // the position of a free joint.
  int place_in_q(int dof) const { return place_[static_cast<std::size_t>(dof)]; }
  const std::vector<int>& places_in_q() const { return place_; }

  // The coordinates of the start. from_home() is -1 where the joint is cut.
  bool is_home() const { return home_ == nullptr; }
  int home_count() const { return is_home() ? nv() : home_->dof_count(); }
  int from_home(int dof) const { return is_home() ? dof : home_->dof(dof); }
  // Positions and velocities over all coordinates of the start; joints that are cut read as zero.
  void gather_home(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& q_home,
                   Eigen::VectorXd& v_home) const {
    home_->gather(q, v, q_home, v_home);
  }

 private:
  std::shared_ptr<const Model> tree_;
  std::shared_ptr<const Loops> loops_;
  std::shared_ptr<const HomeLayout> home_;
  int nq_;
  std::vector<int> place_;
};

// Calls f(joint, first_v) for each joint of the tree and of the loops; joint.v + first_v is its
// first velocity coordinate among all.
template <class F>
void for_each_joint(const Coordinates& coordinates, F&& f) {
  const auto visit = [&](const Model& part, int first_v) {
    for (int j = 0; j < part.joint_count(); ++j) f(part.joint(JointId{j}), first_v);
  };
  visit(coordinates.tree(), 0);
  if (coordinates.links() != nullptr) visit(*coordinates.links(), coordinates.tree().nv());
}

}  // namespace catena
