// Arithmetic on the configuration manifold.

#include "catena/model/configuration.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "catena/math/quaternion.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using std::numbers::pi;

// One mechanism with every kind of coordinate: continuous, slider, ball, free.
Model all_kinds() {
  ModelBuilder builder;
  Random random(1);
  BodyId parent = world_body;
  const JointSpec joints[] = {continuous("wheel", {0, 0, 1}), prismatic("slider", {1, 0, 0}),
                              spherical("ball"), free_joint("flight")};
  for (const JointSpec& joint : joints) {
    const BodyId body = builder.add_body(joint.name + "_body", random_inertia(random));
    builder.add_joint(joint, parent, body);
    parent = body;
  }
  return builder.build();
}

VectorXd random_step(Random& random, const Model& model, double length) {
  VectorXd step = random_vector(random, model.nv());
  return length / step.cwiseAbs().maxCoeff() * step;
}

// Distance on the manifold, where q and -q of a quaternion are the same place.
double distance(const Model& model, const VectorXd& a, const VectorXd& b) {
  return model.nv() == 0 ? 0.0 : difference(model, a, b).cwiseAbs().maxCoeff();
}

TEST(Configuration, DifferenceUndoesIntegrate) {
  WorstError worst("difference undoes integrate", 1e-12);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto seed) {
    Random random(seed);
    for (const double length : {1e-12, 1e-6, 9e-3, 1.1e-2, 0.1, 1.0, 1.7}) {
      if (model.nv() == 0) continue;
      const VectorXd step = random_step(random, model, length);
      const VectorXd back = difference(model, s.q, integrate(model, s.q, step));
      // Coordinates are of order one, so that is what a step is rounded against.
      worst.expect(relative_error(back, step, 1.0));
    }
  });
}

TEST(Configuration, IntegrateUndoesDifference) {
  WorstError worst("integrate undoes difference", 1e-12);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto seed) {
    const VectorXd other = random_state(model, seed + 7777).q;
    const VectorXd reached = integrate(model, s.q, difference(model, s.q, other));
    worst.expect(distance(model, reached, other));
  });
}

TEST(Configuration, SmallStepsKeepTheirRelativeAccuracy) {
  // From the identity a quaternion's step is not rounded against 1.
  const Model model = all_kinds();
  const VectorXd zero = neutral_configuration(model);
  Random random(3);
  for (const double length : {1e-15, 1e-9, 1e-5, 1e-3, 0.9e-2, 1.1e-2, 0.3}) {
    const VectorXd step = random_step(random, model, length);
    const VectorXd back = difference(model, zero, integrate(model, zero, step));
    EXPECT_LE((back - step).cwiseAbs().maxCoeff(), 1e-12 * length) << length;
  }
}

// exp of a twist by scaling and squaring of its Taylor series.
Matrix4d twist_exponential(const VectorXd& twist) {
  Matrix4d X = Matrix4d::Zero();
  X.topLeftCorner<3, 3>() = to_eigen(skew(to_vec3(twist.head<3>()))) / 1024.0;
  X.topRightCorner<3, 1>() = twist.tail<3>() / 1024.0;
  Matrix4d sum = Matrix4d::Identity(), term = Matrix4d::Identity();
  for (int k = 1; k < 12; ++k) {
    term = (term * X / k).eval();
    sum += term;
  }
  for (int i = 0; i < 10; ++i) sum = (sum * sum).eval();
  return sum;
}
Matrix4d pose_of(const VectorXd& q) {
  Matrix4d X = Matrix4d::Identity();
  X.topLeftCorner<3, 3>() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
  X.topRightCorner<3, 1>() = q.tail<3>();
  return X;
}

TEST(Configuration, FreeJointMovesByTheExponentialOfItsTwist) {
  ModelBuilder builder;
  builder.add_joint(free_joint("flight"), world_body, builder.add_body("body", solid_sphere(1, 1)));
  const Model model = builder.build();
  Random random(4);
  WorstError worst("free joint = exponential of the twist", 1e-12);
  for (const double length : {0.0, 1e-9, 1e-3, 0.00999, 0.01001, 0.5, 2.0, 4.0})
    for (int i = 0; i < 20; ++i) {
      const VectorXd q = random_configuration(model, random);
      VectorXd twist = random_vector(random, 6);
      twist.head<3>() = length * twist.head<3>().normalized().eval();
      worst.expect(pose_of(integrate(model, q, twist)), pose_of(q) * twist_exponential(twist));
    }
}

TEST(Configuration, ManySmallStepsAreOneLargeStep) {
  WorstError worst("n steps of d / n = one step of d", 1e-12);
  for_random_models(100, [&](const Model& model, const RandomState& s, auto) {
    VectorXd q = s.q;
    for (int i = 0; i < 16; ++i) q = integrate(model, q, s.v / 16.0);
    worst.expect(distance(model, q, integrate(model, s.q, s.v)));
  });
}

