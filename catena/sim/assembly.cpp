#include "catena/sim/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/constraints/random_of_name.hpp"

namespace catena {

namespace {

constexpr double touching = 1e-9;  // rad or m beyond a stop that is none
constexpr int attempts = 60;

bool is_held(Held held, int dof) {
  return held.size() > 0 && held[dof];
}

}  // namespace

Assembly::Assembly(LoopSolver& loops, const Coordinates& coordinates)
    : loops_(loops), coordinates_(coordinates) {
  for_each_joint(coordinates, [&](const JointInfo& joint, int first_v) {
    for (int k = 0; k < joint.nv; ++k) {
      const int dof = first_v + joint.v + k, place = coordinates.place_in_q(dof);
      if (place < 0) continue;
      const Stop stop{dof, place, joint.spec.position_lower[k], joint.spec.position_upper[k]};
      if (std::isfinite(stop.lower) || std::isfinite(stop.upper)) stops_.push_back(stop);
    }
  });
}

bool Assembly::is_inside(const Eigen::VectorXd& q) const {
  return std::all_of(stops_.begin(), stops_.end(), [&](const Stop& stop) {
    return q[stop.place] >= stop.lower - touching && q[stop.place] <= stop.upper + touching;
  });
}

// Puts coordinates that are beyond a stop onto it, and closes the loops with the others, until none
// is beyond.
bool Assembly::close_at_stops(Eigen::VectorXd& q, Held held) {
  const int tree_nv = coordinates_.tree().nv();
  HeldArray fixed(coordinates_.nv());
  for (int k = 0; k < coordinates_.nv(); ++k) fixed[k] = is_held(held, k);
  for (std::size_t round = 0; round <= stops_.size(); ++round) {
    bool moved = false;
    for (const Stop& stop : stops_) {
      double& x = q[stop.place];
      if (stop.dof >= tree_nv || fixed[stop.dof]) continue;
      if (x >= stop.lower - touching && x <= stop.upper + touching) continue;
      x = std::clamp(x, stop.lower, stop.upper);
      fixed[stop.dof] = moved = true;
    }
    if (!moved) break;
    const double gap = loops_.close_position(q, fixed, 100);
    if (gap < least_gap_ && is_inside(q)) least_gap_ = gap, least_open_ = q;
    if (gap > LoopSolver::assembled) return false;
  }
  return is_inside(q);
}

bool Assembly::close(Eigen::VectorXd& q, Held held) {
  const Eigen::VectorXd start = q;
  least_gap_ = std::numeric_limits<double>::infinity();
  least_open_.resize(0);
  const double gap = loops_.assemble(q, held);
  if (gap > LoopSolver::assembled) {
    explain(q, false);
    return false;
  }
  if (is_inside(q)) return true;
  if (close_at_stops(q, held)) return true;
  // From elsewhere between the stops, further and further away.
  for (int attempt = 1; attempt <= attempts; ++attempt) {
    const double reach = 3.2 * attempt / attempts;
    q = start;
    for (int k = 0; k < coordinates_.tree().nv(); ++k) {
      const int place = coordinates_.place_in_q(k);
      if (place >= 0 && !is_held(held, k))
        q[place] += reach * random_of_name(coordinates_.name(k), attempt);
    }
    for (const Stop& stop : stops_)
      if (!is_held(held, stop.dof))
        q[stop.place] = std::clamp(q[stop.place], stop.lower, stop.upper);
    if (loops_.close_position(q, held, 100) > LoopSolver::assembled) continue;
    if (is_inside(q) || close_at_stops(q, held)) return true;
  }
  if (least_open_.size() > 0) q = least_open_;
  explain(q, true);
  return false;
}

void Assembly::explain(const Eigen::VectorXd& q, bool between_stops) {
  Eigen::VectorXd errors;
  loops_.position_errors(q, errors);
  const double largest = errors.size() > 0 ? errors.maxCoeff() : 0.0;
  failure_ = between_stops ? "the loops do not close inside the stops of their joints:"
                           : "the loops do not close from the given start:";
  const auto& closures = loops_.loops().closures();
  for (std::size_t c = 0; c < closures.size(); ++c)
    if (const double error = errors[static_cast<Eigen::Index>(c)];
        error > 0.1 * largest && error > LoopSolver::assembled)
      failure_ += fmt::format(" '{}' stays open by {:.3g} (m or rad);",
                              loops_.loops().name(closures[c]), error);
  if (!between_stops) {
    failure_ += " check the lengths, or start nearer to a closed position";
    return;
  }
  std::string stops;
  for (const Stop& stop : stops_)
    stops += fmt::format("{} '{}' [{:.6g}, {:.6g}]", stops.empty() ? "" : ",",
                         coordinates_.name(stop.dof), stop.lower, stop.upper);
  failure_ += fmt::format(" the stops are{}; widen them, or check the lengths", stops);
}

}  // namespace catena
