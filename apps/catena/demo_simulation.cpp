#include "apps/catena/demo_simulation.hpp"

#include <chrono>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/model/configuration.hpp"

namespace catena::app {

namespace {

using Eigen::VectorXd;

constexpr double step_size = 5e-4;  // s
constexpr int steps_per_sample = 20;
constexpr int sample_count = 101;

// du/dt where q(t) = q0 (+) u(t) moves with velocity v. For hinges it is v. For a free joint u is a
// logarithm, and du/dt = v + [u, v]/2 + [u, [u, v]]/12 + O(u^4 v), of which a method of order four
// needs no more (Hairer, Lubich & Wanner, Geometric Numerical Integration, sec. IV.8.2).
VectorXd logarithm_rate(const Model& model, const VectorXd& u, const VectorXd& v) {
  VectorXd rate = v;
  for (int i = 0; i < model.joint_count(); ++i) {
    const JointInfo& joint = model.joint(JointId{i});
    if (joint.spec.kind != JointKind::Free) continue;
    const auto motion = [&joint](const VectorXd& x) {
      return Motion<double>{{x[joint.v], x[joint.v + 1], x[joint.v + 2]},
                            {x[joint.v + 3], x[joint.v + 4], x[joint.v + 5]}};
    };
    const Motion<double> once = cross(motion(u), motion(v));
    const Motion<double> twice = cross(motion(u), once);
    for (int k = 0; k < 6; ++k) rate[joint.v + k] += 0.5 * once[k] + twice[k] / 12.0;
  }
  return rate;
}

// The classical Runge-Kutta method of order four, in the logarithm of the step: Runge-Kutta-
// Munthe-Kaas. Joints get no effort.
class RungeKutta {
 public:
  explicit RungeKutta(const Model& model)
      : model_(model), ws_(model), no_effort_(VectorXd::Zero(model.nv())) {}

  void step(VectorXd& q, VectorXd& v, double h) {
    const Rate k1 = rate(q, v, VectorXd::Zero(model_.nv()));
    const Rate k2 = rate(q, v + 0.5 * h * k1.v, 0.5 * h * k1.u);
    const Rate k3 = rate(q, v + 0.5 * h * k2.v, 0.5 * h * k2.u);
    const Rate k4 = rate(q, v + h * k3.v, h * k3.u);
    q = integrate(model_, q, h / 6.0 * (k1.u + 2.0 * (k2.u + k3.u) + k4.u));
    v += h / 6.0 * (k1.v + 2.0 * (k2.v + k3.v) + k4.v);
  }

 private:
  struct Rate {
    VectorXd u, v;
  };

  // At q (+) u with velocity v.
  Rate rate(const VectorXd& q, const VectorXd& v, const VectorXd& u) {
    Rate result{logarithm_rate(model_, u, v), VectorXd(model_.nv())};
    aba(model_, integrate(model_, q, u), v, no_effort_, result.v, ws_);
    return result;
  }

  const Model& model_;
  Workspace<double> ws_;
  VectorXd no_effort_;
};

struct JointStart {
  const char* joint;
  double angle, rate;  // rad, rad/s
};

// A leap with the arms ahead. The sides differ, so that the body also twists.
constexpr JointStart joint_starts[] = {
    {"WAIST_P", 0.10, 0.3},          {"CHEST", 0.15, -0.15},
    {"LLEG_HIP_P", -0.7, -0.3},      {"RLEG_HIP_P", 0.25, -0.8},
    {"LLEG_HIP_R", 0.08, 0.0},       {"RLEG_HIP_R", -0.08, 0.0},
    {"LLEG_KNEE", 0.9, 0.4},         {"RLEG_KNEE", 0.35, 0.7},
    {"LLEG_ANKLE_P", 0.3, 0.0},      {"RLEG_ANKLE_P", 0.4, 0.0},
    {"LARM_SHOULDER_P", -2.3, 0.25}, {"RARM_SHOULDER_P", -1.6, -0.4},
    {"LARM_SHOULDER_R", 0.25, 0.0},  {"RARM_SHOULDER_R", -0.35, 0.0},
    {"LARM_ELBOW", -0.5, -0.25},     {"RARM_ELBOW", -0.8, 0.15},
};

FlightSample start(const Model& model) {
  FlightSample s{};
  s.q = neutral_configuration(model);
  s.v = VectorXd::Zero(model.nv());
  for (const JointStart& start : joint_starts) {
    const JointInfo& joint = model.joint(model.find_joint(start.joint));
    s.q[joint.q] = start.angle;
    s.v[joint.v] = start.rate;
  }
  const JointInfo& base = model.joint(model.find_joint("floating_base"));
  VectorXd lean = VectorXd::Zero(model.nv());
  lean.segment<3>(base.v) << 0.05, 0.0, 0.1;
  s.q = integrate(model, s.q, lean);
  s.q[base.q + 6] = 1.2;
  // The base's velocity is in its own axes.
  Kinematics<double> kinematics(model);
  kinematics.compute(model, s.q);
  const Mat3<double> R_WB = kinematics.pose(model, model.find_frame("pelvis")).rotation;
  const Vec3<double> turning = {0.3, 4.6, 0.4}, moving = {6.2, 0.0, 4.9};
  s.v.segment<6>(base.v) << to_eigen(transpose_times(R_WB, turning)),
      to_eigen(transpose_times(R_WB, moving));
  return s;
}

void measure(const Model& model, FlightSample& s, Workspace<double>& ws) {
  s.kinetic = kinetic_energy(model, s.q, s.v, ws);
  s.potential = potential_energy(model, s.q, ws);
  s.centre = centre_of_mass(model, s.q, s.v, ws).position;
  s.centre_momentum = momentum(model, s.q, s.v, MomentumAbout::CentreOfMass, ws);
}

}  // namespace

Flight fly(const Model& humanoid) {
  using Clock = std::chrono::steady_clock;
  Workspace ws(humanoid);
  RungeKutta method(humanoid);
  Flight flight;
  flight.step_size = step_size;
  FlightSample s = start(humanoid);
  measure(humanoid, s, ws);
  flight.samples.push_back(s);
  for (int i = 1; i < sample_count; ++i) {
    const Clock::time_point begin = Clock::now();
    for (int k = 0; k < steps_per_sample; ++k) method.step(s.q, s.v, step_size);
    flight.wall_seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    flight.steps += steps_per_sample;
    s.t = flight.steps * step_size;
    measure(humanoid, s, ws);
    flight.samples.push_back(s);
  }
  return flight;
}

Drift drift(const Model& model, const FlightSample& first, const FlightSample& now) {
  const double energy = first.kinetic + first.potential;
  const Force<double>& p0 = first.centre_momentum;
  const Force<double>& p = now.centre_momentum;
  const Vec3<double> impulse = moving_mass(model) * (now.t - first.t) * model.gravity();
  return {(now.kinetic + now.potential - energy) / energy,
          norm(p.linear - p0.linear - impulse) / norm(p0.linear),
          norm(p.angular - p0.angular) / norm(p0.angular)};
}

}  // namespace catena::app
