// Random and neutral configurations, in-place use, lanes, and wrong sizes.

#include <gtest/gtest.h>

#include <numbers>

#include "catena/model/configuration.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;
using std::numbers::pi;

// A chain of joints; limits as given, one pair per joint of one coordinate.
struct Limited {
  JointSpec joint;
  double lower, upper;
};
Model chain(const std::vector<Limited>& joints) {
  ModelBuilder builder;
  Random random(1);
  BodyId parent = world_body;
  for (const Limited& l : joints) {
    JointSpec spec = l.joint;
    if (velocity_size(spec.kind) == 1) {
      spec.position_lower = VectorXd::Constant(1, l.lower);
      spec.position_upper = VectorXd::Constant(1, l.upper);
    }
    const BodyId body = builder.add_body(spec.name + "_body", random_inertia(random));
    builder.add_joint(spec, parent, body);
    parent = body;
  }
  return builder.build();
}

TEST(RandomConfiguration, StaysWithinTheLimitsAndUsesThem) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const Model model = chain({{revolute("both", {0, 0, 1}), -0.5, 2.0},
                             {revolute("none", {0, 1, 0}), -inf, inf},
                             {prismatic("slider", {1, 0, 0}), -inf, inf},
                             {prismatic("above", {0, 0, 1}), 3.0, inf},
                             {revolute("below", {0, 0, 1}), -inf, -4.0},
                             {prismatic("locked", {0, 0, 1}), 0.7, 0.7}});
  const double lower[] = {-0.5, -pi, -1.0, 3.0, -1e9, 0.7};
  const double upper[] = {2.0, pi, 1.0, 1e9, -4.0, 0.7};
  Random random(2);
  VectorXd least = VectorXd::Constant(model.nq(), inf), most = -least;
  for (int i = 0; i < 2000; ++i) {
    const VectorXd q = random_configuration(model, random);
    for (int k = 0; k < model.nq(); ++k) {
      ASSERT_GE(q[k], lower[k]) << model.joint(JointId{k}).spec.name;
      ASSERT_LE(q[k], upper[k]) << model.joint(JointId{k}).spec.name;
    }
    least = least.cwiseMin(q);
    most = most.cwiseMax(q);
  }
  for (int k = 0; k < 3; ++k) {
    EXPECT_LT(least[k], lower[k] + 0.02 * (upper[k] - lower[k]));
    EXPECT_GT(most[k], upper[k] - 0.02 * (upper[k] - lower[k]));
  }
  EXPECT_TRUE(most.allFinite());
}

TEST(RandomConfiguration, OrientationsAreUniform) {
  const Model model = chain({{spherical("ball"), 0, 0}});
  Random random(3);
  Eigen::Matrix4d second = Eigen::Matrix4d::Zero();
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const VectorXd q = random_configuration(model, random);
    ASSERT_NEAR(q.norm(), 1.0, 1e-14);
    second += q * q.transpose() / count;
  }
  // On the unit sphere of quaternions every direction is alike.
  EXPECT_LE((second - 0.25 * Eigen::Matrix4d::Identity()).cwiseAbs().maxCoeff(), 0.01);
}

TEST(RandomConfiguration, IsTheSameForTheSameSeed) {
  const Model model = random_model(12);
  Random a(9), b(9);
  EXPECT_EQ(random_configuration(model, a), random_configuration(model, b));
  EXPECT_NE(random_configuration(model, a), random_configuration(model, a));
}

TEST(NeutralConfiguration, IsZeroAndTheIdentity) {
  for_random_models(50, [&](const Model& model, const RandomState&, auto) {
    const VectorXd q = neutral_configuration(model);
    ASSERT_EQ(q.size(), model.nq());
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& joint = model.joint(JointId{j});
      const bool quaternion =
          joint.spec.kind == JointKind::Spherical || joint.spec.kind == JointKind::Free;
      for (int k = 0; k < joint.nq; ++k)
        EXPECT_EQ(q[joint.q + k], quaternion && k == 0 ? 1.0 : 0.0);
    }
  });
}

TEST(Configuration, MayBeIntegratedInPlace) {
  for_random_models(50, [&](const Model& model, const RandomState& s, auto) {
    VectorXd q = s.q;
    integrate<double>(model, q, s.v, q);
    EXPECT_EQ(q, integrate(model, s.q, s.v));
    VectorXd first = s.q, apart(model.nq());
    integrate_first_order<double>(model, first, s.v, first);
    integrate_first_order<double>(model, s.q, s.v, apart);
    EXPECT_EQ(first, apart);
  });
}

TEST(Configuration, LanesWithSmallAndLargeStepsEqualTheScalar) {
  // Branches for tiny angles are taken lane by lane.
  WorstError worst("configuration lanes = scalar", 1e-13);
  for_random_models(50, [&](const Model& model, const RandomState& s, auto) {
    const std::vector<VectorXd> q(4, s.q);
    const std::vector<VectorXd> steps = {1e-9 * s.v, 0.3 * s.v, VectorXd::Zero(model.nv()),
                                         2.0 * s.v};
    const auto q_lanes = to_lanes<Pack4>(q), step_lanes = to_lanes<Pack4>(steps);
    VectorX<Pack4> moved(model.nq()), back(model.nv());
    integrate<Pack4>(model, q_lanes, step_lanes, moved);
    difference<Pack4>(model, q_lanes, moved, back);
    for (std::size_t i = 0; i < 4; ++i) {
      const VectorXd expected = integrate(model, s.q, steps[i]);
      worst.expect(lane_of(moved, i), expected);
      worst.expect(lane_of(back, i), difference(model, s.q, expected));
    }
  });
}

TEST(Configuration, WrongSizesAreRefusedByName) {
  const Model model = random_model(6);
  const RandomState s = random_state(model, 6);
  const VectorXd wrong = VectorXd::Zero(model.nq() + 1), step = s.v;
  const auto message = [](const auto& call) {
    try {
      call();
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("no exception");
  };
  const std::string found = message([&] { (void)integrate(model, wrong, step); });
  EXPECT_NE(found.find("integrate"), std::string::npos) << found;
  EXPECT_NE(found.find(std::to_string(model.nq() + 1)), std::string::npos) << found;
  EXPECT_NE(message([&] { (void)difference(model, s.q, wrong); }).find("difference"),
            std::string::npos);
  EXPECT_NE(message([&] { (void)interpolate(model, wrong, s.q, 0.5); }).find("interpolate"),
            std::string::npos);
  VectorXd bad = wrong;
  EXPECT_NE(message([&] { normalize<double>(model, bad); }).find("normalize"), std::string::npos);
}

}  // namespace
}  // namespace catena::test
