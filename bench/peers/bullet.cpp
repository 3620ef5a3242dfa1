// Bullet's btMultiBody, in double precision. Bodies have their frames at the centre of mass along
// the principal axes; the velocity of a free base is in world axes. It has forward dynamics only
// (the packaged library comes without its inverse-dynamics part).

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <Eigen/Eigenvalues>
#include <stdexcept>

#include "conventions.hpp"

namespace catena::bench {
namespace {

btVector3 to_bt(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}
btQuaternion to_bt(const Eigen::Matrix3d& R) {
  const Eigen::Quaterniond q(R);
  return {q.x(), q.y(), q.z(), q.w()};
}

struct PrincipalAxes {
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  // in the body's axes
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();
  Eigen::Vector3d com = Eigen::Vector3d::Zero();

  static PrincipalAxes of(const NeutralBody& body) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(body.inertia_about_com);
    Eigen::Matrix3d axes = solver.eigenvectors();
    if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
    return {axes, solver.eigenvalues(), body.com};
  }
};

class Bullet final : public Contender {
 public:
  Bullet(const NeutralModel& model, const std::vector<BenchState>& states)
      : neutral_(model), states_(states) {
    base_ = !model.bodies.empty() && model.bodies[0].joint == NeutralJoint::Free;
    for (const NeutralBody& body : model.bodies) principal_.push_back(PrincipalAxes::of(body));
    const int links = static_cast<int>(model.bodies.size()) - (base_ ? 1 : 0);
    multibody_ = std::make_unique<btMultiBody>(
        links, base_ ? model.bodies[0].mass : 0.0,
        base_ ? to_bt(principal_[0].moments) : btVector3(0, 0, 0), !base_, false);
    for (std::size_t i = base_ ? 1 : 0; i < model.bodies.size(); ++i) add_link(i);
    multibody_->finalizeMultiDof();
    multibody_->setLinearDamping(0.0);
    multibody_->setAngularDamping(0.0);
    multibody_->setMaxCoordinateVelocity(1e30);
    multibody_->clearForcesAndTorques();
    for (std::size_t i = base_ ? 1 : 0; i < model.bodies.size(); ++i)
      multibody_->addLinkForce(link(i),
                               to_bt(Eigen::Vector3d(model.bodies[i].mass * model.gravity)));
    for (const BenchState& state : states) native_.push_back(convert(state));
  }

  bool has(Kernel kernel) const override { return kernel == Kernel::Aba; }

