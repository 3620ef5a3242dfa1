#include "catena/control/path_controller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "catena/control/servo.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Accelerations with which coordinates follow their numbers in a path: its own, and what errors ask
// for at a rate.
VectorXd following(const HermiteSpline& path, const std::vector<Index>& numbers,
                   const std::vector<int>& coordinates, double t, double rate, const Loops& loops,
                   In<double> q, In<double> v) {
  VectorXd a = path.evaluate(t, 2)(numbers);
  if (rate == 0.0) return a;
  VectorXd error = path.evaluate(t)(numbers), error_rate = path.evaluate(t, 1)(numbers);
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    error[static_cast<Index>(k)] -= q[loops.place(coordinates[k])];
    error_rate[static_cast<Index>(k)] -= v[coordinates[k]];
  }
  return a + pd_effort(critical_gains(a.size(), rate), error, error_rate);
}

}  // namespace

PathController::PathController(std::shared_ptr<const Loops> loops, const std::vector<Cable>& cables,
                               PathSettings settings)
    : loops_(std::move(loops)),
      cables_(cables),
      settings_(std::move(settings)),
      mechanism_(loops_, cables_, settings_.actuated, settings_.prescribed),
      demanded_(settings_.desired),
      in_path_(settings_.desired.size()) {
  if (settings_.path.size() != static_cast<Index>(settings_.desired.size()))
    throw std::invalid_argument(fmt::format("the path has {} numbers for {} coordinates",
                                            settings_.path.size(), settings_.desired.size()));
  for (const int dof : settings_.desired)
    if (dof < 0 || dof >= loops_->tree().nv() || loops_->place(dof) < 0)
      throw std::invalid_argument(
          "a desired coordinate does not exist, is an orientation, or belongs to a loop joint");
  for (const PrescribedMotion& path : settings_.prescribed)
    if (std::find(settings_.desired.begin(), settings_.desired.end(), path.dof) !=
        settings_.desired.end())
      throw std::invalid_argument(fmt::format(
          "'{}' cannot follow the path, because '{}' prescribes its motion; take it out of one of "
          "the two",
          loops_->coordinate_name(path.dof), path.name));
  if (settings_.most_effort.size() > 0 &&
      settings_.most_effort.size() != static_cast<Index>(settings_.actuated.size()))
    throw std::invalid_argument(fmt::format("there are {} limits of effort for {} inputs",
                                            settings_.most_effort.size(),
                                            settings_.actuated.size()));
  if (settings_.most_stress == 0.0) settings_.most_stress = infinity;
  if (!(settings_.least_stress < settings_.most_stress))
    throw std::invalid_argument(fmt::format("the least stress, {} Pa, is not below the most, {} Pa",
                                            settings_.least_stress, settings_.most_stress));
  std::iota(in_path_.begin(), in_path_.end(), Index{0});
  demanded_.insert(demanded_.end(), mechanism_.strains().begin(), mechanism_.strains().end());
  demand_.u_upper =
      settings_.most_effort.size() > 0
          ? settings_.most_effort
          : VectorXd::Constant(static_cast<Index>(settings_.actuated.size()), infinity);
  demand_.u_lower = -demand_.u_upper;
  demand_.strain_lower = mechanism_.strains_under(settings_.least_stress);
  demand_.strain_upper = mechanism_.strains_under(settings_.most_stress);
  const double g = norm(loops_->tree().gravity());
  weight_ = std::sqrt(loops_->tree().total_mass()) * (g > 0.0 ? g : 1.0);
  if (settings_.start.size() > 0 && mechanism_.cable_count() > 0)
    strains_of_start_ = mechanism_.strains_of_start(settings_.start);
  if (settings_.postures) plan_postures();
}

PathController::PathController(const PathController& plan, Fresh)
    : loops_(plan.loops_),
      cables_(plan.cables_),
      settings_(plan.settings_),
      mechanism_(loops_, cables_, settings_.actuated, settings_.prescribed),
      demanded_(plan.demanded_),
      in_path_(plan.in_path_),
      times_(plan.times_),
      postures_(plan.postures_),
      posture_path_(plan.posture_path_),
      strains_of_start_(plan.strains_of_start_),
      weight_(plan.weight_),
      demand_(plan.demand_) {}

