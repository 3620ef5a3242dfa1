#include "catena/sim/integrator.hpp"

#include <cmath>

namespace catena {

std::unique_ptr<Integrator> make_integrator(const IntegratorOptions& options) {
  switch (options.kind) {
    case IntegratorKind::SemiImplicitEuler:
      return make_semi_implicit_euler();
    case IntegratorKind::Euler:
      return make_euler();
    case IntegratorKind::RungeKutta4:
      return make_runge_kutta_4();
    case IntegratorKind::DormandPrince853:
      return make_dormand_prince(options);
    case IntegratorKind::Radau:
      return make_radau(options);
    case IntegratorKind::Automatic:
      return make_automatic(options);
  }
  return nullptr;
}

double error_norm(const IntegratorOptions& options, int nv, const Eigen::VectorXd& y0,
                  const Eigen::VectorXd& y1, const Eigen::VectorXd& error, double floor) {
  double sum = 0.0;
  for (int i = 0; i < 2 * nv; ++i) {
    const double size = std::max({1.0, std::abs(y0[i]), std::abs(y1[i])});
    const double allowed =
        std::max(options.absolute_tolerance + options.relative_tolerance * size, floor);
    sum += (error[i] / allowed) * (error[i] / allowed);
  }
  return std::sqrt(sum / std::max(1, 2 * nv));
}

}  // namespace catena
