// Velocity jumps against the dense M^-1 (J^T f + impulse).

#include "catena/dynamics/impulse_aba.hpp"

#include <gtest/gtest.h>

#include "catena/dynamics/articulated_tree.hpp"
#include "tests/dynamics/dense_response.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

TEST(ImpulseAba, IsTheDenseSolutionOnRandomTrees) {
  WorstError free("impulse ABA against M^-1 J^T f", 1e-11),
      limited("impulse ABA with held coordinates", 1e-11),
      again("jump with known articulated inertias", 1e-11);
  for_random_models(default_sweep,
                    [&](const Model& model, const RandomState& state, std::uint64_t seed) {
                      Random random(seed);
                      Workspace<double> ws(model);
                      for (const bool some : {false, true}) {
                        const HeldArray held = random_flags(random, model.nv(), some);
                        const DenseResponse dense(model, state.q, held);
                        VectorXd effort = state.tau;
                        for (int b = 1; b < model.body_count(); ++b)
                          effort += dense.jacobian(BodyId{b}).transpose() *
                                    to_eigen(state.external[static_cast<std::size_t>(b)]);
                        VectorXd dv = VectorXd::Constant(model.nv(), NAN);
                        ws.poison();
                        impulse_aba<double>(model, state.q, state.tau, some ? Held(held) : Held(),
                                            dv, ws, state.external);
                        const VectorXd expected = dense.solve(effort);
                        (some ? limited : free).expect(dv, expected);
                        ArticulatedTree tree(model);
                        tree.compute(state.q, held, ws);
                        ws.poison();
                        dv.setConstant(NAN);
                        tree.jump(state.tau, state.external, dv, ws);
                        again.expect(dv, expected);
                      }
                    });
}

// No joint impulse is the same as one of zero; and an effort may be given in place.
TEST(ImpulseAba, TakesNoJointImpulseAndItsOwnOutput) {
  for_random_models(50, [&](const Model& model, const RandomState& state, std::uint64_t) {
    Workspace<double> ws(model);
    const VectorXd no_effort = VectorXd::Zero(model.nv());
    VectorXd none(model.nv()), zero(model.nv()), apart(model.nv()), in_place = state.tau;
    impulse_aba<double>(model, state.q, {}, {}, none, ws, state.external);
    impulse_aba<double>(model, state.q, no_effort, {}, zero, ws, state.external);
    EXPECT_EQ(none, zero);
    impulse_aba<double>(model, state.q, state.tau, {}, apart, ws);
    impulse_aba<double>(model, state.q, in_place, {}, in_place, ws);
    EXPECT_EQ(in_place, apart);
    ArticulatedTree tree(model);
    tree.compute(state.q, {}, ws);
    tree.jump({}, state.external, zero, ws);
    EXPECT_LT(relative_error(zero, none), 1e-13);
    in_place = state.tau;
    tree.jump(in_place, {}, in_place, ws);
    EXPECT_LT(relative_error(in_place, apart), 1e-13);
  });
}

TEST(ImpulseAba, SaysWhichArgumentIsWrong) {
  const Model model = random_model(3);
  const RandomState state = random_state(model, 3);
  Workspace<double> ws(model);
  VectorXd dv(model.nv()), shorter(model.nv() - 1);
  EXPECT_THROW(impulse_aba<double>(model, state.q, shorter, {}, dv, ws), std::invalid_argument);
  EXPECT_THROW(impulse_aba<double>(model, state.q, {}, {}, shorter, ws), std::invalid_argument);
  const HeldArray held = HeldArray::Constant(model.nv() + 1, false);
  EXPECT_THROW(impulse_aba<double>(model, state.q, {}, held, dv, ws), std::invalid_argument);
}

}  // namespace
}  // namespace catena::test