std::unique_ptr<PathController> PathController::fresh() const {
  return std::unique_ptr<PathController>(new PathController(*this, Fresh{}));
}

// Each posture stays near the last one, so that they are those of one motion.
void PathController::plan_postures() {
  constexpr double stay = 0.2;
  const auto& wanted = *settings_.postures;
  PosturePlanner planner(loops_, cables_,
                         {settings_.desired, settings_.actuated, wanted.stress,
                          settings_.least_stress, settings_.most_stress});
  const double first = settings_.path.times().front(), last = settings_.path.times().back();
  const int count = std::max(1, static_cast<int>(std::ceil((last - first) / wanted.spacing)));
  std::vector<VectorXd> positions;
  for (int i = 0; i <= count; ++i) {
    const double t = first + (last - first) * i / count;
    try {
      postures_.push_back(planner.find(settings_.path.evaluate(t),
                                       i == 0 ? wanted.start : postures_.back().q,
                                       i == 0 ? 0.0 : stay));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("at t = {:.9g} s: {}", t, error.what()));
    }
    times_.push_back(t);
    positions.push_back(postures_.back().q);
  }
  posture_path_.emplace(times_, std::move(positions));
}

std::vector<double> PathController::breaks() const {
  std::vector<double> all = settings_.path.times();
  all.insert(all.end(), times_.begin(), times_.end());
  return all;
}

const NearRigidChoice& PathController::solve(double t, In<double> q, In<double> v,
                                             const Acting* acting) {
  set_heading(t, v);
  mechanism_.place(t, q, v, {}, acting);
  demand_.q_s = mechanism_.strains_at(q);
  demand_path(t, q, v);
  if (!postures_.empty()) demand_posture(t, q, v);
  if (strains_of_start_.size() > 0) prefer_strains_of_start();
  // Each state is solved from scratch: where it came from must not show.
  choice_ = NearRigidOptimizer().solve(demand_, true);
  if (settings_.stops && choice_.closest)
    throw std::runtime_error("the path cannot be followed: " + obstacles());
  return choice_;
}

// Dry friction of what follows the path is that of the path, so that it starts to move; elsewhere
// that of the motion.
void PathController::set_heading(double t, In<double> v) {
  VectorXd heading = to_eigen(v);
  const VectorXd rate = settings_.path.evaluate(t, 1);
  for (std::size_t i = 0; i < settings_.desired.size(); ++i)
    heading[settings_.desired[i]] = rate[static_cast<Index>(i)];
  mechanism_.set_heading(heading);
}

// By tensions, which are forces.
void PathController::prefer_strains_of_start() {
  const Index inputs = demand_.B.cols(), strains = strains_of_start_.size();
  demand_.wanted.setZero(strains, inputs + strains);
  for (Index i = 0; i < strains; ++i)
    demand_.wanted(i, inputs + i) = mechanism_.cable(static_cast<int>(i)).material.stiffness();
  demand_.wanted_value = demand_.wanted.rightCols(strains) * (strains_of_start_ - demand_.q_s);
}

double PathController::shortfall() const {
  return choice_.shortfall.norm() / (weight_ + demand_.tau_eq.norm());
}

PathController::Rank PathController::rank() const {
  MatrixXd all(demand_.B.rows(), demand_.B.cols() + demand_.A_s.cols());
  all << demand_.B, demand_.A_s;
  for (Index j = 0; j < all.cols(); ++j)
    if (const double size = all.col(j).norm(); size > 0.0) all.col(j) /= size;
  return {static_cast<int>(least_norm_solution(all, VectorXd::Zero(all.rows())).rank),
          static_cast<int>(all.rows())};
}

