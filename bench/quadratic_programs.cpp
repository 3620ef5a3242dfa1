#include "quadratic_programs.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <random>

#include "catena/control/input_optimization.hpp"
#include "evaluation_timer.hpp"

namespace catena::bench {
namespace {

constexpr std::array input_counts = {10, 30, 60};
constexpr int samples = 64;

struct Formulation {
  const char* name;
  InputMethod method;
};
constexpr std::array formulations = {Formulation{"direct", InputMethod::Direct},
                                     Formulation{"null space", InputMethod::NullSpace},
                                     Formulation{"nonlinear", InputMethod::Nonlinear}};

// Half as many equations as inputs, along a loop of inputs of which some are beyond their bounds.
std::vector<InputDemand> demands(int inputs) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> real(-1.0, 1.0);
  InputDemand demand;
  demand.B = Eigen::MatrixXd::NullaryExpr(inputs / 2, inputs, [&] { return real(random); });
  demand.lower = Eigen::VectorXd::Constant(inputs, -1.0), demand.upper = -demand.lower;
  const Eigen::VectorXd phase =
      Eigen::VectorXd::NullaryExpr(inputs, [&] { return 4.0 * real(random); });
  std::vector<InputDemand> out;
  for (int k = 0; k < samples; ++k) {
    const double angle = 2.0 * M_PI * k / samples;
    demand.tau =
        demand.B * (4.0 * (phase.array() + angle).sin()).cwiseMax(-1.0).cwiseMin(1.0).matrix();
    out.push_back(demand);
  }
  return out;
}

double time_method(const std::vector<InputDemand>& all, InputMethod method, bool warm,
                   double& changes) {
  InputOptimizer optimizer(method);
  const auto run = [&](std::size_t call) {
    if (!warm) optimizer.forget();
    return optimizer.solve(all[call % all.size()]).iterations;
  };
  changes = 0.0;
  run(all.size() - 1);
  for (std::size_t k = 0; k < all.size(); ++k) changes += run(k) / double(samples);
  EvaluationTimer timer([&](std::size_t call) { run(call); });
  return timer.finish();
}

}  // namespace

QpReport measure_quadratic_programs() {
  QpReport report;
  for (const int inputs : input_counts) {
    const std::vector<InputDemand> all = demands(inputs);
    InputOptimizer first(formulations[0].method);
    for (const InputDemand& demand : all) {
      const Eigen::VectorXd u = first.solve(demand).u;
      report.bounds_met += double((u.cwiseAbs().array() == 1.0).count()) /
                           (double(inputs) * samples * double(input_counts.size()));
      for (const Formulation& formulation : formulations) {
        InputOptimizer other(formulation.method);
        const Eigen::VectorXd difference = other.solve(demand).u - u;
        report.difference = std::max(report.difference, difference.cwiseAbs().maxCoeff());
      }
    }
    for (const Formulation& formulation : formulations) {
      QpTime time{formulation.name, inputs};
      time.cold_ns = time_method(all, formulation.method, false, time.cold_changes);
      time.warm_ns = time_method(all, formulation.method, true, time.warm_changes);
      report.times.push_back(time);
    }
  }
  return report;
}

std::string quadratic_programs_text(const QpReport& report) {
  const std::string title = "Inputs by optimisation: half as many equations as inputs, one thread";
  std::string text = fmt::format("\n{}\n{:-<{}}\n", title, "", title.size());
  text += fmt::format("{:<12} {:>8} {:>12} {:>12} {:>14} {:>14}\n", "formulation", "inputs",
                      "cold us", "warm us", "cold changes", "warm changes");
  for (const QpTime& time : report.times)
    text += fmt::format("{:<12} {:>8} {:>12.2f} {:>12.2f} {:>14.1f} {:>14.1f}\n", time.formulation,
                        time.inputs, 1e-3 * time.cold_ns, 1e-3 * time.warm_ns, time.cold_changes,
                        time.warm_changes);
  return text +
         fmt::format(
             "{:.0f} % of the inputs are at a bound. Changes are those of the active set, or "
             "steps of the nonlinear\nprogram. The formulations agree within {:.0e}.\n",
             100.0 * report.bounds_met, report.difference);
}

std::string quadratic_programs_csv(const QpReport& report) {
  std::string text;
  for (const QpTime& time : report.times)
    text += fmt::format("ns,{} inputs,{} cold,Catena,{:.4g}\nns,{} inputs,{} warm,Catena,{:.4g}\n",
                        time.inputs, time.formulation, time.cold_ns, time.inputs, time.formulation,
                        time.warm_ns);
  return text;
}

}  // namespace catena::bench
