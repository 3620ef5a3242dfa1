#include "catena/analysis/mobility_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

#include "catena/constraints/loop_solver.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

namespace {

using Eigen::VectorXd;

const char* kind_name(Closure::Kind kind) {
  switch (kind) {
    case Closure::Kind::Joint:
      return "loop joint";
    case Closure::Kind::Rod:
      return "rod";
    case Closure::Kind::Coupling:
      return "coupling";
    case Closure::Kind::Rolling:
      break;
  }
  return "rolling constraint";
}

int own_coordinates(const Loops& loops, const Closure& closure) {
  return closure.kind == Closure::Kind::Joint ? loops.links().joint(JointId{closure.index}).nv : 0;
}

// The largest rank among positions that the free motions lead to, each closed again. The coordinate
// that moved most is held, or closing would lead back to a singular position.
struct NearbyRank {
  int rank;
  std::vector<int> by_closure;
};
NearbyRank largest_rank_nearby(const std::shared_ptr<const Loops>& loops, const VectorXd& q,
                               const VectorXd& column_scale, const IndependentCoordinates& here,
                               std::vector<int> ranks_here, const CoordinateOptions& options,
                               double distance) {
  constexpr int attempts = 6;
  constexpr double closed = 1e-10;  // far below what the rank would notice
  const Model& tree = loops->tree();
  HeldArray held(loops->nv());
  LoopSolver solver(loops);
  LoopJacobian there(loops);
  const VectorXd rest = VectorXd::Zero(loops->nv());
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> part(-1.0, 1.0);
  NearbyRank largest{here.rank, std::move(ranks_here)};
  for (int attempt = 0; attempt < attempts; ++attempt) {
    VectorXd motion(here.mobility());
    for (double& x : motion) x = part(random);
    VectorXd step = here.all * motion;
    Eigen::Index most = 0;
    step *=
        distance /
        step.head(tree.nv()).cwiseQuotient(column_scale.head(tree.nv())).cwiseAbs().maxCoeff(&most);
    VectorXd moved = q;
    held.setConstant(false);
    held[most] = true;
    integrate<double>(tree, In<double>(q.data(), tree.nq()), In<double>(step.data(), tree.nv()),
                      Out<double>(moved.data(), tree.nq()));
    if (!(solver.close_position(moved, held, 50) < closed)) continue;
    there.compute(moved, rest);
    const int rank = choose_coordinates(there, options).rank;
    if (rank > largest.rank) largest = {rank, rank_by_closure(there, options.rank_tolerance)};
  }
  return largest;
}

}  // namespace

MobilityReport mobility_report(const std::shared_ptr<const Loops>& loops, In<double> q,
                               const CoordinateOptions& options, double distance) {
  LoopJacobian jacobian(loops);
  jacobian.compute(q, VectorXd(VectorXd::Zero(loops->nv())));
  const IndependentCoordinates choice = choose_coordinates(jacobian, options);
  const std::vector<int> ranks = rank_by_closure(jacobian, options.rank_tolerance);

  MobilityReport out;
  out.coordinates = loops->tree().nv();
  out.loop_coordinates = loops->links().nv();
  out.mobility = choice.mobility();
  out.rank = choice.rank - out.loop_coordinates;
  for (const int k : choice.independent) out.independent.push_back(loops->coordinate_name(k));
  for (std::size_t c = 0; c < ranks.size(); ++c) {
    const Closure& closure = loops->closures()[c];
    // A loop joint's own coordinates take as many of its six rows.
    const auto six = std::count(jacobian.closure_of_row().begin(), jacobian.closure_of_row().end(),
                                static_cast<int>(c));
    const int rows = static_cast<int>(six) - own_coordinates(*loops, closure);
    out.closures.push_back(
        {kind_name(closure.kind), loops->name(closure), rows, static_cast<int>(six) - ranks[c]});
    out.rows += rows;
  }
  out.nearby_rank = out.rank;
  for (MobilityReport::Closure& closure : out.closures)
    closure.redundant_nearby = closure.redundant;
  if (out.mobility == 0) return out;
  const NearbyRank nearby =
      largest_rank_nearby(loops, Eigen::Map<const VectorXd>(q.data(), q.size()),
                          jacobian.column_scale(), choice, ranks, options, distance);
  out.nearby_rank = nearby.rank - out.loop_coordinates;
  for (std::size_t c = 0; c < ranks.size(); ++c)
    out.closures[c].redundant_nearby += ranks[c] - nearby.by_closure[c];
  return out;
}

std::vector<std::string> MobilityReport::singular_closures() const {
  std::vector<std::string> names;
  for (const Closure& closure : closures)
    if (closure.redundant > closure.redundant_nearby)
      names.push_back(fmt::format("{} '{}'", closure.kind, closure.name));
  return names;
}

std::string to_text(const MobilityReport& report) {
  const auto count = [](int n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  std::string text = fmt::format("{} with {} of {}: {}\n", count(report.coordinates, "coordinate"),
                                 count(report.rank, "independent constraint"), report.rows,
                                 count(report.mobility, "degree") + " of freedom");
  if (report.mobility > 0)
    text += fmt::format("independent coordinates: {}\n", fmt::join(report.independent, ", "));
  for (const MobilityReport::Closure& closure : report.closures)
    if (closure.redundant > 0)
      text += fmt::format("{} of {} of {} '{}' {} redundant\n", closure.redundant,
                          count(closure.rows, "row"), closure.kind, closure.name,
                          closure.redundant == 1 ? "is" : "are");
  if (report.is_singular())
    text += fmt::format("the position is singular: nearby, {} are independent ({})\n",
                        count(report.nearby_rank, "constraint"),
                        fmt::join(report.singular_closures(), ", "));
  return text;
}

}  // namespace catena
