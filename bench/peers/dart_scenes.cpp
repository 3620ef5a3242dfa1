// Scenes in DART: with its pivoting solver (Dantzig's), and with sweeps. A skeleton for each tree.

#include <cmath>
#include <dart/collision/CollisionFilter.hpp>
#include <dart/collision/CollisionObject.hpp>
#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/constraint/BallJointConstraint.hpp>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/DantzigBoxedLcpSolver.hpp>
#include <dart/constraint/PgsBoxedLcpSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/ShapeNode.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/UniversalJoint.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>
#include <memory>
#include <stdexcept>

#include "../scenes/scene.hpp"

namespace catena::bench {
namespace {

namespace dd = dart::dynamics;
namespace dc = dart::constraint;

Eigen::Vector3d vector(const Triple& x) {
  return {x[0], x[1], x[2]};
}
Triple triple(const Eigen::Vector3d& x) {
  return {x.x(), x.y(), x.z()};
}

Eigen::Isometry3d pose_of(const SceneBody& body) {
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  const auto& [w, x, y, z] = body.rotation;
  X.linear() = Eigen::Quaterniond(w, x, y, z).toRotationMatrix();
  X.translation() = vector(body.position);
  return X;
}

// Bodies that touch the floor and nothing else.
class FloorOnly final : public dart::collision::BodyNodeCollisionFilter {
 public:
  explicit FloorOnly(const dd::Skeleton* floor) : floor_(floor) {}
  bool ignoresCollision(const dart::collision::CollisionObject* a,
                        const dart::collision::CollisionObject* b) const override {
    return !is_floor(a) && !is_floor(b);
  }

 private:
  bool is_floor(const dart::collision::CollisionObject* object) const {
    return object->getShapeFrame()->asShapeNode()->getSkeleton().get() == floor_;
  }
  const dd::Skeleton* floor_;
};

class DartRun final : public SceneRun {
 public:
  DartRun(const Scene& scene, const std::string& setting)
      : scene_(scene), world_(dart::simulation::World::create()) {
    constexpr std::size_t most = 60;
    const bool sweeps = setting == "sweeps";
    if (!sweeps && scene.bodies_collide && scene.bodies.size() > most)
      throw std::runtime_error("its dense matrix takes minutes per simulated second");
    world_->setTimeStep(scene.step);
    world_->setGravity(vector(scene.gravity));
    if (sweeps)
      world_->setConstraintSolver(std::make_unique<dc::BoxedLcpConstraintSolver>(
          std::make_shared<dc::PgsBoxedLcpSolver>()));
    dc::ConstraintSolver& solver = *world_->getConstraintSolver();
    solver.setCollisionDetector(dart::collision::DARTCollisionDetector::create());
    solver.getCollisionOption().maxNumContacts = 100000u;
    dd::SkeletonPtr floor;
    if (scene.has_floor) floor = add_floor();
    loop_of_.assign(scene.bodies.size(), nullptr);
    for (const SceneLoop& loop : scene.loops) loop_of_[static_cast<std::size_t>(loop.a)] = &loop;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) add_body(i);
    for (const dd::SkeletonPtr& tree : trees_) world_->addSkeleton(tree);
    if (!scene.bodies_collide)
      solver.getCollisionOption().collisionFilter = std::make_shared<FloorOnly>(floor.get());
    for (const SceneLoop& loop : scene.loops)
      solver.addConstraint(std::make_shared<dc::BallJointConstraint>(
          nodes_[static_cast<std::size_t>(loop.a)], nodes_[static_cast<std::size_t>(loop.b)],
          vector(loop.anchor)));
  }

  void advance(double t) override {
    const long last = std::lround(t / scene_.step);
    for (; steps_ < last; ++steps_) {
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (scene_.bodies[i].force != Triple{})
          nodes_[i]->addExtForce(vector(scene_.bodies[i].force), Eigen::Vector3d::Zero(), false,
                                 true);
      world_->step();
    }
  }

  void read(SceneState& out) const override {
    out = SceneState();
    out.t = static_cast<double>(steps_) * scene_.step;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Eigen::Isometry3d& X = nodes_[i]->getTransform();
      const Eigen::Quaterniond q(X.linear());
      out.positions.push_back(triple(X.translation()));
      out.rotations.push_back({q.w(), q.x(), q.y(), q.z()});
      const bool free = scene_.bodies[i].joint == SceneBody::Joint::Free;
      out.joints.push_back(free ? 0.0 : nodes_[i]->getParentJoint()->getPosition(0));
      out.velocities.push_back(triple(nodes_[i]->getLinearVelocity()));
      out.spins.push_back(triple(nodes_[i]->getAngularVelocity()));
    }
  }

 private:
  void add_shape(dd::BodyNode& node, const dd::ShapePtr& shape, const Eigen::Vector3d& at,
                 double friction) const {
    dd::ShapeNode* made = node.createShapeNodeWith<dd::CollisionAspect, dd::DynamicsAspect>(shape);
    made->setRelativeTranslation(at);
    made->getDynamicsAspect()->setFrictionCoeff(friction);  // of a pair: the smaller one
    made->getDynamicsAspect()->setRestitutionCoeff(std::sqrt(scene_.restitution));
  }

