#pragma once
// Positions of the initial coordinates after the structure has changed. Motors and conditions use
// the initial coordinates.

#include <vector>

#include "catena/structure/structure.hpp"

namespace catena {

class HomeLayout {
 public:
  // Coordinates of `home`, found in `now`.
  HomeLayout(const Structure& home, const Structure& now);

  // Writes positions and velocities over all coordinates of home, from those of now. Joints that
  // are cut read as zero.
  void gather(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& q_home,
              Eigen::VectorXd& v_home) const;

  // The present place of a velocity coordinate of home, or -1 where its joint is cut.
  int dof_count() const { return static_cast<int>(dofs_.size()); }  // of home
  int dof(int home_dof) const { return dofs_[static_cast<std::size_t>(home_dof)]; }

 private:
  struct Run {  // numbers that are copied
    int from_q, from_v, to_q, to_v, nq, nv;
  };
  struct Computed {  // a ball joint that is turned round, a free joint that re-rooting made
                     // needless
    std::string joint;
    int to_q, to_v;
  };
  void add_joints(const Structure& now, const Model& part, int first_q, int first_v);

  Structure now_;
  Eigen::VectorXd q_zero_;
  std::vector<Run> runs_;
  std::vector<Computed> computed_;
  std::vector<int> dofs_;
};

}  // namespace catena
