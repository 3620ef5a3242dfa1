#pragma once
// Mechanisms whose connections change while they run: joints are made and cut (Nakamura & Yamane
// 2000, sec. V). Every state of the connections is a tree with loops of its own, compiled anew;
// bodies and frames keep their ids, and everything named keeps its name.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/structure/connections.hpp"
#include "catena/structure/tree_plan.hpp"

namespace catena {

// Where a joint stands now.
struct JointPlace {
  enum class Where {
    Absent,  // cut, or never made
    Tree,    // `index` is its JointId
    Loop,    // `index` is that of the loop joint
    Pose,    // a free joint of the home tree that re-rooting made needless: its coordinates are the
             // pose and velocity of its body; `index` is its JointId in the home tree
  };
  Where where = Where::Absent;
  int index = 0;
  bool reversed = false;  // from child to parent, as declared
  bool made = false;      // a free joint that stands for a cut
  std::string_view name;
};

// One compiled state of the connections.
struct Structure {
  std::shared_ptr<const Model> home;   // the tree as the user described it
  std::shared_ptr<const Model> tree;   // as it is now, on the same bodies and frames
  std::shared_ptr<const Loops> loops;  // of that tree
  std::vector<JointPlace> places;      // of all joints that exist, by name in ascending order
  // What is off because a joint that it needs is cut or in a loop: springs, couplings.
  std::vector<std::string> notes;

  // By name; Absent where there is no such joint.
  JointPlace find(std::string_view name) const;
};

// The structure is a function of the home tree, the set of its joints that are cut, the
// connections that live, in order, and the switch for re-rooting. So connecting and cutting again
// gives the old structure back, bit by bit.
//
// Cutting a joint of the tree leaves its child's subtree on a free joint to the world, named
// "<body>_free". Re-rooting hangs a subtree whose root is on a plain free joint (without springs,
// damping, friction and limits) on a loop joint that leads out of it, so that a loop becomes a part
// of the tree: the free joint goes and the joints on the way to the old root are turned round. See
// plan_tree().
class VaryingStructure {
 public:
  // `home`: the user's tree; `loops`: what is closed at the start (ids and dofs of home). Throws
  // ModelError.
  VaryingStructure(const ModelBuilder& home, const LoopSpecs& loops, bool reroot = true);

  const Structure& now() const { return now_; }

  // Adds a joint. Throws ModelError where its name is in use, a body does not exist, both are the
  // same or the specification is wrong; then nothing has changed.
  void connect(const LoopJoint& joint);

  // Of the last connect(): the tree of before with the new joint as a loop. Velocities that do not
  // fit the new joint exist here only, so this is where positions are closed and the velocity jump
  // is computed (LoopSolver::close_velocity); map the result to now(). The same as now() where
  // nothing was re-rooted. After a cut it is now().
  const Structure& joined() const { return joined_; }

  // Cuts a joint of the tree or a loop joint, a rod, coupling or rolling constraint. Throws
  // ModelError where nothing has that name, or where a body would be left without dynamics.
  void cut(std::string_view name);

  void set_reroot(bool on);

 private:
  struct Compiled {
    TreePlan plan;
    Structure structure;
  };
  Compiled compile(const Connections& connections) const;
  void change(Connections connections);
  Structure finish(const Connections& connections, const TreePlan& plan,
                   std::shared_ptr<const Model> tree) const;

  HomeTree home_;
  Connections connections_;
  TreePlan plan_;
  Structure now_, joined_;
};

// (q, v) over all coordinates of `from`, for `to`: every body keeps its pose and velocity as far as
// the loops of `from` are closed. Numbers of joints that exist in both are copied (for a ball joint
// that is turned round: conjugated); free joints take the body's pose and velocity; new loop joints
// follow the tree. Throws ModelError where the tree of `to` has another joint that `from` has not:
// see VaryingStructure::joined().
void map_state(const Structure& from, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
               const Structure& to, Eigen::VectorXd& q_new, Eigen::VectorXd& v_new);

// The coordinates of a joint as it was declared, from (q, v) over all coordinates. Where it is
// Absent, the outputs are empty.
JointPlace::Where joint_coordinates(const Structure& structure, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& v, std::string_view name,
                                    Eigen::VectorXd& q_out, Eigen::VectorXd& v_out);

// Its accelerations as it was declared, from those of all coordinates.
JointPlace::Where joint_accelerations(const Structure& structure, const Eigen::VectorXd& q,
                                      const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                                      std::string_view name, Eigen::VectorXd& a_out);

// Its efforts as it was declared, from those on all coordinates; none for Pose and Absent.
JointPlace::Where joint_efforts(const Structure& structure, const Eigen::VectorXd& q,
                                const Eigen::VectorXd& tau, std::string_view name,
                                Eigen::VectorXd& tau_out);

// Adds efforts on a joint as it was declared to those on all coordinates; the inverse of
// joint_efforts(). Returns where it stands: nothing is added for Pose and Absent.
JointPlace::Where add_joint_efforts(const Structure& structure, const Eigen::VectorXd& q,
                                    std::string_view name, const Eigen::VectorXd& tau_joint,
                                    Eigen::VectorXd& tau);

}  // namespace catena
