#pragma once
// A compiled mechanism: flat arrays, immutable, shared between threads. Made by ModelBuilder.

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/joints/joint_spec.hpp"
#include "catena/model/body_shape.hpp"
#include "catena/model/ids.hpp"
#include "catena/model/model_error.hpp"
#include "catena/model/node.hpp"

namespace catena {

// A spring between coordinates of several joints: tau = -stiffness * (q - rest), in the order of
// `joints`, each with all its velocity coordinates. Not conservative unless symmetric.
struct SpringSpec {
  std::string name;
  std::vector<JointId> joints;
  Eigen::MatrixXd stiffness;
  Eigen::VectorXd rest;  // configuration (nq of the joints, one after the other); empty: neutral
};

// The same, compiled; also the springs that joints bring with them.
struct Spring {
  std::string name;
  std::vector<JointId> joints;
  std::vector<int> dofs;      // velocity indices, joint after joint
  Eigen::VectorXd rest;       // a whole configuration (nq)
  Eigen::MatrixXd stiffness;  // dofs.size() square
  bool conservative = true;   // stiffness is symmetric
};

struct BodyInfo {
  std::string name;
  Inertia<double> inertia;  // as given: about the body's origin
  JointId inboard_joint{-1};
  BodyId parent{0};
  FrameId frame;  // that has its name
  int node = 0;
  Transform<double> X_NB;              // the body's frame in its node's frame (constant)
  std::vector<BodyShape> shapes = {};  // for drawing and contact
};

struct JointInfo {
  JointSpec spec;  // as given, with empty vectors filled in
  BodyId parent, child;
  Transform<double> X_PF, X_BM;
  int q = 0, v = 0, nq = 0, nv = 0;   // place in q and v
  int first_node = 0, last_node = 0;  // inclusive; a fused weld has last_node < first_node
};

struct FrameInfo {
  std::string name;
  BodyId body;
  Transform<double> X_BF;
  int node = 0;
  Transform<double> X_NF;
};

class Model {  // Large because all algorithms read it, each a part of its own
 public:
  int nq() const { return nq_; }
  int nv() const { return nv_; }
  int body_count() const { return static_cast<int>(bodies_.size()); }  // with the world
  int joint_count() const { return static_cast<int>(joints_.size()); }
  int frame_count() const { return static_cast<int>(frames_.size()); }
  double total_mass() const { return total_mass_; }
  const Vec3<double>& gravity() const { return gravity_; }

  // These throw ModelError where the model has none of that number.
  const BodyInfo& body(BodyId id) const { return item(bodies_, id.index, "body"); }
  const JointInfo& joint(JointId id) const { return item(joints_, id.index, "joint"); }
  const FrameInfo& frame(FrameId id) const { return item(frames_, id.index, "frame"); }
  // The frame that a body brings with it.
  FrameId body_frame(BodyId id) const { return body(id).frame; }

  // By name; an unknown name throws ModelError with the nearest existing one.
  BodyId find_body(std::string_view name) const;
  JointId find_joint(std::string_view name) const;
  FrameId find_frame(std::string_view name) const;

  // Velocity coordinates by name: JOINT for a joint of one, else JOINT.flexion (or JOINT.0 where
  // JointSpec::coordinate_names is empty).
  std::string coordinate_name(int dof) const;
  // The inverse; JOINT.0 is understood also where coordinates have names.
  int find_dof(std::string_view name) const;
  // The same for the numbers of q, which are as those of v where a joint has as many of both; else
  // (spherical and free joints) JOINT.0, JOINT.1 ...
  std::string configuration_name(int index) const;

  // What to draw for a body.
  std::span<const BodyShape> shapes(BodyId id) const { return body(id).shapes; }

  // Remarks on the model that are not errors: "spring 'wrist' is not conservative ...".
  const std::vector<std::string>& warnings() const { return warnings_; }

  // For kernels.
  // Of all nodes: parent and number of coordinates. Masses and lengths do not count.
  std::uint64_t tree_hash() const { return tree_hash_; }
  int max_depth() const { return max_depth_; }      // of any node
  int first_angle() const { return first_angle_; }  // first place in q of a revolute node, or nq
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const std::shared_ptr<const CustomJoint>> custom_joints() const {
    return custom_joints_;
  }
  std::span<const Spring> springs() const { return springs_; }
  const Eigen::VectorXd& armature() const { return armature_; }  // nv
  bool has_armature() const { return has_armature_; }
  const Eigen::VectorXd& damping() const { return damping_; }  // nv
  // For dof i: the next dof towards the root on whose motion it depends, or -1.
  std::span<const int> dof_parent() const { return dof_parent_; }
  // For dof i: the start of the longest run of consecutive dofs that ends at i and leads to the
  // root.
  std::span<const int> dof_run_start() const { return dof_run_start_; }
  // For dof i: one past the last dof of the subtree that moves with it.
  std::span<const int> dof_subtree_end() const { return dof_subtree_end_; }
  // For dof i: the node it belongs to.
  std::span<const int> dof_node() const { return dof_node_; }

 private:
  friend class ModelAssembler;

  template <class Item>
  static const Item& item(const std::vector<Item>& all, int index, const char* what) {
    const auto place = static_cast<std::size_t>(index);
    if (place >= all.size()) [[unlikely]]
      refuse_number(what, index, all.size());
    return all[place];
  }
  [[noreturn]] static void refuse_number(const char* what, int index, std::size_t count);

  int nq_ = 0, nv_ = 0;
  double total_mass_ = 0.0;
  Vec3<double> gravity_{0, 0, -9.81};
  std::vector<Node> nodes_;
  std::vector<BodyInfo> bodies_;
  std::vector<JointInfo> joints_;
  std::vector<FrameInfo> frames_;
  std::vector<Spring> springs_;
  std::vector<std::shared_ptr<const CustomJoint>> custom_joints_;
  std::vector<int> dof_parent_, dof_run_start_, dof_subtree_end_, dof_node_;
  std::uint64_t tree_hash_ = 0;
  int max_depth_ = 0;
  int first_angle_ = 0;
  bool has_armature_ = false;
  Eigen::VectorXd armature_, damping_;
  std::vector<std::string> warnings_;
};

}  // namespace catena
