// Scenes in ODE: by its exact step (Dantzig), and by its quick one.

#include <ode/ode.h>

#include <cmath>
#include <stdexcept>

#include "../scenes/scene.hpp"

namespace catena::bench {
namespace {

class OdeRun final : public SceneRun {
 public:
  OdeRun(const Scene& scene, const std::string& setting)
      : scene_(scene), quick_(setting == "quick") {
    constexpr std::size_t most = 150;
    if (!quick_ && scene.bodies_collide && scene.bodies.size() > most)
      throw std::runtime_error("its dense matrix takes minutes per simulated second");
    static const int once = dInitODE2(0);
    if (once == 0) throw std::runtime_error("ODE cannot be set up");
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    group_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, scene.gravity[0], scene.gravity[1], scene.gravity[2]);
    dWorldSetAutoDisableFlag(world_, 0);
    if (scene.has_floor) {
      dGeomID floor = dCreatePlane(space_, 0, 0, 1, scene.floor);
      dGeomSetCategoryBits(floor, floor_bit);
      dGeomSetCollideBits(floor, body_bit);
    }
    for (const SceneBody& body : scene.bodies) add_body(body);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) add_joint(i);
    for (const SceneLoop& loop : scene.loops) {
      dJointID pin = dJointCreateHinge(world_, nullptr);
      dJointAttach(pin, bodies_[static_cast<std::size_t>(loop.a)],
                   bodies_[static_cast<std::size_t>(loop.b)]);
      dJointSetHingeAnchor(pin, loop.anchor[0], loop.anchor[1], loop.anchor[2]);
      dJointSetHingeAxis(pin, loop.axis[0], loop.axis[1], loop.axis[2]);
    }
  }
  ~OdeRun() override {
    dJointGroupDestroy(group_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }
  OdeRun(const OdeRun&) = delete;
  OdeRun& operator=(const OdeRun&) = delete;

  void advance(double t) override {
    const long last = std::lround(t / scene_.step);
    for (; steps_ < last; ++steps_) step();
  }

  void read(SceneState& out) const override {
    out = SceneState();
    out.t = static_cast<double>(steps_) * scene_.step;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const dReal *p = dBodyGetPosition(bodies_[i]), *q = dBodyGetQuaternion(bodies_[i]);
      out.positions.push_back({p[0], p[1], p[2]});
      out.rotations.push_back({q[0], q[1], q[2], q[3]});
      out.joints.push_back(coordinate(i));
      const dReal *v = dBodyGetLinearVel(bodies_[i]), *w = dBodyGetAngularVel(bodies_[i]);
      out.velocities.push_back({v[0], v[1], v[2]});
      out.spins.push_back({w[0], w[1], w[2]});
    }
  }

 private:
  static constexpr unsigned long floor_bit = 1, body_bit = 2;

  double coordinate(std::size_t i) const {
    if (joints_[i] == nullptr) return 0.0;
    return scene_.bodies[i].joint == SceneBody::Joint::Hinge ? dJointGetHingeAngle(joints_[i])
                                                             : dJointGetSliderPosition(joints_[i]);
  }

