#include "impacts.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <array>
#include <cmath>

#include "bench_models.hpp"
#include "catena/dynamics/impulse_matrix.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/library/builtin_models.hpp"
#include "evaluation_timer.hpp"

namespace catena::bench {
namespace {

constexpr std::array chain_sizes = {10, 30, 100, 300, 1000};
constexpr std::array point_counts = {1, 2, 4, 8, 16, 32};
constexpr int points_chain = 200;

// Points of a chain that are stopped at once, spread evenly up to its tip.
class Impact {
 public:
  Impact(int links, int points)
      : model_(chain(links)),
        states_(random_states(model_, 4)),
        ws_(model_),
        tree_(model_),
        matrix_(model_),
        G_(points, points),
        speed_(points),
        impulse_(points),
        impulses_(static_cast<std::size_t>(model_.body_count()), Force<double>::zero()),
        dv_(model_.nv()) {
    const int bodies = model_.body_count() - 1;
    for (int i = 0; i < points; ++i) {
      const BodyId body{bodies - i * bodies / points};
      rows_.push_back({body, {0, 0, 0.1}, {0.6, 0, 0.8}, world_body, {}, {}});
      speed_[i] = -1.0 - 0.01 * i;
    }
    solver_ = Eigen::LLT<Eigen::MatrixXd>(points);
  }

  void run(std::size_t call) {
    const BenchState& state = states_[call % states_.size()];
    tree_.compute(state.q, {}, ws_);
    matrix_.compute(tree_, rows_, G_);
    solver_.compute(G_);
    impulse_ = -speed_;
    solver_.solveInPlace(impulse_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const ImpulseRow& row = rows_[i];
      const Vec3<double> p = impulse_[static_cast<Eigen::Index>(i)] * row.direction_B;
      impulses_[static_cast<std::size_t>(row.body.index)] = {cross(row.p_B, p), p};
    }
    tree_.jump({}, impulses_, dv_, ws_);
  }

  // After run(): how far the jump is from stopping all points.
  double residual(std::size_t call) {
    Kinematics<double> kinematics(model_);
    kinematics.compute(model_, states_[call % states_.size()].q, dv_);
    double largest = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const ImpulseRow& row = rows_[i];
      const Motion<double> m =
          kinematics.velocity(model_, model_.body_frame(row.body), Reference::Local);
      const double jump = dot(row.direction_B, m.linear + cross(m.angular, row.p_B));
      const double speed = speed_[static_cast<Eigen::Index>(i)];
      largest = std::max(largest, std::abs(jump + speed) / std::abs(speed));
    }
    return largest;
  }

 private:
  Model model_;
  std::vector<BenchState> states_;
  Workspace<double> ws_;
  ArticulatedTree tree_;
  ImpulseMatrix matrix_;
  std::vector<ImpulseRow> rows_;
  Eigen::MatrixXd G_;
  Eigen::LLT<Eigen::MatrixXd> solver_;
  Eigen::VectorXd speed_, impulse_;
  std::vector<Force<double>> impulses_;
  Eigen::VectorXd dv_;
};

ImpactTime time_impact(int links, int points, double& residual) {
  Impact impact(links, points);
  impact.run(0);
  residual = std::max(residual, impact.residual(0));
  EvaluationTimer timer([&](std::size_t call) { impact.run(call); });
  return {links, points, timer.finish()};
}

// Least squares of the relative errors.
void fit(ImpactReport& report) {
  Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
  Eigen::Vector3d b = Eigen::Vector3d::Zero();
  const auto terms = [](const ImpactTime& t) {
    return Eigen::Vector3d(t.links, double(t.points) * t.links, std::pow(t.points, 3.0));
  };
  for (const ImpactTime& time : report.points) {
    const Eigen::Vector3d row = terms(time) / time.ns;
    A += row * row.transpose();
    b += row;
  }
  const Eigen::Vector3d x = A.ldlt().solve(b);
  report.fixed = x[0], report.row = x[1], report.cube = x[2];
  for (const ImpactTime& time : report.points)
    report.error = std::max(report.error, std::abs(terms(time).dot(x) / time.ns - 1.0));
}

std::string heading(const std::string& title) {
  return fmt::format("\n{}\n{:-<{}}\n", title, "", title.size());
}

}  // namespace

ImpactReport measure_impacts() {
  ImpactReport report;
  for (const int links : chain_sizes)
    report.chains.push_back(time_impact(links, 1, report.residual));
  for (const int points : point_counts)
    report.points.push_back(time_impact(points_chain, points, report.residual));
  fit(report);
  return report;
}

std::string impacts_text(const ImpactReport& report) {
  std::string text = heading("Impacts: a chain is hit at its tip, one thread");
  text += fmt::format("{:<27}", "links");
  for (const ImpactTime& time : report.chains) text += fmt::format(" {:>9}", time.links);
  text += fmt::format("\n{:<27}", "microseconds");
  for (const ImpactTime& time : report.chains) text += fmt::format(" {:>9.2f}", 1e-3 * time.ns);
  text += fmt::format("\n{:<27}", "nanoseconds per link");
  for (const ImpactTime& time : report.chains)
    text += fmt::format(" {:>9.1f}", time.ns / time.links);
  text += "\n";
  text +=
      heading(fmt::format("Impacts: a chain of {} links is hit at m points at once", points_chain));
  text += fmt::format("{:<27}", "m");
  for (const ImpactTime& time : report.points) text += fmt::format(" {:>9}", time.points);
  text += fmt::format("\n{:<27}", "microseconds");
  for (const ImpactTime& time : report.points) text += fmt::format(" {:>9.2f}", 1e-3 * time.ns);
  return text + fmt::format(
                    "\nFit: ({:.1f} + {:.2f} m) n + {:.2f} m^3 nanoseconds, within {:.0f} %. From "
                    "the configuration\nto the jump of all velocities; four points at a time. The "
                    "points are stopped to {:.0e}.\n",
                    report.fixed, report.row, report.cube, 100.0 * report.error, report.residual);
}

std::string impacts_csv(const ImpactReport& report) {
  std::string text;
  for (const ImpactTime& time : report.chains)
    text += fmt::format("ns,chain {},impact,Catena,{:.4g}\n", time.links, time.ns);
  for (const ImpactTime& time : report.points)
    text += fmt::format("ns,chain {},impact at {} points,Catena,{:.4g}\n", time.links, time.points,
                        time.ns);
  return text;
}

}  // namespace catena::bench
