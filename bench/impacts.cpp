#include "impacts.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <array>
#include <cmath>

#include "bench_models.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/response/response.hpp"
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
      : model_(std::make_shared<const Model>(chain(links))),
        states_(random_states(*model_, 4)),
        solver_of_tree_(std::make_shared<const Loops>(model_, LoopSpecs{})),
        response_(solver_of_tree_.shared_loops()),
        speed_(points),
        impulse_(points),
        dv_(model_->nv()) {
    const int bodies = model_->body_count() - 1;
    for (int i = 0; i < points; ++i) {
      hit_.push_back(BodyId{bodies - i * bodies / points});
      const BodyInfo& body = model_->body(hit_.back());
      response_.begin_pair(body.node, 0, Vec3<double>::zero());
      response_.add_row(body.X_NB * Force<double>{cross(point, direction), direction},
                        Force<double>::zero());
      speed_[i] = -1.0 - 0.01 * i;
    }
    solver_ = Eigen::LLT<Eigen::MatrixXd>(points);
  }

  void run(std::size_t call) {
    solver_of_tree_.prepare(states_[call % states_.size()].q, {});
    response_.find(solver_of_tree_);
    solver_.compute(response_.matrix(0));
    impulse_ = -speed_;
    solver_.solveInPlace(impulse_);
    response_.respond(solver_of_tree_, impulse_, dv_);
  }

  // After run(): how far the jump is from stopping all points.
  double residual(std::size_t call) {
    Kinematics<double> kinematics(*model_);
    kinematics.compute(*model_, states_[call % states_.size()].q, dv_);
    double largest = 0.0;
    for (std::size_t i = 0; i < hit_.size(); ++i) {
      const Motion<double> m =
          kinematics.velocity(*model_, model_->body_frame(hit_[i]), Reference::Local);
      const double jump = dot(direction, m.linear + cross(m.angular, point));
      const double speed = speed_[static_cast<Eigen::Index>(i)];
      largest = std::max(largest, std::abs(jump + speed) / std::abs(speed));
    }
    return largest;
  }

 private:
  // Of each body, and along which it is stopped, in its axes.
  static constexpr Vec3<double> point = {0, 0, 0.1}, direction = {0.6, 0, 0.8};

  std::shared_ptr<const Model> model_;
  std::vector<BenchState> states_;
  LoopSolver solver_of_tree_;
  Response response_;
  std::vector<BodyId> hit_;
  Eigen::LLT<Eigen::MatrixXd> solver_;
  Eigen::VectorXd speed_, impulse_;
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
