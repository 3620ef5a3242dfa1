#include "catena/structure/home_layout.hpp"

#include "catena/model/configuration.hpp"

namespace catena {

HomeLayout::HomeLayout(const Structure& home, const Structure& now)
    : now_(now), q_zero_(home.loops->nq()), dofs_(static_cast<std::size_t>(home.loops->nv()), -1) {
  q_zero_ << neutral_configuration(*home.tree), neutral_configuration(home.loops->links());
  add_joints(now, *home.tree, 0, 0);
  add_joints(now, home.loops->links(), home.tree->nq(), home.tree->nv());
}

void HomeLayout::add_joints(const Structure& now, const Model& part, int first_q, int first_v) {
  for (int j = 0; j < part.joint_count(); ++j) {
    const JointInfo& joint = part.joint(JointId{j});
    const JointPlace place = now.find(joint.spec.name);
    const int to_q = first_q + joint.q, to_v = first_v + joint.v;
    if (place.where == JointPlace::Where::Absent) continue;
    if (place.where == JointPlace::Where::Pose) {
      computed_.push_back({joint.spec.name, to_q, to_v});
      continue;
    }
    const bool in_tree = place.where == JointPlace::Where::Tree;
    const JointInfo& present = in_tree ? now.tree->joint(JointId{place.index})
                                       : now.loops->links().joint(JointId{place.index});
    const int q = present.q + (in_tree ? 0 : now.tree->nq());
    const int v = present.v + (in_tree ? 0 : now.tree->nv());
    for (int k = 0; k < joint.nv; ++k) dofs_[static_cast<std::size_t>(to_v + k)] = v + k;
    if (place.reversed && joint.spec.kind == JointKind::Spherical)
      computed_.push_back({joint.spec.name, to_q, to_v});
    else
      runs_.push_back({q, v, to_q, to_v, joint.nq, joint.nv});
  }
}

void HomeLayout::gather(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& q_home,
                        Eigen::VectorXd& v_home) const {
  q_home = q_zero_;
  v_home.setZero(static_cast<Eigen::Index>(dofs_.size()));
  for (const Run& run : runs_) {
    q_home.segment(run.to_q, run.nq) = q.segment(run.from_q, run.nq);
    v_home.segment(run.to_v, run.nv) = v.segment(run.from_v, run.nv);
  }
  Eigen::VectorXd q_joint, v_joint;
  for (const Computed& joint : computed_) {
    joint_coordinates(now_, q, v, joint.joint, q_joint, v_joint);
    q_home.segment(joint.to_q, q_joint.size()) = q_joint;
    v_home.segment(joint.to_v, v_joint.size()) = v_joint;
  }
}

}  // namespace catena
