// DART with loops: impulses that keep the velocities of joined points equal, with a correction of
// their distance. It has no accelerations without a step, so one evaluation is a step.

#include <cmath>
#include <dart/constraint/BallJointConstraint.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/UniversalJoint.hpp>
#include <dart/simulation/World.hpp>
#include <memory>
#include <stdexcept>
#include <string>

#include "../closed_contender.hpp"

namespace catena::bench {
namespace {

namespace dd = dart::dynamics;
namespace dc = dart::constraint;

constexpr double step = 1e-3;

// A skeleton for each tree on the ground: what an impulse does is found by going through all bodies
// of a skeleton.
class DartLoops final : public ClosedContender {
 public:
  explicit DartLoops(const ClosedModel& model) : world_(dart::simulation::World::create()) {
    world_->setTimeStep(step);
    world_->setGravity(model.tree.gravity);
    std::vector<const NeutralLoop*> loop_of(model.tree.bodies.size(), nullptr);
    for (const NeutralLoop& loop : model.loops)
      loop_of[static_cast<std::size_t>(loop.body)] = &loop;
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i)
      add_body(model.tree.bodies[i], loop_of[i]);
    for (const dd::SkeletonPtr& skeleton : skeletons_) world_->addSkeleton(skeleton);
    for (const NeutralLoop& loop : model.loops) {
      dd::BodyNode* body = nodes_[static_cast<std::size_t>(loop.body)];
      dd::BodyNode* other = nodes_[static_cast<std::size_t>(loop.other)];
      world_->getConstraintSolver()->addConstraint(std::make_shared<dc::BallJointConstraint>(
          body, other, body->getWorldTransform() * loop.point));
    }
  }

  void accelerate(const BenchState& state) override {
    load_state(state);
    before_ = state.v;
    world_->step();
  }

  std::vector<double> acceleration() const override {
    std::vector<double> a = gather(&dd::Joint::getVelocity);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = (a[i] - before_[i]) / step;
    return a;
  }

  std::vector<std::string> methods() const override { return {"Euler 1 ms"}; }

  void simulate(std::size_t, const BenchState& start, double duration,
                const std::function<void()>& after_step) override {
    load_state(start);
    for (int i = static_cast<int>(std::lround(duration / step)); i > 0; --i) {
      world_->step();
      if (after_step) after_step();
    }
  }

  BenchState state() const override {
    return {gather(&dd::Joint::getPosition), gather(&dd::Joint::getVelocity), {}, {}};
  }

 private:
  // Ball joints are the only pins that close a loop here. In a plane their third equation would be
  // empty, which the solver does not stand: a body that closes a loop may turn out of the plane.
  void add_body(const NeutralBody& body, const NeutralLoop* loop) {
    if (body.joint != NeutralJoint::RevoluteZ) throw std::runtime_error("only pins are supported");
    const std::string name = std::to_string(nodes_.size());
    dd::BodyNode* parent =
        body.parent < 0 ? nullptr : nodes_[static_cast<std::size_t>(body.parent)];
    const dd::SkeletonPtr skeleton =
        parent ? parent->getSkeleton() : dd::Skeleton::create("tree " + name);
    dd::BodyNode::Properties node;
    node.mName = "body " + name;
    node.mInertia = dd::Inertia(body.mass, body.com, body.inertia_about_com);
    dd::Joint::Properties frame;
    frame.mName = "joint " + name;
    frame.mT_ParentBodyToJoint.linear() = body.R;
    frame.mT_ParentBodyToJoint.translation() = body.p;
    const Eigen::Vector3d z = Eigen::Vector3d::UnitZ();
    if (loop) {
      dd::UniversalJoint::Properties joint(frame);
      joint.mAxis = {z, z.cross(loop->point).normalized()};
      nodes_.push_back(
          skeleton->createJointAndBodyNodePair<dd::UniversalJoint>(parent, joint, node).second);
    } else {
      dd::RevoluteJoint::Properties joint(frame);
      joint.mAxis = z;
      nodes_.push_back(
          skeleton->createJointAndBodyNodePair<dd::RevoluteJoint>(parent, joint, node).second);
    }
    if (!parent) skeletons_.push_back(skeleton);
  }

  void load_state(const BenchState& state) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      dd::Joint& joint = *nodes_[i]->getParentJoint();
      joint.resetPositions();
      joint.resetVelocities();
      joint.setPosition(0, state.q[i]);
      joint.setVelocity(0, state.v[i]);
    }
  }

  // Of the pins, which are the first coordinates of the joints.
  std::vector<double> gather(double (dd::Joint::*get)(std::size_t) const) const {
    std::vector<double> result;
    for (const dd::BodyNode* node : nodes_) result.push_back((node->getParentJoint()->*get)(0));
    return result;
  }

  dart::simulation::WorldPtr world_;
  std::vector<dd::SkeletonPtr> skeletons_;
  std::vector<dd::BodyNode*> nodes_;
  std::vector<double> before_;
};

}  // namespace
}  // namespace catena::bench

extern "C" catena::bench::ClosedContender* catena_bench_make_closed_peer(
    const catena::bench::ClosedModel& model) {
  return new catena::bench::DartLoops(model);
}
