#include "catena/sim/acceleration_noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/workspace.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

namespace {

// Signs and sizes that follow no pattern of a mechanism; always the same.
double scattered(int i) {
  const double x = std::sin(12.9898 * (i + 1)) * 43758.5453;
  return 2.0 * (x - std::floor(x)) - 1.0;
}

double noise_at(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                Workspace<double>& ws) {
  constexpr double last_digit = std::numeric_limits<double>::epsilon();
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(model.nv());
  Eigen::VectorXd a(model.nv()), changed(model.nv()), step(model.nv()), q_rounded;
  for (int k = 0; k < model.nv(); ++k)
    step[k] = scattered(3 * k + 1) > 0.0 ? last_digit : -last_digit;
  q_rounded = integrate(model, q, step);
  aba<double>(model, q, v, none, a, ws);
  aba<double>(model, q_rounded, v, none, changed, ws);
  return (changed - a).lpNorm<Eigen::Infinity>();
}

}  // namespace

double acceleration_noise(const Model& model) {
  if (model.nv() == 0) return 0.0;
  Workspace<double> ws(model);
  const Eigen::VectorXd zero = neutral_configuration(model),
                        rest = Eigen::VectorXd::Zero(model.nv());
  Eigen::VectorXd moving(model.nv());
  for (int k = 0; k < model.nv(); ++k) moving[k] = scattered(2 * k);
  const Eigen::VectorXd bent = integrate(model, zero, 0.5 * moving);
  double largest = 0.0;
  for (const Eigen::VectorXd* const q : {&zero, &bent})
    for (const Eigen::VectorXd* const v : {&rest, static_cast<const Eigen::VectorXd*>(&moving)})
      largest = std::max(largest, noise_at(model, *q, *v, ws));
  return largest;
}

}  // namespace catena
