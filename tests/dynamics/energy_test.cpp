// Energy, momentum and mass centre against sums over bodies and against other kernels.

#include "catena/dynamics/energy.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "catena/model/configuration.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/maximal_reference.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

VectorXd scalar(double x) {
  return VectorXd::Constant(1, x);
}

// Sums over the bodies that move, from the maximal reference's poses and velocities.
struct DirectSums {
  double mass = 0.0, kinetic = 0.0;
  Vector3d first_moment = Vector3d::Zero(), fixed_moment = Vector3d::Zero(),
           linear = Vector3d::Zero(), angular = Vector3d::Zero();

  DirectSums(const Model& model, const RandomState& s) {
    const MaximalReference reference(model, s.q, s.v);
    for (int b = 1; b < model.body_count(); ++b) {
      const Inertia<double>& inertia = model.body(BodyId{b}).inertia;
      const auto& body = reference.body(BodyId{b});
      if (!moves(model, BodyId{b})) {
        fixed_moment += inertia.mass * body.p + body.R * to_eigen(inertia.moment);
        continue;
      }
      if (inertia.mass == 0.0) continue;
      const Vector3d arm = body.R * to_eigen(inertia.moment) / inertia.mass;
      const Vector3d c = body.p + arm, velocity = body.velocity + body.omega.cross(arm);
      const Eigen::Matrix3d I =
          body.R * to_eigen(rotational_about_com(inertia)) * body.R.transpose();
      const Vector3d spin = I * body.omega, push = inertia.mass * velocity;
      mass += inertia.mass;
      first_moment += inertia.mass * c;
      linear += push;
      angular += spin + c.cross(push);
      kinetic += 0.5 * body.omega.dot(spin) + 0.5 * velocity.dot(push);
    }
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& joint = model.joint(JointId{j});
      for (int k = 0; k < joint.nv; ++k)
        kinetic += 0.5 * joint.spec.armature[k] * s.v[joint.v + k] * s.v[joint.v + k];
    }
  }
  static bool moves(const Model& model, BodyId body) {
    for (; body != world_body; body = model.body(body).parent)
      if (model.joint(model.body(body).inboard_joint).nv > 0) return true;
    return false;
  }
};

TEST(Energy, KineticIsHalfVMV) {
  WorstError form("kinetic energy = v^T M v / 2", 1e-10), sums("kinetic energy = sum", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const double energy = kinetic_energy<double>(model, s.q, s.v, calls.workspace());
    form.expect(scalar(energy), scalar(0.5 * s.v.dot(calls.mass_matrix(s.q) * s.v)));
    sums.expect(scalar(energy), scalar(DirectSums(model, s).kinetic));
  });
}

TEST(Energy, PotentialIsTheWeightTimesTheHeight) {
  WorstError worst("potential energy = -m g . c", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    Workspace<double> ws(model);
    const DirectSums sums(model, s);
    const double expected = -to_eigen(model.gravity()).dot(sums.first_moment + sums.fixed_moment);
    worst.expect(scalar(potential_energy<double>(model, s.q, ws)), scalar(expected));
  });
}

TEST(Energy, GradientOfThePotentialIsTheGravityEffort) {
  WorstError worst("gradient of potential energy = gravity efforts", 1e-10);
  for_random_models(200, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    VectorXd gradient(model.nv());
    for (int k = 0; k < model.nv(); ++k) {
      const VectorXd direction = VectorXd::Unit(model.nv(), k);
      gradient[k] = derivative_at_zero(
          [&](double t) {
            return scalar(potential_energy<double>(model, integrate(model, s.q, t * direction),
                                                   calls.workspace()));
          },
          0.05, 5)[0];
    }
    worst.expect(gradient, calls.gravity(s.q));
  });
}

