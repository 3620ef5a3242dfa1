#include "catena/dynamics/regressor.hpp"

#include <gtest/gtest.h>

#include "tests/support/dynamics_calls.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::Index parameter_count(const Model& model) {
  return inertial_parameter_count * (model.body_count() - 1);
}

TEST(Regressor, TimesTheParametersIsRnea) {
  WorstError worst("regressor * parameters + armature a = rnea", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    MatrixXd Y(model.nv(), parameter_count(model));
    torque_regressor<double>(model, s.q, s.v, s.a, Y, calls.workspace());
    const VectorXd rotors = model.armature().cwiseProduct(s.a);
    worst.expect(Y * inertial_parameters(model) + rotors, calls.rnea(s.q, s.v, s.a));
  });
}

TEST(Regressor, ParametersAreThoseOfTheBodies) {
  ModelBuilder builder;
  Random random(1);
  const Inertia<double> inertia = random_inertia(random);
  const BodyId body = builder.add_body("body", inertia);
  builder.add_joint(revolute("joint", {0, 0, 1}), world_body, body, random_transform(random),
                    random_transform(random));
  const VectorXd p = inertial_parameters(builder.build());
  VectorXd expected(10);
  const Sym3<double>& I = inertia.rotational;
  expected << inertia.mass, to_eigen(inertia.moment), I.xx, I.xy, I.xz, I.yy, I.yz, I.zz;
  EXPECT_EQ(p, expected);
}

TEST(Regressor, PredictsAnotherSetOfParameters) {
  // Linear in the parameters: a mechanism with other inertias has the same regressor.
  WorstError worst("regressor of one mechanism predicts another", 1e-10);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    ModelBuilder first, second;
    BodyId parent = world_body;
    for (int i = 0; i < 5; ++i) {
      const std::string name = std::to_string(i);
      const Transform<double> X_PF = random_transform(random), X_BM = random_transform(random);
      JointSpec joint =
          i % 2 == 0 ? revolute("j" + name, random_axis(random)) : spherical("j" + name);
      for (ModelBuilder* builder : {&first, &second}) {
        const BodyId body = builder->add_body("b" + name, random_inertia(random));
        builder->add_joint(joint, parent, body, X_PF, X_BM);
      }
      parent = first.find_body("b" + name);
    }
    const Model one = first.build(), other = second.build();
    const RandomState s = random_state(one, random);
    Workspace<double> ws(one);
    MatrixXd Y(one.nv(), parameter_count(one));
    torque_regressor<double>(one, s.q, s.v, s.a, Y, ws);
    worst.expect(Y * inertial_parameters(other), DynamicsCalls(other).rnea(s.q, s.v, s.a));
  }
}

}  // namespace
}  // namespace catena::test
