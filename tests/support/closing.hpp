#pragma once
// A tree at a given configuration, and closures that are made to fit it one after the other.

#include <memory>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "tests/support/maximal_reference.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

class Closing {
 public:
  Closing(std::shared_ptr<const Model> tree, Eigen::VectorXd q_tree);

  const Model& tree() const { return *tree_; }
  const LoopSpecs& specs() const { return specs_; }
  std::size_t count() const {
    return specs_.joints.size() + specs_.rods.size() + specs_.couplings.size() +
           specs_.rollings.size();
  }

  // Each closes exactly at the present configuration, by moving the frame or setting the length or
  // the offset that is free.
  enum class Fit { FrameInA, FrameInB };
  void add_joint(LoopJoint joint, const Eigen::VectorXd& q_joint, Fit fit = Fit::FrameInB);
  void add_rod(Rod rod);
  // phi = gradient . x + x . hessian x / 2 - offset.
  void add_coupling(std::string name, std::vector<int> dofs, const Eigen::VectorXd& gradient,
                    const Eigen::MatrixXd& hessian);
  void add_rolling(Rolling rolling);
  // The same closure once more, under another name.
  void repeat_joint(std::size_t index);
  void repeat_rod(std::size_t index);

  std::shared_ptr<const Loops> loops() const;
  Eigen::VectorXd configuration(const Loops& loops) const;
  // Coordinates x with dx/dt = v.
  std::vector<int> plain_dofs() const;
  Eigen::Vector3d in_body(BodyId id, const Eigen::Vector3d& p_W) const;
  Eigen::Vector3d in_world(BodyId id, const Vec3<double>& p_B) const;

 private:
  Transform<double> pose(BodyId id) const;

  std::shared_ptr<const Model> tree_;
  Eigen::VectorXd q_tree_;
  std::shared_ptr<const MaximalReference> bodies_;
  LoopSpecs specs_;
  std::vector<Eigen::VectorXd> q_joints_;
};

// A random configuration of one joint, within its limits.
Eigen::VectorXd random_joint_configuration(const JointSpec& spec, Random& random);

// What the closures leave: freedoms, rows beyond the rank, and how far from the next singularity.
struct ClosureRank {
  int mobility, redundant_rows;
  double gap;               // the smallest singular value that is not zero, over the largest or 1
  Eigen::MatrixXd motions;  // an orthonormal basis of the velocities that keep the loops closed
};
ClosureRank closure_rank(const Loops& loops, const Eigen::VectorXd& q);

}  // namespace catena::test