TEST(Momentum, IsTheSumOverBodies) {
  WorstError origin("momentum about the world's origin = sum", 1e-10);
  WorstError centre("momentum about the mass centre = sum", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    const DirectSums sums(model, s);
    Workspace<double> ws(model);
    Vector6d expected;
    expected << sums.angular, sums.linear;
    origin.expect(to_eigen(momentum<double>(model, s.q, s.v, MomentumAbout::WorldOrigin, ws)),
                  expected);
    if (sums.mass == 0.0) return;
    expected.head<3>() -= (sums.first_moment / sums.mass).cross(sums.linear);
    centre.expect(to_eigen(momentum<double>(model, s.q, s.v, MomentumAbout::CentreOfMass, ws)),
                  expected);
  });
}

TEST(Momentum, CentroidalMatrixTimesVIsTheCentroidalMomentum) {
  WorstError worst("centroidal momentum matrix * v = momentum", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    if (DirectSums(model, s).mass == 0.0) return;
    Workspace<double> ws(model);
    Eigen::MatrixXd A(6, model.nv());
    centroidal_momentum_matrix<double>(model, s.q, A, ws);
    const auto expected = momentum<double>(model, s.q, s.v, MomentumAbout::CentreOfMass, ws);
    worst.expect(A * s.v, to_eigen(expected));
  });
}

TEST(CentreOfMass, IsTheWeightedMeanAndItsVelocityTheDerivative) {
  WorstError position("mass centre = weighted mean", 1e-10);
  WorstError velocity("mass centre velocity = p / m", 1e-10);
  WorstError difference("mass centre velocity = d/dt position", 1e-10);
  for_random_models(200, [&](const Model& model, const RandomState& s, auto) {
    const DirectSums sums(model, s);
    if (sums.mass == 0.0) return;
    Workspace<double> ws(model);
    const auto at = [&](double t) {
      const VectorXd q = integrate(model, s.q, t * s.v);
      return VectorXd(to_eigen(centre_of_mass<double>(model, q, s.v, ws).position));
    };
    const auto c = centre_of_mass<double>(model, s.q, s.v, ws);
    position.expect(to_eigen(c.position), sums.first_moment / sums.mass);
    velocity.expect(to_eigen(c.velocity), sums.linear / sums.mass);
    difference.expect(derivative_at_zero(at, 0.02, 5), to_eigen(c.velocity));
  });
}

TEST(CentreOfMass, OfAMechanismWithoutMassIsRefused) {
  ModelBuilder builder;
  const Model empty = builder.build();
  Workspace<double> ws(empty);
  const VectorXd none(0);
  EXPECT_THROW((void)centre_of_mass<double>(empty, none, none, ws), ModelError);
  EXPECT_EQ(kinetic_energy<double>(empty, none, none, ws), 0.0);
}

// Without outside forces momentum does not change: its rate by accelerations from aba is zero.
TEST(Momentum, IsKeptByAFloatingMechanism) {
  WorstError worst("momentum of a floating mechanism is kept", 1e-10);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    ModelBuilder builder;
    Random random(seed);
    builder.set_gravity(Vector3d::Zero());
    BodyId parent = builder.add_body("base", random_inertia(random));
    builder.add_joint(free_joint("float"), world_body, parent);
    for (int i = 0; i < 4; ++i) {
      const std::string name = std::to_string(i);
      const BodyId body = builder.add_body("b" + name, random_inertia(random));
      builder.add_joint(i % 2 == 0 ? spherical("j" + name) : revolute("j" + name, {1, 2, 3}),
                        parent, body, random_transform(random), random_transform(random));
      parent = body;
    }
    const Model model = builder.build();
    RandomState s = random_state(model, random);
    s.tau.head<6>().setZero();
    DynamicsCalls calls(model);
    const VectorXd a = calls.aba(s.q, s.v, s.tau);
    const VectorXd rate = derivative_at_zero(
        [&](double t) {
          const VectorXd q = integrate(model, s.q, t * s.v + 0.5 * t * t * a), v = s.v + t * a;
          return VectorXd(to_eigen(
              momentum<double>(model, q, v, MomentumAbout::WorldOrigin, calls.workspace())));
        },
        0.01, 5);
    const double scale = std::max(1.0, a.cwiseAbs().maxCoeff());
    worst.expect(rate.cwiseAbs().maxCoeff() / scale);
  }
}

}  // namespace
}  // namespace catena::test
