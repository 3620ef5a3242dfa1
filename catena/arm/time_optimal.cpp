#include "catena/arm/time_optimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/arm/path_rows.hpp"

namespace catena {

using Kind = ActiveLimit::Kind;

namespace {

// -limit <= a u + b x + c <= limit.
struct Band {
  double a, b, c, limit;
  const PathRow* row;
};

// A bound of u that moves with x, start + slope x, and where it came from.
struct Bound {
  double start, slope;
  const PathRow* row;

  double at(double x) const { return start + slope * x; }
};

struct Interval {
  double low, high;
};

// The limits of one piece of the path: those at its start, and those at its end, where x is
// x + 2 ds u. Square roots are replaced by their tangents at the velocity of the last round.
class Piece {
 public:
  void set(const GridPoint& at, const GridPoint& next, double ds, double last, double last_next) {
    bands_.clear();
    ds_ = ds;
    add(at, 0.0, last);
    add(next, 2.0 * ds, last_next);
  }

  Bound lower(double x, const Interval& goal) const {
    Bound best{goal.low / (2.0 * ds_), -1.0 / (2.0 * ds_), nullptr};
    for (const Band& band : bands_) {
      if (std::abs(band.a) < no_inertia) continue;
      const double side = band.a > 0.0 ? -band.limit : band.limit;
      const Bound bound{(side - band.c) / band.a, -band.b / band.a, band.row};
      if (bound.at(x) > best.at(x)) best = bound;
    }
    return best;
  }
  Bound upper(double x, const Interval& goal) const {
    Bound best{goal.high / (2.0 * ds_), -1.0 / (2.0 * ds_), nullptr};
    for (const Band& band : bands_) {
      if (std::abs(band.a) < no_inertia) continue;
      const double side = band.a > 0.0 ? band.limit : -band.limit;
      const Bound bound{(side - band.c) / band.a, -band.b / band.a, band.row};
      if (bound.at(x) < best.at(x)) best = bound;
    }
    return best;
  }

  // All x in [0, most] for which there is a u that keeps the limits and leads into `goal`. The
  // room for u is concave in x: Newton's method from outside finds each end in a few steps. False
  // where there is none; `blame` then is a limit that forbids it.
  bool feasible(double most, const Interval& goal, Interval& out, const PathRow** blame) const {
    out = {0.0, most};
    for (const Band& band : bands_) {
      if (std::abs(band.a) >= no_inertia) continue;
      for (const double sign : {1.0, -1.0}) {  // sign (b x + c) <= limit
        const double slope = sign * band.b, room = band.limit - sign * band.c;
        if (slope > 0.0) out.high = std::min(out.high, room / slope);
        if (slope < 0.0) out.low = std::max(out.low, room / slope);
        if (slope == 0.0 && room < 0.0) out.high = -1.0;
        if (out.high < out.low) {
          *blame = band.row;
          return false;
        }
      }
    }
    const Interval all = out;
    return shrink(out.high, -1.0, goal, all, blame) && shrink(out.low, 1.0, goal, all, blame) &&
           out.low <= out.high;
  }

 private:
  static constexpr double no_inertia = 1e-12;

  void add(const GridPoint& point, double ahead, double last) {
    const double root = std::sqrt(std::max(last, 1e-8));
    for (const PathRow& row : point.rows) {
      const double b = row.b + row.root / (2.0 * root), c = row.c + 0.5 * row.root * root;
      bands_.push_back({row.a + ahead * b, b, c, row.limit, &row});
    }
  }

  // Moves `end` inwards (`direction`) until there is room for u: to where the two bounds that leave
  // least of it meet.
  bool shrink(double& end, double direction, const Interval& goal, const Interval& all,
              const PathRow** blame) const {
    for (int i = 0; i < 60; ++i) {
      const Bound low = lower(end, goal), high = upper(end, goal);
      const double room = high.at(end) - low.at(end), slope = high.slope - low.slope;
      if (room >= -1e-12 * (1.0 + std::abs(high.at(end)) + std::abs(low.at(end)))) return true;
      *blame = low.row != nullptr ? low.row : high.row;
      if (!(slope * direction > 0.0)) return false;  // there is ever less
      const double next = (low.start - high.start) / slope;
      if (!((next - end) * direction > 0.0)) return true;  // as near as rounding allows
      const double slack = 1e-12 * (1.0 + std::abs(next));
      if (next < all.low - slack || next > all.high + slack) return false;
      end = std::clamp(next, all.low, all.high);
    }
    return true;
  }

