// Scenes in Bullet, with 10 iterations as it comes, and with 100.

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>
#include <stdexcept>

#include "../scenes/scene.hpp"

namespace catena::bench {
namespace {

btVector3 vector(const Triple& x) {
  return {x[0], x[1], x[2]};
}

class BulletRun final : public SceneRun {
 public:
  BulletRun(const Scene& scene, const std::string& setting)
      : scene_(scene),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &solver_, &configuration_) {
    world_.setGravity(vector(scene.gravity));
    world_.getSolverInfo().m_numIterations = setting == "100 iterations" ? 100 : 10;
    if (scene.has_floor)
      add(0.0, std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), scene.floor),
          btTransform::getIdentity(), {0, 0, 0}, floor_bit, body_bit);
    for (const SceneBody& body : scene.bodies) add_body(body);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) add_hinge(i);
    for (const SceneLoop& loop : scene.loops)
      pin(body(static_cast<std::size_t>(loop.a)), &body(static_cast<std::size_t>(loop.b)),
          vector(loop.anchor), vector(loop.axis));
  }
  ~BulletRun() override {
    for (const auto& hinge : pins_) world_.removeConstraint(hinge.get());
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  BulletRun(const BulletRun&) = delete;
  BulletRun& operator=(const BulletRun&) = delete;

  void advance(double t) override {
    const long last = std::lround(t / scene_.step);
    for (; steps_ < last; ++steps_) {
      for (std::size_t i = 0; i < scene_.bodies.size(); ++i) push(i);
      world_.stepSimulation(scene_.step, 0);
    }
  }

  void read(SceneState& out) const override {
    out = SceneState();
    out.t = static_cast<double>(steps_) * scene_.step;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      const btTransform& X = body(i).getWorldTransform();
      const btVector3 p = X.getOrigin();
      const btQuaternion q = X.getRotation();
      out.positions.push_back({p.x(), p.y(), p.z()});
      out.rotations.push_back({q.w(), q.x(), q.y(), q.z()});
      out.joints.push_back(hinges_[i] != nullptr ? hinge_angle(i) : 0.0);
      const btVector3 &v = body(i).getLinearVelocity(), &w = body(i).getAngularVelocity();
      out.velocities.push_back({v.x(), v.y(), v.z()});
      out.spins.push_back({w.x(), w.y(), w.z()});
    }
  }

 private:
  static constexpr int floor_bit = 64, body_bit = 128;

  const btRigidBody& body(std::size_t i) const { return *bodies_[i + (scene_.has_floor ? 1 : 0)]; }
  btRigidBody& body(std::size_t i) { return *bodies_[i + (scene_.has_floor ? 1 : 0)]; }

  btRigidBody& add(double mass, std::unique_ptr<btCollisionShape> shape, const btTransform& at,
                   const btVector3& moments, int bits, int with) {
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape.get(), moments);
    info.m_startWorldTransform = at;
    // Of a pair: the product.
    info.m_friction = std::sqrt(scene_.friction);
    if (bits == floor_bit && scene_.friction > 0.0)
      info.m_friction = scene_.on_floor() / info.m_friction;
    info.m_restitution = std::sqrt(scene_.restitution);
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get(), bits, with);
    shapes_.push_back(std::move(shape));
    return *bodies_.back();
  }

  void add_body(const SceneBody& given) {
    const Triple& s = given.size;
    std::unique_ptr<btCollisionShape> shape;
    if (given.shape == SceneBody::Shape::Box)
      shape = std::make_unique<btBoxShape>(0.5 * vector(s));
    else if (given.shape == SceneBody::Shape::Ball)
      shape = std::make_unique<btSphereShape>(s[0]);
    else if (given.shape == SceneBody::Shape::Capsule)
      shape = std::make_unique<btCapsuleShapeX>(s[0], 2.0 * s[1]);
    else
      shape = std::make_unique<btEmptyShape>();
    if (given.shape_at != Triple{}) {
      auto beside = std::make_unique<btCompoundShape>();
      beside->addChildShape(btTransform(btQuaternion::getIdentity(), vector(given.shape_at)),
                            shape.get());
      shapes_.push_back(std::move(shape));
      shape = std::move(beside);
    }
    const btTransform at(
        btQuaternion(given.rotation[1], given.rotation[2], given.rotation[3], given.rotation[0]),
        vector(given.position));
    btRigidBody& made = add(given.mass, std::move(shape), at, vector(given.moments), body_bit,
                            scene_.bodies_collide ? floor_bit | body_bit : floor_bit);
    made.setLinearVelocity(vector(given.velocity));
    made.setAngularVelocity(vector(given.spin));
    if (given.joint != SceneBody::Joint::Slider) return;
    made.setLinearFactor(
        {std::abs(given.axis[0]), std::abs(given.axis[1]), std::abs(given.axis[2])});
    made.setAngularFactor(btScalar(0));
  }

  btHingeConstraint& pin(btRigidBody& a, btRigidBody* b, const btVector3& anchor,
                         const btVector3& axis) {
    const auto point = [&](const btRigidBody& on) {
      return on.getWorldTransform().inverse() * anchor;
    };
    const auto turned = [&](const btRigidBody& on) {
      return on.getWorldTransform().getBasis().transpose() * axis;
    };
    pins_.push_back(b == nullptr ? std::make_unique<btHingeConstraint>(a, point(a), turned(a))
                                 : std::make_unique<btHingeConstraint>(a, *b, point(a), point(*b),
                                                                       turned(a), turned(*b)));
    world_.addConstraint(pins_.back().get(), true);
    return *pins_.back();
  }

  // The angle of a hinge and its sense are those of the scene; Bullet's own are what its frames
  // make of it.
  void add_hinge(std::size_t i) {
    const SceneBody& given = scene_.bodies[i];
    hinges_.push_back(nullptr);
    if (given.joint != SceneBody::Joint::Hinge) return;
    btRigidBody* const parent =
        given.parent < 0 ? nullptr : &body(static_cast<std::size_t>(given.parent));
    btHingeConstraint& made = pin(body(i), parent, vector(given.anchor), vector(given.axis));
    hinges_.back() = &made;
    if (std::isfinite(given.lower)) made.setLimit(given.lower, given.upper);
  }

  double hinge_angle(std::size_t i) const {
    const SceneBody& given = scene_.bodies[i];
    const btMatrix3x3 now = body(i).getWorldTransform().getBasis();
    const auto start = [](const SceneBody& of) {
      return btMatrix3x3(
          btQuaternion(of.rotation[1], of.rotation[2], of.rotation[3], of.rotation[0]));
    };
    btMatrix3x3 parent = btMatrix3x3::getIdentity(), parent_start = parent;
    if (given.parent >= 0) {
      const auto above = static_cast<std::size_t>(given.parent);
      parent = body(above).getWorldTransform().getBasis();
      parent_start = start(scene_.bodies[above]);
    }
    // How the body has turned against its parent, in the axes of the world at the start.
    const btMatrix3x3 turn = parent_start * parent.transpose() * now * start(given).transpose();
    btQuaternion q;
    turn.getRotation(q);
    return std::remainder(2.0 * std::atan2(vector(given.axis).dot({q.x(), q.y(), q.z()}), q.w()),
                          2.0 * M_PI);
  }

  // What springs and dampers of sliders do, and constant forces.
  void push(std::size_t i) {
    const SceneBody& given = scene_.bodies[i];
    if (given.force != Triple{}) body(i).applyCentralForce(vector(given.force));
    if (given.stiffness == 0.0 && given.damping == 0.0) return;
    const btVector3 axis = vector(given.axis);
    btRigidBody& b = body(i);
    const double way = axis.dot(b.getWorldTransform().getOrigin() - vector(given.position));
    b.applyCentralForce(
        (given.stiffness * (given.rest - way) - given.damping * axis.dot(b.getLinearVelocity())) *
        axis);
  }

  const Scene& scene_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btHingeConstraint>> pins_;
  std::vector<btHingeConstraint*> hinges_;  // per body; null: it has none
  long steps_ = 0;
};

}  // namespace
}  // namespace catena::bench

extern "C" const char* const* catena_bench_scene_settings() {
  static const char* const settings[] = {"default", "100 iterations", nullptr};
  return settings;
}
extern "C" catena::bench::SceneRun* catena_bench_make_scene_run(const catena::bench::Scene& scene,
                                                                const std::string& setting) {
  return new catena::bench::BulletRun(scene, setting);
}