  void run(Kernel, std::size_t index) override {
    const Native& s = native_[index];
    btMultiBody& body = *multibody_;
    if (base_) {
      body.setBasePos(s.base_position);
      body.setWorldToBaseRot(s.world_to_base);
      body.setBaseOmega(s.base_omega);
      body.setBaseVel(s.base_velocity);
      body.addBaseForce(s.base_force - body.getBaseForce());
      body.addBaseTorque(s.base_torque - body.getBaseTorque());
    }
    for (int i = 0; i < body.getNumLinks(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      body.setJointPos(i, s.q[k]);
      body.setJointVel(i, s.v[k]);
      body.getJointTorqueMultiDof(i)[0] = s.tau[k];
    }
    // With a time step of one second the accelerations are what the velocities change by.
    body.computeAccelerationsArticulatedBodyAlgorithmMultiDof(1.0, scratch_r_, scratch_v_,
                                                              scratch_m_, false, false, false);
  }

  std::vector<double> result(Kernel kernel, std::size_t index) override {
    if (!has(kernel)) return {};
    run(kernel, index);
    const Native& s = native_[index];
    std::vector<double> a(static_cast<std::size_t>(neutral_.nv));
    const btScalar* v = multibody_->getVelocityVector();
    for (std::size_t i = base_ ? 1 : 0; i < neutral_.bodies.size(); ++i) {
      const auto k = static_cast<std::size_t>(link(i));
      a[static_cast<std::size_t>(neutral_.bodies[i].v)] = v[6 + k] - s.v[k];
    }
    if (base_) base_acceleration(states_[index], s, a);
    return a;
  }

 private:
  struct Native {
    btVector3 base_position, base_omega, base_velocity, base_force, base_torque;
    btQuaternion world_to_base;
    std::vector<double> q, v, tau;
  };

  int link(std::size_t i) const { return static_cast<int>(i) - (base_ ? 1 : 0); }

  void add_link(std::size_t i) {
    const NeutralBody& body = neutral_.bodies[i];
    if (body.joint != NeutralJoint::RevoluteZ)
      throw std::runtime_error("Bullet takes a free joint at the base only");
    const PrincipalAxes& own = principal_[i];
    const PrincipalAxes parent =
        body.parent < 0 ? PrincipalAxes{} : principal_[static_cast<std::size_t>(body.parent)];
    multibody_->setupRevolute(
        link(i), body.mass, to_bt(own.moments),
        body.parent < 0 ? -1 : link(static_cast<std::size_t>(body.parent)),
        to_bt(Eigen::Matrix3d(own.axes.transpose() * body.R.transpose() * parent.axes)),
        to_bt(Eigen::Vector3d(own.axes.transpose() * Eigen::Vector3d::UnitZ())),
        to_bt(Eigen::Vector3d(parent.axes.transpose() * (body.p - parent.com))),
        to_bt(Eigen::Vector3d(own.axes.transpose() * own.com)), true);
  }

  Native convert(const BenchState& state) const {
    Native native;
    for (std::size_t i = base_ ? 1 : 0; i < neutral_.bodies.size(); ++i) {
      const NeutralBody& body = neutral_.bodies[i];
      native.q.push_back(state.q[static_cast<std::size_t>(body.q)]);
      native.v.push_back(state.v[static_cast<std::size_t>(body.v)]);
      native.tau.push_back(state.tau[static_cast<std::size_t>(body.v)]);
    }
    if (!base_) return native;
    const Eigen::Matrix3d R = base_quaternion(neutral_.bodies[0], state).toRotationMatrix();
    const Eigen::Map<const Vector6> v(state.v.data()), f(state.tau.data());
    const Eigen::Vector3d w = v.head<3>(), linear = v.tail<3>(), moment = f.head<3>(),
                          force = f.tail<3>(), c = principal_[0].com;
    native.base_position = to_bt(Eigen::Vector3d(base_position(neutral_.bodies[0], state) + R * c));
    native.world_to_base = to_bt(Eigen::Matrix3d((R * principal_[0].axes).transpose()));
    native.base_omega = to_bt(Eigen::Vector3d(R * w));
    native.base_velocity = to_bt(Eigen::Vector3d(R * (linear + w.cross(c))));
    native.base_torque = to_bt(Eigen::Vector3d(R * (moment - c.cross(force))));
    native.base_force =
        to_bt(Eigen::Vector3d(R * force + neutral_.bodies[0].mass * neutral_.gravity));
    return native;
  }

  // From the acceleration of the centre of mass in world axes to dv/dt of the origin's velocity in
  // body axes.
  void base_acceleration(const BenchState& state, const Native& s, std::vector<double>& a) const {
    const btScalar* v_after = multibody_->getVelocityVector();
    Eigen::Vector3d w_dot, c_ddot;
    for (int k = 0; k < 3; ++k) {
      w_dot[k] = v_after[k] - s.base_omega[k];
      c_ddot[k] = v_after[3 + k] - s.base_velocity[k];
    }
    const Eigen::Matrix3d R = base_quaternion(neutral_.bodies[0], state).toRotationMatrix();
    const Eigen::Map<const Vector6> v(state.v.data());
    const Eigen::Vector3d w = v.head<3>(), linear = v.tail<3>(), c = principal_[0].com;
    const Eigen::Vector3d w_dot_B = R.transpose() * w_dot;
    Eigen::Map<Vector6> out(a.data());
    out.head<3>() = w_dot_B;
    out.tail<3>() =
        R.transpose() * c_ddot - w_dot_B.cross(c) - w.cross(w.cross(c)) - w.cross(linear);
  }

  NeutralModel neutral_;
  std::vector<BenchState> states_;
  bool base_ = false;
  std::vector<PrincipalAxes> principal_;
  std::unique_ptr<btMultiBody> multibody_;
  btAlignedObjectArray<btScalar> scratch_r_;
  btAlignedObjectArray<btVector3> scratch_v_;
  btAlignedObjectArray<btMatrix3x3> scratch_m_;
  std::vector<Native> native_;
};

}  // namespace
}  // namespace catena::bench

extern "C" catena::bench::Contender* catena_bench_make_peer(
    const catena::bench::NeutralModel& model,
    const std::vector<catena::bench::BenchState>& states) {
  return new catena::bench::Bullet(model, states);
}