  std::vector<Band> bands_;
  double ds_ = 0.0;
};

std::string words(const PathRow* row, const Model& model) {
  if (row == nullptr) return "what is possible before and after";
  return fmt::format("{} of {}", row->kind == Kind::Effort ? "the effort" : "the acceleration",
                     model.coordinate_name(row->dof));
}

class Passes {
 public:
  Passes(std::vector<GridPoint> points, const TimingOptions& options, const Model& model)
      : points_(std::move(points)), options_(options), model_(model), x_(points_.size(), 0.0) {
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = std::min(points_[i].most, 1.0);
  }

  // Rounds until the velocities of viscous friction are those of the motion.
  int run() {
    double before = 0.0;
    int round = 1;
    for (; round <= 12; ++round) {
      backward();
      forward();
      const double now = duration();
      if (std::abs(now - before) <= 1e-9 * now) break;
      before = now;
    }
    return std::min(round, 12);
  }

  StepwiseLaw law() const {
    StepwiseLaw out{{0.0}, {}, {}};
    for (std::size_t i = 0; i < x_.size(); ++i) {
      out.s.push_back(points_[i].s);
      out.rate.push_back(std::sqrt(x_[i]));
      if (i > 0) out.t.push_back(out.t.back() + 2.0 * ds(i - 1) / (out.rate[i] + out.rate[i - 1]));
    }
    return out;
  }

  // Of the piece that begins at i: the limit that is used most.
  ActiveLimit active(std::size_t i) const {
    ActiveLimit most;
    const auto take = [&](ActiveLimit limit) {
      if (limit.use > most.use) most = limit;
    };
    const double u = (x_[i + 1] - x_[i]) / (2.0 * ds(i));
    for (const std::size_t at : {i, i + 1}) {
      const GridPoint& point = points_[at];
      take({point.velocity.kind, point.velocity.dof, std::sqrt(x_[at] / point.most)});
      for (const PathRow& row : point.rows)
        take({row.kind, row.dof, std::abs(row.value(u, x_[at])) / row.limit});
    }
    return most;
  }
  std::size_t pieces() const { return points_.size() - 1; }

 private:
  double ds(std::size_t i) const { return points_[i + 1].s - points_[i].s; }
  double duration() const {
    double sum = 0.0;
    for (std::size_t i = 0; i + 1 < x_.size(); ++i)
      sum += 2.0 * ds(i) / (std::sqrt(x_[i]) + std::sqrt(x_[i + 1]));
    return sum;
  }

  // From which x the end can be reached.
  void backward() {
    reach_.assign(points_.size(), {});
    const double end = options_.end_rate * options_.end_rate;
    reach_.back() = {end, end};
    for (std::size_t i = points_.size() - 1; i-- > 0;) {
      piece_.set(points_[i], points_[i + 1], ds(i), x_[i], x_[i + 1]);
      const PathRow* blame = nullptr;
      if (!piece_.feasible(points_[i].most, reach_[i + 1], reach_[i], &blame))
        throw TimingError(fmt::format("the limits do not allow the path at s = {:.6g}: {} is too "
                                      "small there at any speed",
                                      points_[i].s, words(blame, model_)),
                          points_[i].s);
    }
    const double start = options_.start_rate * options_.start_rate;
    if (start > reach_[0].high * (1.0 + 1e-9) + 1e-12 || start < reach_[0].low * (1.0 - 1e-9))
      throw TimingError(
          fmt::format("the path cannot start {}; its limits allow ds/dt = {:g} to {:g} there",
                      options_.start_rate == 0.0
                          ? std::string("at rest")
                          : fmt::format("at ds/dt = {:g}", options_.start_rate),
                      std::sqrt(reach_[0].low), std::sqrt(reach_[0].high)),
          0.0);
  }

