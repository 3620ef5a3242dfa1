// Forward, inverse and hybrid dynamics undo one another.

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "catena/solvers/dense.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

TEST(ForwardInverse, AbaUndoesRnea) {
  WorstError worst("aba undoes rnea", 1e-10), reverse("rnea undoes aba", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const VectorXd tau = calls.rnea(s.q, s.v, s.a, s.external);
    worst.expect(calls.aba(s.q, s.v, tau, s.external), s.a);
    const VectorXd a = calls.aba(s.q, s.v, s.tau, s.external);
    // Efforts are differences of terms of the size of M a, so that is what errors are relative to.
    const double scale = std::max(1.0, (calls.mass_matrix(s.q) * a).cwiseAbs().maxCoeff());
    reverse.expect(relative_error(calls.rnea(s.q, s.v, a, s.external), s.tau, scale));
  });
}

TEST(ForwardInverse, AbaSolvesWithTheMassMatrix) {
  WorstError worst("aba = M^-1 (tau - h)", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    if (model.nv() == 0) return;
    DynamicsCalls calls(model);
    worst.expect(calls.aba(s.q, s.v, s.tau),
                 solve_positive(calls.mass_matrix(s.q), s.tau - calls.bias(s.q, s.v)));
  });
}

TEST(ForwardInverse, BiasAndGravityAreSpecialCasesOfRnea) {
  WorstError worst("bias and gravity efforts = rnea", 1e-12);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const VectorXd zero = VectorXd::Zero(model.nv());
    worst.expect(calls.bias(s.q, s.v), calls.rnea(s.q, s.v, zero));
    worst.expect(calls.gravity(s.q), calls.rnea(s.q, zero, zero));
  });
}

TEST(ForwardInverse, ExternalWrenchesOnOneBodyLeaveThoseOfOthersAlone) {
  // Zero wrenches are no wrenches, and the world's entry is ignored.
  WorstError worst("zero external wrenches", 1e-13);
  for_random_models(100, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    std::vector<Force<double>> none(s.external.size(), Force<double>::zero());
    none[0] = {{1, 2, 3}, {4, 5, 6}};
    worst.expect(calls.rnea(s.q, s.v, s.a, none), calls.rnea(s.q, s.v, s.a));
    worst.expect(calls.aba(s.q, s.v, s.tau, none), calls.aba(s.q, s.v, s.tau));
  });
}

TEST(HybridDynamics, AgreesWithAbaAndRnea) {
  WorstError efforts("hybrid dynamics: prescribed efforts", 1e-10);
  WorstError accelerations("hybrid dynamics: free accelerations", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto seed) {
    DynamicsCalls calls(model);
    // A motion and its efforts, consistent by rnea; then half of each is hidden and found again.
    const VectorXd tau = calls.rnea(s.q, s.v, s.a, s.external);
    Random random(seed);
    Eigen::Array<bool, Eigen::Dynamic, 1> prescribed(model.nv());
    for (bool& p : prescribed) p = random() % 2 == 0;
    VectorXd tau_found = tau, a_found = s.a;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (int k = 0; k < model.nv(); ++k) (prescribed[k] ? tau_found : a_found)[k] = nan;
    hybrid_dynamics<double>(model, s.q, s.v, prescribed, tau_found, a_found, calls.workspace(),
                            s.external);
    efforts.expect(tau_found, tau);
    accelerations.expect(a_found, s.a);
  });
}

TEST(HybridDynamics, WithNothingOrEverythingPrescribedIsAbaOrRnea) {
  WorstError worst("hybrid dynamics: limits", 1e-10);
  for_random_models(100, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    Eigen::Array<bool, Eigen::Dynamic, 1> prescribed(model.nv());
    VectorXd tau = s.tau, a = s.a;
    prescribed.setConstant(false);
    hybrid_dynamics<double>(model, s.q, s.v, prescribed, tau, a, calls.workspace(), s.external);
    EXPECT_EQ(tau, s.tau) << "given efforts must come back unchanged";
    worst.expect(a, calls.aba(s.q, s.v, s.tau, s.external));
    a = s.a;
    prescribed.setConstant(true);
    hybrid_dynamics<double>(model, s.q, s.v, prescribed, tau, a, calls.workspace(), s.external);
    EXPECT_EQ(a, s.a) << "prescribed accelerations must come back unchanged";
    worst.expect(tau, calls.rnea(s.q, s.v, s.a, s.external));
  });
}

// Free bodies on which nothing hangs have a closed form of their own; one of them with a given
// acceleration goes the general way.
TEST(ForwardInverse, AbaUndoesRneaForLoneBodies) {
  WorstError worst("aba undoes rnea for lone bodies", 1e-12);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    ModelBuilder builder;
    for (const char* const name : {"a", "b", "c"}) {
      const Inertia<double> about_centre = {uniform(random, 0.5, 3.0), Vec3<double>::zero(),
                                            Sym3<double>::diagonal(0.3, 0.4, 0.6)};
      const BodyId body = builder.add_body(name, random_transform(random) * about_centre);
      builder.add_joint(free_joint(std::string(name) + ".float"), world_body, body,
                        random_transform(random));
    }
    const Model model = builder.build();
    const RandomState s = random_state(model, seed);
    DynamicsCalls calls(model);
    const VectorXd tau = calls.rnea(s.q, s.v, s.a, s.external);
    worst.expect(calls.aba(s.q, s.v, tau, s.external), s.a);
    Eigen::Array<bool, Eigen::Dynamic, 1> given =
        Eigen::Array<bool, Eigen::Dynamic, 1>::Constant(model.nv(), false);
    given[8] = true;
    VectorXd a = VectorXd::Zero(model.nv());
    a[8] = s.a[8];
    hybrid_accelerations<double>(model, s.q, s.v, given, tau, a, calls.workspace(), s.external);
    worst.expect(a, s.a);
  }
}

}  // namespace
}  // namespace catena::test