std::string PathController::name_of(const NearRigidBound& bound) const {
  const auto i = static_cast<std::size_t>(bound.index);
  if (bound.kind == NearRigidBound::Kind::Input)
    return mechanism_.loops().coordinate_name(settings_.actuated[i]);
  return i < mechanism_.strains().size()
             ? mechanism_.loops().coordinate_name(mechanism_.strains()[i])
             : mechanism_.cable(bound.index).name + ".strain";
}

std::string PathController::obstacles() const {
  std::string text;
  for (const NearRigidBound& bound : choice_.bounds) {
    const bool is_input = bound.kind == NearRigidBound::Kind::Input,
               upper = bound.side == QpSide::Upper;
    const VectorXd& bounds = is_input ? (upper ? demand_.u_upper : demand_.u_lower)
                                      : (upper ? demand_.strain_upper : demand_.strain_lower);
    text += fmt::format("{}'{}' is at its {} bound {:g}", text.empty() ? "" : ", ", name_of(bound),
                        upper ? "upper" : "lower", bounds[bound.index]);
  }
  return text.empty() ? "no input, however large, is sufficient" : text;
}

MatrixXd PathController::scaled_rows(const std::vector<int>& coordinates, bool with_routes,
                                     const VectorXd& wanted) {
  const MatrixXd mobility = mechanism_.mobility(coordinates, with_routes);
  const MatrixXd G = mechanism_.responses(mobility);
  MatrixXd rows(wanted.size(), G.cols() + 1);
  VectorXd now(wanted.size());
  now.head(static_cast<Index>(coordinates.size())) =
      select_rows(mechanism_.acceleration(), coordinates);
  if (with_routes)
    now.tail(wanted.size() - static_cast<Index>(coordinates.size())) =
        mechanism_.stretch_accelerations();
  rows << G, wanted - now;
  if (!divide_by_root(mechanism_.at_rows(mobility, coordinates, with_routes), rows))
    throw std::runtime_error(
        "the coordinates that follow the path, and the strains of cables, depend on each other "
        "here, so that the path cannot be chosen freely");
  return rows;
}

// (3.2.3), (5.4.1): desired coordinates follow the path, strains stay.
void PathController::demand_path(double t, In<double> q, In<double> v) {
  const Index desired = settings_.path.size(),
              inputs = static_cast<Index>(settings_.actuated.size());
  const auto given = static_cast<Index>(demanded_.size());
  const VectorXd stretching = mechanism_.stretch_rates();
  VectorXd wanted(given + stretching.size());
  wanted.head(desired) = following(settings_.path, in_path_, settings_.desired, t, settings_.rate,
                                   mechanism_.loops(), q, v);
  for (Index i = desired; i < given; ++i)
    wanted[i] = -settings_.strain_rate * v[demanded_[static_cast<std::size_t>(i)]];
  wanted.tail(stretching.size()) = -settings_.strain_rate * stretching;
  const MatrixXd rows = scaled_rows(demanded_, true, wanted);
  demand_.B = rows.leftCols(inputs);
  demand_.A_s = -rows.middleCols(inputs, demand_.q_s.size());
  demand_.tau_eq = rows.rightCols(1);
}

// Free coordinates as near as possible to the accelerations that the postures ask for, measured by
// the kinetic energy of the error.
void PathController::demand_posture(double t, In<double> q, In<double> v) {
  const auto later = std::upper_bound(times_.begin() + 1, times_.end() - 1, t);
  const std::vector<int>& free =
      postures_[static_cast<std::size_t>(later - times_.begin() - 1)].free;
  std::vector<Index> numbers;
  numbers.reserve(free.size());
  for (const int dof : free) numbers.push_back(mechanism_.loops().place(dof));
  const VectorXd wanted = following(*posture_path_, numbers, free, t, settings_.postures->rate,
                                    mechanism_.loops(), q, v);
  const MatrixXd rows = scaled_rows(free, false, wanted);
  demand_.wanted = rows.leftCols(rows.cols() - 1);
  demand_.wanted_value = rows.rightCols(1);
}

}  // namespace catena
