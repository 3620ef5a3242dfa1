// Scenes in MuJoCo: as it comes, and as stiff as its step allows, with elliptic cones.

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "../scenes/scene.hpp"
#include "mujoco_text.hpp"

namespace catena::bench {
namespace {

std::string text_of(const Triple& x) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", x[0], x[1], x[2]);
}

Triple minus(const Triple& a, const Triple& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Quadruple conjugate(const Quadruple& q) {
  return {q[0], -q[1], -q[2], -q[3]};
}

// A vector of the world in the axes of a body.
Triple in_axes(const Quadruple& rotation, const Triple& x) {
  Triple out;
  mju_rotVecQuat(out.data(), x.data(), conjugate(rotation).data());
  return out;
}

std::string geom_of(const Scene& scene, const SceneBody& body) {
  if (body.shape == SceneBody::Shape::None) return {};
  const Triple& s = body.size;
  const std::string type =
      body.shape == SceneBody::Shape::Box
          ? fmt::format("type='box' size='{}'", text_of({s[0] / 2, s[1] / 2, s[2] / 2}))
      : body.shape == SceneBody::Shape::Ball
          ? fmt::format("type='sphere' size='{:.17g}'", s[0])
          : fmt::format("type='capsule' size='{:.17g} {:.17g}' zaxis='1 0 0'", s[0], s[1]);
  return fmt::format(
      "<geom name='{}.geom' {} pos='{}' friction='{:.17g} 0 0' contype='{}' conaffinity='1'/>",
      body.name, type, text_of(body.shape_at), scene.friction, scene.bodies_collide ? 1 : 0);
}

std::string joint_of(const SceneBody& body) {
  if (body.joint == SceneBody::Joint::Free) return fmt::format("<freejoint name='{}'/>", body.name);
  std::string text = fmt::format(
      "<joint name='{}' type='{}' axis='{}' pos='{}' damping='{:.17g}' stiffness='{:.17g}' "
      "springref='{:.17g}'",
      body.name, body.joint == SceneBody::Joint::Hinge ? "hinge" : "slide",
      text_of(in_axes(body.rotation, body.axis)),
      text_of(in_axes(body.rotation, minus(body.anchor, body.position))), body.damping,
      body.stiffness, body.rest);
  if (std::isfinite(body.lower))
    text += fmt::format(" limited='true' range='{:.17g} {:.17g}'", body.lower, body.upper);
  return text + "/>";
}

void put_body(const Scene& scene, int index, std::string& out) {
  const SceneBody& body = scene.bodies[static_cast<std::size_t>(index)];
  Triple at = body.position;
  Quadruple turned = body.rotation;
  if (body.parent >= 0) {
    const SceneBody& parent = scene.bodies[static_cast<std::size_t>(body.parent)];
    at = in_axes(parent.rotation, minus(body.position, parent.position));
    mju_mulQuat(turned.data(), conjugate(parent.rotation).data(), body.rotation.data());
  }
  out += fmt::format(
      "<body name='{}' pos='{}' quat='{:.17g} {:.17g} {:.17g} {:.17g}'>{}<inertial pos='0 0 0' "
      "mass='{:.17g}' diaginertia='{}'/>{}",
      body.name, text_of(at), turned[0], turned[1], turned[2], turned[3], joint_of(body), body.mass,
      text_of(body.moments), geom_of(scene, body));
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    if (scene.bodies[i].parent == index) put_body(scene, static_cast<int>(i), out);
  out += "</body>";
}

// Rows for eight contacts of four rows per body, loops and stops. MuJoCo 2.2 has room for njmax x
// njmax numbers, and twice for njmax x nv, and counts the bytes of all by an int.
long constraint_rows(const Scene& scene) {
  const auto bodies = static_cast<long>(scene.bodies.size());
  double nv = 0.0;
  for (const SceneBody& body : scene.bodies) nv += body.joint == SceneBody::Joint::Free ? 6 : 1;
  const auto most = static_cast<long>(std::sqrt(nv * nv + 2e9 / 12.0) - nv);
  const long rows = 500 + 33 * bodies + 3 * static_cast<long>(scene.loops.size());
  if (rows > most)
    throw std::runtime_error(
        fmt::format("MuJoCo 2.2 has room for {} of {} rows of contacts", most, rows));
  return rows;
}

std::string mjcf_of(const Scene& scene) {
  const long rows = constraint_rows(scene);
  std::string text =
      fmt::format("<mujoco><compiler angle='radian'/><size njmax='{}' nconmax='{}'/><worldbody>",
                  rows, rows / 3);
  if (scene.has_floor)
    text += fmt::format(
        "<geom name='floor' type='plane' size='100 100 1' pos='0 0 {:.17g}' friction='{:.17g} 0 "
        "0'/>",
        scene.floor, scene.friction);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    if (scene.bodies[i].parent < 0) put_body(scene, static_cast<int>(i), text);
  text += "</worldbody>";
  // Geoms have one friction each, of which the larger counts.
  if (scene.floor_friction >= 0.0 && scene.floor_friction < scene.friction) {
    text += "<contact>";
    for (const SceneBody& body : scene.bodies)
      if (body.shape == SceneBody::Shape::Box)
        text +=
            fmt::format("<pair geom1='floor' geom2='{}.geom' friction='{:.17g} {:.17g} 0 0 0'/>",
                        body.name, scene.floor_friction, scene.floor_friction);
    text += "</contact>";
  }
  if (!scene.loops.empty()) text += "<equality>";
  for (const SceneLoop& loop : scene.loops) {
    const SceneBody &a = scene.bodies[static_cast<std::size_t>(loop.a)],
                    &b = scene.bodies[static_cast<std::size_t>(loop.b)];
    text += fmt::format("<connect body1='{}' body2='{}' anchor='{}'/>", a.name, b.name,
                        text_of(in_axes(a.rotation, minus(loop.anchor, a.position))));
  }
  if (!scene.loops.empty()) text += "</equality>";
  return text + "</mujoco>";
}

// A long chain without shapes, whose elements would be nested more deeply than the parser allows.
// The frames of its links are at their joints.
std::string urdf_of(const Scene& scene) {
  std::string text =
      "<robot name='chain'><mujoco><compiler balanceinertia='false' fusestatic='false'/></mujoco>"
      "<link name='root'/>";
  for (const SceneBody& body : scene.bodies) {
    const auto parent = static_cast<std::size_t>(body.parent);
    const Triple from = body.parent < 0 ? Triple{} : scene.bodies[parent].anchor;
    text += fmt::format(
        "<link name='{}_link'><inertial><origin xyz='{}'/><mass value='{:.17g}'/><inertia "
        "ixx='{:.17g}' iyy='{:.17g}' izz='{:.17g}' ixy='0' ixz='0' iyz='0'/></inertial></link>"
        "<joint name='{}' type='revolute'><parent link='{}'/><child link='{}_link'/>"
        "<origin xyz='{}'/><axis xyz='{}'/><limit lower='{:.17g}' upper='{:.17g}' effort='0' "
        "velocity='0'/></joint>",
        body.name, text_of(minus(body.position, body.anchor)), body.mass, body.moments[0],
        body.moments[1], body.moments[2], body.name,
        body.parent < 0 ? "root" : scene.bodies[parent].name + "_link", body.name,
        text_of(minus(body.anchor, from)), text_of(body.axis), body.lower, body.upper);
  }
  return text + "</robot>";
}

class MujocoRun final : public SceneRun {
 public:
  MujocoRun(const Scene& scene, const std::string& setting)
      : scene_(scene),
        is_long_(scene.contacts.empty() && !scene.bodies_collide && scene.loops.empty() &&
                 scene.bodies.size() > 40),
        model_(load_text(is_long_ ? urdf_of(scene) : mjcf_of(scene))),
        data_(nullptr, &mj_deleteData) {
    mjModel& m = *model_;
    m.opt.timestep = scene.step;
    for (std::size_t k = 0; k < 3; ++k) m.opt.gravity[k] = scene.gravity[k];
    if (setting == "stiff") make_stiff(m);
    if (scene.restitution > 0.0)  // elastic: no damping
      for (int g = 0; g < m.ngeom; ++g) m.geom_solref[2 * g] = -1e5, m.geom_solref[2 * g + 1] = 0;
    data_.reset(mj_makeData(&m));
    for (const SceneBody& body : scene.bodies) {
      joint_.push_back(mj_name2id(&m, mjOBJ_JOINT, body.name.c_str()));
      if (joint_.back() < 0) throw std::runtime_error("MuJoCo lost joint " + body.name);
      for (std::size_t k = 0; k < 3; ++k)
        data_->xfrc_applied[6 * m.jnt_bodyid[joint_.back()] + static_cast<int>(k)] = body.force[k];
      if (body.joint != SceneBody::Joint::Free) {
        data_->qvel[m.jnt_dofadr[joint_.back()]] = body.rate;
        continue;
      }
      mjtNum* const v = data_->qvel + m.jnt_dofadr[joint_.back()];
      for (std::size_t k = 0; k < 3; ++k) v[k] = body.velocity[k], v[3 + k] = body.spin[k];
    }
  }

  void advance(double t) override {
    const long last = std::lround(t / scene_.step);
    for (; steps_ < last; ++steps_) mj_step(model_.get(), data_.get());
  }

  void read(SceneState& out) const override {
    out = SceneState();
    out.t = static_cast<double>(steps_) * scene_.step;
    mj_kinematics(model_.get(), data_.get());
    mj_comPos(model_.get(), data_.get());
    mj_fwdVelocity(model_.get(), data_.get());
    for (const int joint : joint_) {
      const int body = model_->jnt_bodyid[joint];
      const mjtNum *p = data_->xpos + 3 * body, *q = data_->xquat + 4 * body;
      out.positions.push_back({p[0], p[1], p[2]});
      out.rotations.push_back({q[0], q[1], q[2], q[3]});
      mjtNum v[6];  // angular, then linear, at the centre of mass
      mj_objectVelocity(model_.get(), data_.get(), mjOBJ_BODY, body, v, 0);
      out.velocities.push_back({v[3], v[4], v[5]});
      out.spins.push_back({v[0], v[1], v[2]});
      const bool free = model_->jnt_type[joint] == mjJNT_FREE;
      out.joints.push_back(free ? 0.0 : data_->qpos[model_->jnt_qposadr[joint]]);
    }
  }

 private:
  // Its time constant is twice the step, which is the least that it allows.
  void make_stiff(mjModel& m) const {
    m.opt.cone = mjCONE_ELLIPTIC;
    m.opt.impratio = 10;
    m.opt.noslip_iterations = 10;
    m.opt.tolerance = 1e-10;
    const auto set = [&](mjtNum* reference, mjtNum* impedance) {
      reference[0] = 2.0 * scene_.step, reference[1] = 1.0;
      impedance[0] = 0.99, impedance[1] = 0.999, impedance[2] = 1e-4;
    };
    for (int g = 0; g < m.ngeom; ++g) set(m.geom_solref + mjNREF * g, m.geom_solimp + mjNIMP * g);
    for (int j = 0; j < m.njnt; ++j) set(m.jnt_solref + mjNREF * j, m.jnt_solimp + mjNIMP * j);
    for (int e = 0; e < m.neq; ++e) set(m.eq_solref + mjNREF * e, m.eq_solimp + mjNIMP * e);
    for (int p = 0; p < m.npair; ++p) set(m.pair_solref + mjNREF * p, m.pair_solimp + mjNIMP * p);
  }

  const Scene& scene_;
  bool is_long_;
  ModelPointer model_;
  DataPointer data_;
  std::vector<int> joint_;
  long steps_ = 0;
};

}  // namespace
}  // namespace catena::bench

extern "C" const char* const* catena_bench_scene_settings() {
  static const char* const settings[] = {"default", "stiff", nullptr};
  return settings;
}
extern "C" catena::bench::SceneRun* catena_bench_make_scene_run(const catena::bench::Scene& scene,
                                                                const std::string& setting) {
  return new catena::bench::MujocoRun(scene, setting);
}