  // As fast as can be, inside these.
  void forward() {
    std::vector<double> x(points_.size());
    x[0] = options_.start_rate * options_.start_rate;
    for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
      piece_.set(points_[i], points_[i + 1], ds(i), x_[i], x_[i + 1]);
      const double u = piece_.upper(x[i], reach_[i + 1]).at(x[i]);
      x[i + 1] = std::clamp(x[i] + 2.0 * ds(i) * u, reach_[i + 1].low, reach_[i + 1].high);
      if (!(x[i + 1] > 0.0) && i + 2 < points_.size() && !(x[i] > 0.0))
        throw TimingError(
            fmt::format("the path cannot continue within the limits at s = {:.6g}", points_[i].s),
            points_[i].s);
    }
    x_ = std::move(x);
  }

  std::vector<GridPoint> points_;
  TimingOptions options_;
  const Model& model_;
  std::vector<double> x_;
  std::vector<Interval> reach_;
  Piece piece_;
};

}  // namespace

namespace {

bool is_allowed(FeedForward& dynamics, const JointPath& path, const PathLimits& limits,
                const TimingOptions& options) {
  try {
    Passes(path_rows(dynamics, path, limits, options), options, dynamics.model()).run();
    return true;
  } catch (const TimingError&) {
    return false;
  }
}

// By how much the effort limit of one coordinate would have to be larger for the path to be
// allowed; infinity where `most` does not help.
double needed_factor(FeedForward& dynamics, const JointPath& path, PathLimits limits, int dof,
                     double most, const TimingOptions& options) {
  constexpr double close_enough = 1.01;
  const double given = limits.effort[dof];
  const auto suffices = [&](double factor) {
    limits.effort[dof] = factor * given;
    return is_allowed(dynamics, path, limits, options);
  };
  if (!suffices(most)) return HUGE_VAL;
  double low = 1.0, high = most;
  while (high > close_enough * low) {
    const double middle = std::sqrt(low * high);
    (suffices(middle) ? high : low) = middle;
  }
  return high;
}

// The joint whose effort limit is short by the least, in words.
std::string too_weak(FeedForward& dynamics, const JointPath& path, const PathLimits& limits,
                     const TimingOptions& options) {
  const Model& model = dynamics.model();
  constexpr double most = 64.0;
  int weakest = -1;
  bool any = false;
  double least = most;
  for (int dof = 0; dof < static_cast<int>(limits.effort.size()); ++dof) {
    if (!std::isfinite(limits.effort[dof])) continue;
    any = true;
    const double factor = needed_factor(dynamics, path, limits, dof, least, options);
    if (factor < least) least = factor, weakest = dof;
  }
  if (!any) return "";
  if (weakest < 0) return "; no joint alone is too weak for it: try larger limits of several";
  const int node = model.dof_node()[static_cast<std::size_t>(weakest)];
  const bool pushes = model.nodes()[static_cast<std::size_t>(node)].kind == NodeKind::Prismatic;
  // In three digits, not rounded down.
  const double needed = least * limits.effort[weakest],
               digit = std::pow(10.0, std::floor(std::log10(needed)) - 2.0);
  return fmt::format("; '{0}' is too weak: its effort limit is {1:.4g} {3}, {2:.4g} {3} would do",
                     model.coordinate_name(weakest), limits.effort[weakest],
                     digit * std::ceil(needed / digit), pushes ? "N" : "N m");
}

}  // namespace

TimeOptimal time_optimal(FeedForward& dynamics, const JointPath& path, const PathLimits& limits,
                         const TimingOptions& options) {
  Passes passes(path_rows(dynamics, path, limits, options), options, dynamics.model());
  int rounds = 0;
  try {
    rounds = passes.run();
  } catch (const TimingError& error) {
    throw TimingError(error.what() + too_weak(dynamics, path, limits, options), error.s());
  }
  TimeOptimal out{TimedPath(path, passes.law()), {}, rounds};
  for (std::size_t i = 0; i < passes.pieces(); ++i) out.active.push_back(passes.active(i));
  return out;
}

double TimeOptimal::active_share(double slack) const {
  const std::vector<double> t = motion.knots();
  double sum = 0.0;
  for (std::size_t i = 0; i < active.size(); ++i)
    if (active[i].use >= 1.0 - slack) sum += t[i + 1] - t[i];
  return sum / t.back();
}

}  // namespace catena
