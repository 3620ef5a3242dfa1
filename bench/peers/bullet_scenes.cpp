// Scenes of free bodies in Bullet, with 10 iterations as it comes, and with 100.

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
  }
  ~BulletRun() override {
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
      out.joints.push_back(0.0);
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
    info.m_friction = std::sqrt(scene_.friction);  // of a pair: the product
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
    if (!shape || given.joint == SceneBody::Joint::Hinge)
      throw std::runtime_error("hinges and capsules are not tried");
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

  // What springs and dampers of sliders do.
  void push(std::size_t i) {
    const SceneBody& given = scene_.bodies[i];
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