TEST(Configuration, FirstOrderStepConvergesToTheExactOne) {
  const Model model = all_kinds();
  Random random(5);
  const VectorXd q = random_configuration(model, random), v = random_vector(random, model.nv());
  const auto error = [&](double h, const char* joint) {
    const VectorXd step = h * v;
    VectorXd first(model.nq());
    integrate_first_order<double>(model, q, step, first);
    const JointInfo& info = model.joint(model.find_joint(joint));
    return difference(model, first, integrate(model, q, step)).segment(info.v, info.nv).norm();
  };
  // Error per step: h^3 where only the orientation moves (2 atan(h/2) for h), h^2 for a free body.
  for (const double h : {0.1, 0.05}) {
    EXPECT_NEAR(error(h, "ball") / error(h / 2, "ball"), 8.0, 0.2);
    EXPECT_NEAR(error(h, "flight") / error(h / 2, "flight"), 4.0, 0.3);
  }
  EXPECT_EQ(error(0.5, "wheel"), 0.0);
  EXPECT_EQ(error(0.5, "slider"), 0.0);
  EXPECT_LT(error(1e-7, "flight"), 1e-13);
}

TEST(Configuration, InterpolationRunsAlongTheGeodesic) {
  WorstError ends("interpolation: ends", 1e-12), middle("interpolation: midpoint", 1e-12);
  for_random_models(200, [&](const Model& model, const RandomState& s, auto seed) {
    const VectorXd to = random_state(model, seed + 999).q;
    ends.expect(distance(model, interpolate(model, s.q, to, 0.0), s.q));
    ends.expect(distance(model, interpolate(model, s.q, to, 1.0), to));
    const VectorXd mid = interpolate(model, s.q, to, 0.5);
    middle.expect(difference(model, s.q, mid), 0.5 * difference(model, s.q, to));
    middle.expect(distance(model, mid, interpolate(model, to, s.q, 0.5)), "from the other end");
    middle.expect(distance(model, interpolate(model, s.q, to, 0.3),
                           integrate(model, s.q, 0.3 * difference(model, s.q, to))));
  });
}

TEST(Configuration, QuaternionsCoverOrientationsTwice) {
  const Model model = all_kinds();
  Random random(6);
  const JointInfo& ball = model.joint(model.find_joint("ball"));
  const JointInfo& flight = model.joint(model.find_joint("flight"));
  for (int i = 0; i < 50; ++i) {
    const VectorXd q = random_configuration(model, random), p = random_configuration(model, random);
    VectorXd turned = q;
    turned.segment<4>(ball.q) *= -1.0;
    turned.segment<4>(flight.q) *= -1.0;
    EXPECT_LE(distance(model, q, turned), 1e-13);
    EXPECT_LE((difference(model, p, q) - difference(model, p, turned)).norm(), 1e-11);
    const VectorXd step = difference(model, p, q);
    EXPECT_LE(step.segment<3>(ball.v).norm(), pi + 1e-12) << "not the shorter way";
    EXPECT_LE(step.segment<3>(flight.v).norm(), pi + 1e-12) << "not the shorter way";
  }
}

TEST(Configuration, ContinuousJointsTakeTheShorterWay) {
  const Model model = all_kinds();
  VectorXd from = neutral_configuration(model), to = from;
  from[0] = 3.0, to[0] = -3.0;
  EXPECT_NEAR(difference(model, from, to)[0], 2 * pi - 6.0, 1e-14);
  from[0] = 0.5, to[0] = 0.5 + 40 * pi;
  EXPECT_NEAR(difference(model, from, to)[0], 0.0, 1e-13);
  to[0] = 0.5 + 40 * pi - 0.25;
  EXPECT_NEAR(difference(model, from, to)[0], -0.25, 1e-13);
  // A slider does not wrap.
  from[1] = 3.0, to[1] = -3.0;
  EXPECT_EQ(difference(model, from, to)[1], -6.0);
}

TEST(Configuration, NormalizeRepairsQuaternionsAndAngles) {
  const Model model = all_kinds();
  Random random(7);
  const JointInfo& ball = model.joint(model.find_joint("ball"));
  for (const double angle : {0.0, 3.0, -3.0, 3.2, -3.2, 100.0, -1e4, 7 * pi + 0.1}) {
    VectorXd q = random_configuration(model, random);
    const VectorXd before = q;
    q[0] = angle;
    q[1] = 17.0;
    q.segment<4>(ball.q) *= 3.0;
    normalize<double>(model, q);
    EXPECT_LE(std::abs(q[0]), pi);
    EXPECT_NEAR(std::remainder(q[0] - angle, 2 * pi), 0.0, 1e-11);
    EXPECT_EQ(q[1], 17.0);
    EXPECT_LE((q.segment<4>(ball.q) - before.segment<4>(ball.q)).norm(), 1e-15);
  }
}

}  // namespace
}  // namespace catena::test