  void add_body(const SceneBody& given) {
    dBodyID body = dBodyCreate(world_);
    dMass mass;
    dMassSetParameters(&mass, given.mass, 0, 0, 0, given.moments[0], given.moments[1],
                       given.moments[2], 0, 0, 0);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, given.position[0], given.position[1], given.position[2]);
    dBodySetQuaternion(body, given.rotation.data());
    dBodySetLinearVel(body, given.velocity[0], given.velocity[1], given.velocity[2]);
    dBodySetAngularVel(body, given.spin[0], given.spin[1], given.spin[2]);
    bodies_.push_back(body);
    const Triple& s = given.size;
    dGeomID geom = nullptr;
    if (given.shape == SceneBody::Shape::Box) geom = dCreateBox(space_, s[0], s[1], s[2]);
    if (given.shape == SceneBody::Shape::Ball) geom = dCreateSphere(space_, s[0]);
    if (given.shape == SceneBody::Shape::Capsule) geom = dCreateCapsule(space_, s[0], 2.0 * s[1]);
    if (geom == nullptr) return;
    dGeomSetBody(geom, body);
    dGeomSetOffsetPosition(geom, given.shape_at[0], given.shape_at[1], given.shape_at[2]);
    if (given.shape == SceneBody::Shape::Capsule) {  // along x instead of z
      dQuaternion turn;
      dQFromAxisAndAngle(turn, 0, 1, 0, M_PI / 2);
      dGeomSetOffsetQuaternion(geom, turn);
    }
    dGeomSetCategoryBits(geom, body_bit);
    dGeomSetCollideBits(geom, scene_.bodies_collide ? floor_bit | body_bit : floor_bit);
  }

  void add_joint(std::size_t i) {
    const SceneBody& body = scene_.bodies[i];
    joints_.push_back(nullptr);
    if (body.joint == SceneBody::Joint::Free) return;
    dBodyID parent = body.parent < 0 ? nullptr : bodies_[static_cast<std::size_t>(body.parent)];
    if (body.joint == SceneBody::Joint::Hinge) {
      dJointID joint = joints_[i] = dJointCreateHinge(world_, nullptr);
      dJointAttach(joint, bodies_[i], parent);
      dJointSetHingeAnchor(joint, body.anchor[0], body.anchor[1], body.anchor[2]);
      dJointSetHingeAxis(joint, body.axis[0], body.axis[1], body.axis[2]);
      if (!std::isfinite(body.lower)) return;
      dJointSetHingeParam(joint, dParamLoStop, body.lower);
      dJointSetHingeParam(joint, dParamHiStop, body.upper);
      return;
    }
    dJointID joint = joints_[i] = dJointCreateSlider(world_, nullptr);
    dJointAttach(joint, bodies_[i], parent);
    dJointSetSliderAxis(joint, body.axis[0], body.axis[1], body.axis[2]);
  }

  static void collide(void* data, dGeomID a, dGeomID b) {
    OdeRun& run = *static_cast<OdeRun*>(data);
    dContact contacts[8];
    const int count = dCollide(a, b, 8, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      dSurfaceParameters& surface = contacts[i].surface;
      surface.mode = dContactApprox1;
      const bool on_floor = dGeomGetBody(a) == nullptr || dGeomGetBody(b) == nullptr;
      surface.mu = on_floor ? run.scene_.on_floor() : run.scene_.friction;
      if (run.scene_.restitution > 0.0) {
        surface.mode |= dContactBounce;
        surface.bounce = run.scene_.restitution;
        surface.bounce_vel = 0.0;
      }
      dJointAttach(dJointCreateContact(run.world_, run.group_, &contacts[i]), dGeomGetBody(a),
                   dGeomGetBody(b));
    }
  }

  void step() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const SceneBody& body = scene_.bodies[i];
      if (body.force != Triple{})
        dBodyAddForce(bodies_[i], body.force[0], body.force[1], body.force[2]);
      if (body.stiffness == 0.0 && body.damping == 0.0) continue;
      const double force = body.stiffness * (body.rest - dJointGetSliderPosition(joints_[i])) -
                           body.damping * dJointGetSliderPositionRate(joints_[i]);
      dJointAddSliderForce(joints_[i], force);
    }
    dSpaceCollide(space_, this, &collide);
    if (quick_)
      dWorldQuickStep(world_, scene_.step);
    else
      dWorldStep(world_, scene_.step);
    dJointGroupEmpty(group_);
  }

  const Scene& scene_;
  bool quick_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID group_ = nullptr;
  std::vector<dBodyID> bodies_;
  std::vector<dJointID> joints_;  // null where a body is free
  long steps_ = 0;
};

}  // namespace
}  // namespace catena::bench

extern "C" const char* const* catena_bench_scene_settings() {
  static const char* const settings[] = {"exact", "quick", nullptr};
  return settings;
}
extern "C" catena::bench::SceneRun* catena_bench_make_scene_run(const catena::bench::Scene& scene,
                                                                const std::string& setting) {
  return new catena::bench::OdeRun(scene, setting);
}
