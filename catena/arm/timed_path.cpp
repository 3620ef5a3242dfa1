#include "catena/arm/timed_path.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr int samples_of_path = 1000;

void check_limits(const JointPath& path, const VectorXd& limits, const char* what) {
  if (limits.size() != path.size() || !(limits.array() > 0.0).all())
    throw std::invalid_argument(std::string("timing: limits of ") + what +
                                " must be positive, one for each coordinate of the path");
}

}  // namespace

AxisState QuinticLaw::at(double t) const {
  const double x = std::clamp(t / duration, 0.0, 1.0);
  return {length * x * x * x * (10.0 + x * (-15.0 + 6.0 * x)),
          length / duration * 30.0 * x * x * (1.0 - x) * (1.0 - x),
          length / (duration * duration) * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x)};
}

AxisState StepwiseLaw::at(double time) const {
  if (time <= t.front()) return {s.front(), time < t.front() ? 0.0 : rate.front(), 0.0};
  if (time >= t.back()) return {s.back(), time > t.back() ? 0.0 : rate.back(), 0.0};
  const auto i =
      static_cast<std::size_t>(std::upper_bound(t.begin(), t.end(), time) - t.begin()) - 1;
  const double h = t[i + 1] - t[i], x = time - t[i], a = (rate[i + 1] - rate[i]) / h;
  return {std::min(s[i] + x * (rate[i] + 0.5 * a * x), s[i + 1]), rate[i] + a * x, a};
}

double TimedPath::duration() const {
  if (const auto* quintic = std::get_if<QuinticLaw>(&law_)) return quintic->duration;
  if (const auto* jerk = std::get_if<AxisMotion>(&law_)) return jerk->duration();
  return std::get<StepwiseLaw>(law_).t.back();
}

AxisState TimedPath::law(double t) const {
  return std::visit([&](const auto& law) { return law.at(t); }, law_);
}

void TimedPath::evaluate(double t, PathPlace& place, MotionPoint& out) const {
  const AxisState s = law(t);
  path_.evaluate(s.position, place);
  out.position = place.q;
  out.velocity.noalias() = s.velocity * place.first;
  out.acceleration.noalias() =
      s.acceleration * place.first + (s.velocity * s.velocity) * place.second;
}

MotionPoint TimedPath::evaluate(double t) const {
  PathPlace place;
  MotionPoint out;
  evaluate(t, place, out);
  return out;
}

std::vector<double> TimedPath::knots() const {
  if (const auto* stepwise = std::get_if<StepwiseLaw>(&law_)) return stepwise->t;
  std::vector<double> times = {0.0};
  if (const auto* jerk = std::get_if<AxisMotion>(&law_)) {
    for (const AxisMotion::Piece& p : jerk->pieces()) times.push_back(times.back() + p.duration);
  } else {
    times.push_back(duration());
  }
  return times;
}

TimedPath fastest_quintic(JointPath path, const VectorXd& velocity, const VectorXd& acceleration) {
  check_limits(path, velocity, "velocity");
  check_limits(path, acceleration, "acceleration");
  QuinticLaw unit{path.length(), 1.0};
  double duration = 0.0;
  PathPlace place;
  for (int i = 0; i <= samples_of_path; ++i) {
    const AxisState s = unit.at(static_cast<double>(i) / samples_of_path);
    path.evaluate(s.position, place);
    const VectorXd v = s.velocity * place.first,
                   a = s.acceleration * place.first + s.velocity * s.velocity * place.second;
    duration = std::max({duration, v.cwiseAbs().cwiseQuotient(velocity).maxCoeff(),
                         std::sqrt(a.cwiseAbs().cwiseQuotient(acceleration).maxCoeff())});
  }
  if (!(duration > 0.0)) duration = 1e-3;  // no way, or no limits
  return {std::move(path), QuinticLaw{unit.length, duration}};
}

TimedPath fastest_jerk_limited(JointPath path, const VectorXd& velocity,
                               const VectorXd& acceleration, const VectorXd& jerk) {
  check_limits(path, velocity, "velocity");
  check_limits(path, acceleration, "acceleration");
  check_limits(path, jerk, "jerk");
  // Half of each acceleration for the bend of the path, half for s'': with |q''| v^2 <= a / 2.
  JerkLimits limits{HUGE_VAL, HUGE_VAL, HUGE_VAL};
  PathPlace place;
  double bent = 0.0;
  for (int i = 0; i <= samples_of_path; ++i) {
    path.evaluate(path.length() * i / samples_of_path, place);
    for (Index k = 0; k < path.size(); ++k) {
      const double first = std::abs(place.first[k]), second = std::abs(place.second[k]);
      limits.velocity = std::min(limits.velocity, velocity[k] / std::max(first, 1e-300));
      limits.jerk = std::min(limits.jerk, jerk[k] / std::max(first, 1e-300));
      bent = std::max(bent, second / acceleration[k]);
      limits.acceleration =
          std::min(limits.acceleration, 0.5 * acceleration[k] / std::max(first, 1e-300));
    }
  }
  if (bent * limits.velocity * limits.velocity > 1e-9)
    limits.velocity = std::min(limits.velocity, std::sqrt(0.5 / bent));
  else
    limits.acceleration *= 2.0;  // a straight path
  for (double* x : {&limits.velocity, &limits.acceleration, &limits.jerk})
    *x = std::min(*x, 1e6 * path.length());  // no limit at all
  AxisMotion law({}, {path.length(), 0.0, 0.0}, limits);
  return {std::move(path), std::move(law)};
}

}  // namespace catena
