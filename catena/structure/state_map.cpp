// States and efforts across structures: who is who, and what turning round does to coordinates.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "catena/constraints/closure_rows.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/structure/joint_sense.hpp"

namespace catena {

namespace {

using Where = JointPlace::Where;

bool same(const Transform<double>& x, const Transform<double>& y) {
  return to_eigen(x.rotation) == to_eigen(y.rotation) &&
         to_eigen(x.translation) == to_eigen(y.translation);
}

// Whether two joints of one name are one joint: declared alike.
bool same(const DeclaredJoint& x, const DeclaredJoint& y) {
  return x.spec->kind == y.spec->kind && x.a == y.a && x.b == y.b && same(*x.X_AF, *y.X_AF) &&
         same(*x.X_BM, *y.X_BM) && x.axis_sign * x.spec->axis == y.axis_sign * y.spec->axis &&
         x.spec->axis2 == y.spec->axis2 && x.spec->pitch == y.spec->pitch &&
         x.spec->custom == y.spec->custom;
}

bool has_coordinates(const JointPlace& place) {
  return place.where == Where::Tree || place.where == Where::Loop;
}

class Mapping {
 public:
  Mapping(const Structure& from, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
          const Structure& to, Eigen::VectorXd& q_new, Eigen::VectorXd& v_new)
      : from_(from), to_(to), q_(q), v_(v), q_new_(q_new), v_new_(v_new) {}

  // Both lists of places are in the order of names. Returns the loop joints that are new.
  std::vector<int> map_known() {
    std::vector<int> new_loops;
    auto old = from_.places.begin();
    for (const JointPlace& place : to_.places) {
      while (old != from_.places.end() && old->name < place.name) ++old;
      if (!has_coordinates(place)) continue;
      const bool named = old != from_.places.end() && old->name == place.name;
      const DeclaredJoint joint(to_, place);
      if (named && has_coordinates(*old) && same(DeclaredJoint(from_, *old), joint))
        copy(DeclaredJoint(from_, *old), joint);
      else if (place.where == Where::Loop)
        new_loops.push_back(place.index);
      else if (joint.spec->kind == JointKind::Free && joint.a == world_body)
        take_pose(joint);
      else
        throw ModelError(
            fmt::format("map_state: joint '{}' of the new tree is not in the old structure; map to "
                        "VaryingStructure::joined() and close the loop there first",
                        place.name));
    }
    return new_loops;
  }

  // The loop joints that `from` does not know follow the tree of `to`.
  void follow(const std::vector<int>& new_loops) {
    const Model &tree = *to_.tree, &links = to_.loops->links();
    Kinematics<double> kinematics(tree);
    kinematics.compute(tree, In<double>(q_new_.data(), tree.nq()),
                       In<double>(v_new_.data(), tree.nv()));
    for (const int i : new_loops) {
      const JointInfo& joint = links.joint(JointId{i});
      q_new_.segment(tree.nq() + joint.q, joint.nq).setZero();
      if (joint.spec.kind == JointKind::Spherical || joint.spec.kind == JointKind::Free)
        q_new_[tree.nq() + joint.q] = 1.0;
      v_new_.segment(tree.nv() + joint.v, joint.nv).setZero();
    }
    Eigen::VectorXd q_fit = q_new_;
    ClosureGeometry geometry(*to_.loops);
    geometry.fit_links({kinematics.node_poses(), {}}, q_fit.data());
    for (const int i : new_loops) {
      const JointInfo& joint = links.joint(JointId{i});
      q_new_.segment(tree.nq() + joint.q, joint.nq) = q_fit.segment(tree.nq() + joint.q, joint.nq);
    }
    geometry.compute({kinematics.node_poses(), kinematics.node_velocities()}, q_new_.data(),
                     v_new_.data());
    for (const int i : new_loops) {
      const LoopJointState& state = geometry.joint(i);
      for (int k = 0; k < state.nv; ++k)
        v_new_[tree.nv() + links.joint(JointId{i}).v + k] =
            dot(state.active[static_cast<std::size_t>(k)], state.velocity);
    }
  }

 private:
  void copy(const DeclaredJoint& old, const DeclaredJoint& joint) {
    std::copy_n(q_.data() + old.q, old.nq, q_new_.data() + joint.q);
    std::copy_n(v_.data() + old.v, old.nv, v_new_.data() + joint.v);
    if (old.reversed == joint.reversed || joint.spec->kind != JointKind::Spherical) return;
    reverse_ball_rate(q_.data() + old.q, v_new_.data() + joint.v);
    reverse_ball(q_new_.data() + joint.q);
  }

  void take_pose(const DeclaredJoint& joint) {
    if (!kinematics_.has_value()) {
      kinematics_.emplace(*from_.tree);
      kinematics_->compute(*from_.tree, In<double>(q_.data(), from_.tree->nq()),
                           In<double>(v_.data(), from_.tree->nv()));
    }
    free_coordinates(*from_.tree, *kinematics_, joint, q_new_.data() + joint.q,
                     v_new_.data() + joint.v);
  }

  const Structure &from_, &to_;
  const Eigen::VectorXd &q_, &v_;
  Eigen::VectorXd &q_new_, &v_new_;
  std::optional<Kinematics<double>> kinematics_;
};

}  // namespace

void map_state(const Structure& from, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
               const Structure& to, Eigen::VectorXd& q_new, Eigen::VectorXd& v_new) {
  detail::require_size("map_state", "q", q.size(), from.loops->nq());
  detail::require_size("map_state", "v", v.size(), from.loops->nv());
  q_new.resize(to.loops->nq());
  v_new.resize(to.loops->nv());
  Mapping mapping(from, q, v, to, q_new, v_new);
  const std::vector<int> new_loops = mapping.map_known();
  if (!new_loops.empty()) mapping.follow(new_loops);
}

}  // namespace catena
