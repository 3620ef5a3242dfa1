// Analytic derivatives against Richardson-extrapolated central differences on the manifold.

#include "catena/dynamics/derivatives.hpp"

#include <gtest/gtest.h>

#include "catena/model/configuration.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-7;

// Columns d f(x (+) t e_k) / dt, where `at` moves x by a step.
template <class F>
MatrixXd columns(Eigen::Index rows, Eigen::Index cols, double step, const F& at) {
  MatrixXd D(rows, cols);
  for (Eigen::Index k = 0; k < cols; ++k)
    D.col(k) =
        derivative_at_zero([&](double t) { return at(t * VectorXd::Unit(cols, k)); }, step, 5);
  return D;
}

TEST(RneaDerivatives, AgreeWithDifferences) {
  WorstError by_q("d rnea / dq", tolerance), by_v("d rnea / dv", tolerance);
  WorstError by_a("d rnea / da = M", 1e-10);
  for_random_models(200, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const Eigen::Index n = model.nv();
    MatrixXd dq(n, n), dv(n, n), M(n, n);
    rnea_derivatives<double>(model, s.q, s.v, s.a, dq, dv, M, calls.workspace(), s.external);
    by_q.expect(dq, columns(n, n, 0.02, [&](const VectorXd& d) {
                  return calls.rnea(integrate(model, s.q, d), s.v, s.a, s.external);
                }));
    by_v.expect(dv, columns(n, n, 0.1, [&](const VectorXd& d) {
                  return calls.rnea(s.q, s.v + d, s.a, s.external);
                }));
    by_a.expect(M, calls.mass_matrix(s.q));
  });
}

TEST(RneaDerivatives, WithoutExternalWrenchesAgreeToo) {
  WorstError by_q("d rnea / dq without external wrenches", tolerance);
  for_random_models(60, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const Eigen::Index n = model.nv();
    MatrixXd dq(n, n), dv(n, n), M(n, n);
    rnea_derivatives<double>(model, s.q, s.v, s.a, dq, dv, M, calls.workspace());
    by_q.expect(dq, columns(n, n, 0.02, [&](const VectorXd& d) {
                  return calls.rnea(integrate(model, s.q, d), s.v, s.a);
                }));
  });
}

TEST(AbaDerivatives, AgreeWithDifferences) {
  WorstError by_q("d aba / dq", tolerance), by_v("d aba / dv", tolerance);
  WorstError by_tau("d aba / dtau = M^-1", 1e-10);
  for_random_models(150, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const Eigen::Index n = model.nv();
    MatrixXd dq(n, n), dv(n, n), M_inverse(n, n);
    aba_derivatives<double>(model, s.q, s.v, s.tau, dq, dv, M_inverse, calls.workspace(),
                            s.external);
    by_q.expect(dq, columns(n, n, 0.005, [&](const VectorXd& d) {
                  return calls.aba(integrate(model, s.q, d), s.v, s.tau, s.external);
                }));
    by_v.expect(dv, columns(n, n, 0.1, [&](const VectorXd& d) {
                  return calls.aba(s.q, s.v + d, s.tau, s.external);
                }));
    by_tau.expect(M_inverse, calls.mass_matrix_inverse(s.q));
  });
}

TEST(WrenchDerivatives, AgreeWithDifferences) {
  WorstError inverse("d rnea / d external wrench", 1e-11),
      forward("d aba / d external wrench", 1e-11);
  for_random_models(150, [&](const Model& model, const RandomState& s, auto seed) {
    DynamicsCalls calls(model);
    Kinematics<double> kinematics(model);
    kinematics.compute(model, s.q);
    const MatrixXd M_inverse = calls.mass_matrix_inverse(s.q);
    const Eigen::Index n = model.nv();
    const BodyId body{1 + static_cast<int>(seed) % (model.body_count() - 1)};
    const auto pushed = [&](const VectorXd& d) {
      auto external = s.external;
      for (int i = 0; i < 6; ++i) external[static_cast<std::size_t>(body.index)][i] += d[i];
      return external;
    };
    MatrixXd dtau(n, 6), da(n, 6);
    rnea_wrench_derivative<double>(model, kinematics, body, dtau);
    aba_wrench_derivative<double>(model, kinematics, body, M_inverse, da);
    // Both are linear in the wrench, so one large step has no error of truncation.
    inverse.expect(dtau, columns(n, 6, 10.0, [&](const VectorXd& d) {
                     return calls.rnea(s.q, s.v, s.a, pushed(d));
                   }));
    forward.expect(da, columns(n, 6, 10.0, [&](const VectorXd& d) {
                     return calls.aba(s.q, s.v, s.tau, pushed(d));
                   }));
  });
}

TEST(AbaDerivatives, AreTheInverseImageOfRneaDerivatives) {
  // da/dq = -M^-1 dtau/dq at the acceleration that aba finds (Featherstone; Carpentier 2018),
  // relative to the terms of the product, which cancel where M is badly conditioned.
  WorstError worst("d aba / dq = -M^-1 d rnea / dq, to the size of its terms", 1e-13);
  const auto expect = [&](const MatrixXd& found, const MatrixXd& M_inverse, const MatrixXd& tau) {
    const double size = std::max(1.0, (M_inverse.cwiseAbs() * tau.cwiseAbs()).maxCoeff());
    worst.expect(relative_error(found, -M_inverse * tau, size));
  };
  for_random_models(200, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const Eigen::Index n = model.nv();
    MatrixXd dq(n, n), dv(n, n), M_inverse(n, n), tau_dq(n, n), tau_dv(n, n), M(n, n);
    aba_derivatives<double>(model, s.q, s.v, s.tau, dq, dv, M_inverse, calls.workspace());
    const VectorXd a = calls.aba(s.q, s.v, s.tau);
    rnea_derivatives<double>(model, s.q, s.v, a, tau_dq, tau_dv, M, calls.workspace());
    expect(dq, M_inverse, tau_dq);
    expect(dv, M_inverse, tau_dv);
  });
}

}  // namespace
}  // namespace catena::test
