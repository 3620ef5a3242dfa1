// The program of docs/tutorial.md; the tests build and run it.

#include <fmt/format.h>

#include <random>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/model/configuration.hpp"
#include "catena/model/model_builder.hpp"

using namespace catena;

// A bead on an elliptic wire with half axes a and b; q is the eccentric angle.
struct EllipseJoint {
  static constexpr int dofs = 1;
  double a, b;

  template <class T>
  Transform<T> pose(const T* q) const {
    const auto [s, c] = sincos(q[0]);
    return Transform<T>::at({T(a) * c, T(b) * s, T(0.0)});
  }
  template <class T>
  void subspace(const T* q, Motion<T>* S) const {
    const auto [s, c] = sincos(q[0]);
    S[0] = {Vec3<T>::zero(), {-T(a) * s, T(b) * c, T(0.0)}};
  }
};

Model make_gripper() {
  ModelBuilder builder;
  // Inertias are about the body's origin: move a centred shape to where it is.
  using Pose = Transform<double>;
  const auto palm = builder.add_body("palm", solid_box(0.5, {0.10, 0.08, 0.02}));
  const auto finger_inertia = Pose::at({0, 0, 0.04}) * solid_capsule_z(0.05, 0.008, 0.08);
  const auto left = builder.add_body("left", finger_inertia);
  const auto right = builder.add_body("right", finger_inertia);

  builder.add_joint(free_joint("base"), builder.world(), palm);
  JointSpec hinge = revolute("left_hinge", {0, 1, 0});
  hinge.position_lower = Eigen::VectorXd::Constant(1, -0.8);
  hinge.position_upper = Eigen::VectorXd::Constant(1, 0.8);
  hinge.armature = Eigen::VectorXd::Constant(1, 1e-5);
  hinge.damping = Eigen::VectorXd::Constant(1, 1e-3);
  const JointId left_hinge = builder.add_joint(hinge, palm, left, Pose::at({-0.04, 0, 0.01}));
  hinge.name = "right_hinge";
  const JointId right_hinge = builder.add_joint(hinge, palm, right, Pose::at({0.04, 0, 0.01}));

  // A spring between the two fingers: it sees the sum of both angles.
  SpringSpec spring;
  spring.name = "coupling";
  spring.joints = {left_hinge, right_hinge};
  spring.stiffness = Eigen::Matrix2d::Constant(0.2);
  builder.add_spring(spring);
  builder.add_frame("left_tip", left, Pose::at({0, 0, 0.09}));
  return builder.build();
}

void fall_for_a_moment(const Model& model) {
  Workspace ws(model);
  Eigen::VectorXd q = neutral_configuration(model), v = Eigen::VectorXd::Zero(model.nv());
  Eigen::VectorXd tau(model.nv()), a(model.nv());
  q[model.joint(model.find_joint("left_hinge")).q] = 0.3;
  const double dt = 1e-4;
  for (int step = 0; step < 1000; ++step) {
    passive_efforts(model, q, v, tau, ws);
    aba(model, q, v, tau, a, ws);
    v += dt * a;
    q = integrate(model, q, dt * v);
  }
  Kinematics<double> kinematics(model);
  kinematics.compute(model, q, v);
  const FrameId tip = model.find_frame("left_tip");
  const Vec3<double> p = kinematics.pose(model, tip).translation;
  const Motion<double> V = kinematics.velocity(model, tip, Reference::WorldAligned);
  fmt::print("tip at ({:.4f}, {:.4f}, {:.4f}) m, falling at {:.4f} m/s\n", p.x, p.y, p.z,
             V.linear.z);
}

void four_states_at_once(const Model& model) {
  std::mt19937_64 random(1);
  VectorX<Pack4> q(model.nq()), v(model.nv()), tau(model.nv()), a(model.nv());
  for (std::size_t lane = 0; lane < Pack4::lanes; ++lane) {
    const Eigen::VectorXd sample = random_configuration(model, random);
    for (int i = 0; i < model.nq(); ++i) q[i].set_lane(lane, sample[i]);
  }
  v.fill(Pack4(0.1));
  tau.fill(Pack4(0.0));
  Workspace<Pack4> ws(model);
  aba(model, q, v, tau, a, ws);
  fmt::print("four accelerations of the left hinge: {:.3f} {:.3f} {:.3f} {:.3f} rad/s^2\n", a[6][0],
             a[6][1], a[6][2], a[6][3]);
}

void bead_on_a_wire() {
  ModelBuilder builder;
  const auto bead = builder.add_body("bead", solid_sphere(0.1, 0.01));
  builder.add_joint(custom_joint("wire", CustomJoint::make(EllipseJoint{0.3, 0.2})),
                    builder.world(), bead);
  builder.set_gravity({0.0, -9.81, 0.0});
  const Model model = builder.build();
  Workspace ws(model);
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(1, 0.5), zero = Eigen::VectorXd::Zero(1);
  Eigen::VectorXd a(1);
  aba(model, q, zero, zero, a, ws);
  Eigen::MatrixXd da_dq(1, 1), da_dv(1, 1), da_dtau(1, 1);
  aba_derivatives(model, q, zero, zero, da_dq, da_dv, da_dtau, ws);
  fmt::print("bead: q'' = {:.4f} rad/s^2, dq''/dq = {:.4f} 1/s^2\n", a[0], da_dq(0, 0));
}

int main() {
  const Model model = make_gripper();
  for (const std::string& warning : model.warnings()) fmt::print("warning: {}\n", warning);
  fall_for_a_moment(model);
  four_states_at_once(model);
  bead_on_a_wire();
}