  dd::SkeletonPtr add_floor() {
    constexpr double depth = 10.0;
    const dd::SkeletonPtr floor = dd::Skeleton::create("floor");
    dd::BodyNode* node = floor->createJointAndBodyNodePair<dd::WeldJoint>().second;
    node->setName("floor");
    add_shape(*node, std::make_shared<dd::BoxShape>(Eigen::Vector3d(200.0, 200.0, depth)),
              {0.0, 0.0, scene_.floor - 0.5 * depth}, scene_.on_floor());
    world_->addSkeleton(floor);
    return floor;
  }

  // What a capsule touches a floor with are its ends.
  void add_shapes(const SceneBody& given, dd::BodyNode& node) const {
    const Eigen::Vector3d at = vector(given.shape_at);
    const auto ball = [&](const Eigen::Vector3d& where) {
      add_shape(node, std::make_shared<dd::SphereShape>(given.size[0]), where, scene_.friction);
    };
    switch (given.shape) {
      case SceneBody::Shape::None:
        return;
      case SceneBody::Shape::Box:
        return add_shape(node, std::make_shared<dd::BoxShape>(vector(given.size)), at,
                         scene_.friction);
      case SceneBody::Shape::Ball:
        return ball(at);
      case SceneBody::Shape::Capsule:
        for (const double end : {-given.size[1], given.size[1]})
          ball(at + Eigen::Vector3d(end, 0.0, 0.0));
    }
  }

  void add_free(const SceneBody& given, dd::BodyNode::Properties properties) {
    const dd::SkeletonPtr tree = dd::Skeleton::create(given.name);
    const auto [joint, node] = tree->createJointAndBodyNodePair<dd::FreeJoint>(
        nullptr, dd::FreeJoint::Properties(), properties);
    joint->setTransform(pose_of(given));
    joint->setLinearVelocity(vector(given.velocity));
    joint->setAngularVelocity(vector(given.spin));
    nodes_.push_back(node);
    trees_.push_back(tree);
  }

  void add_body(std::size_t i) {
    const SceneBody& given = scene_.bodies[i];
    dd::BodyNode::Properties properties;
    properties.mName = given.name;
    properties.mInertia =
        dd::Inertia(given.mass, Eigen::Vector3d::Zero(), vector(given.moments).asDiagonal());
    if (given.joint == SceneBody::Joint::Free)
      add_free(given, properties);
    else
      add_jointed(i, properties);
    add_shapes(given, *nodes_.back());
  }

  void add_jointed(std::size_t i, const dd::BodyNode::Properties& properties) {
    const SceneBody& given = scene_.bodies[i];
    dd::BodyNode* parent =
        given.parent < 0 ? nullptr : nodes_[static_cast<std::size_t>(given.parent)];
    const dd::SkeletonPtr tree = parent ? parent->getSkeleton() : dd::Skeleton::create(given.name);
    Eigen::Isometry3d anchor = Eigen::Isometry3d::Identity();
    anchor.translation() = vector(given.anchor);
    dd::Joint::Properties frame;
    frame.mName = given.name + " joint";
    frame.mT_ParentBodyToJoint =
        parent ? pose_of(scene_.bodies[static_cast<std::size_t>(given.parent)]).inverse() * anchor
               : anchor;
    frame.mT_ChildBodyToJoint = pose_of(given).inverse() * anchor;
    dd::Joint* joint = nullptr;
    dd::BodyNode* node = nullptr;
    if (const SceneLoop* loop = loop_of_[i]) {
      // A ball joint closes the loop; in a plane its third equation would be empty, which the
      // solver does not stand: this body may turn out of the plane.
      dd::UniversalJoint::Properties made(frame);
      const Eigen::Vector3d arm = vector(loop->anchor) - vector(given.anchor);
      made.mAxis = {vector(given.axis), vector(given.axis).cross(arm).normalized()};
      std::tie(joint, node) =
          tree->createJointAndBodyNodePair<dd::UniversalJoint>(parent, made, properties);
    } else if (given.joint == SceneBody::Joint::Hinge) {
      dd::RevoluteJoint::Properties made(frame);
      made.mAxis = vector(given.axis);
      std::tie(joint, node) =
          tree->createJointAndBodyNodePair<dd::RevoluteJoint>(parent, made, properties);
    } else {
      dd::PrismaticJoint::Properties made(frame);
      made.mAxis = vector(given.axis);
      std::tie(joint, node) =
          tree->createJointAndBodyNodePair<dd::PrismaticJoint>(parent, made, properties);
    }
    joint->setVelocity(0, given.rate);
    if (std::isfinite(given.lower)) {
      joint->setPositionLowerLimit(0, given.lower);
      joint->setPositionUpperLimit(0, given.upper);
      joint->setLimitEnforcement(true);
    }
    joint->setSpringStiffness(0, given.stiffness);
    joint->setRestPosition(0, given.rest);
    joint->setDampingCoefficient(0, given.damping);
    nodes_.push_back(node);
    if (!parent) trees_.push_back(tree);
  }

  const Scene& scene_;
  dart::simulation::WorldPtr world_;
  std::vector<const SceneLoop*> loop_of_;  // per body: the loop that it closes
  std::vector<dd::SkeletonPtr> trees_;
  std::vector<dd::BodyNode*> nodes_;
  long steps_ = 0;
};

}  // namespace
}  // namespace catena::bench

extern "C" const char* const* catena_bench_scene_settings() {
  static const char* const settings[] = {"exact", "sweeps", nullptr};
  return settings;
}
extern "C" catena::bench::SceneRun* catena_bench_make_scene_run(const catena::bench::Scene& scene,
                                                                const std::string& setting) {
  return new catena::bench::DartRun(scene, setting);
}
