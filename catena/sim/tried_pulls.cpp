#include "catena/sim/tried_pulls.hpp"

namespace catena {

namespace {

UnitLoad along_axis(std::size_t i) {
  const double sign = i % 2 == 0 ? 1.0 : -1.0;
  UnitLoad load;
  (i / 2 == 0 ? load.force.x : i / 2 == 1 ? load.force.y : load.force.z) = sign;
  return load;
}

UnitLoad least_resisted(const GraspAnalysis& grasp) {
  const Eigen::VectorXd& w = grasp.resisted.least.direction;
  const double rho = grasp.set.rho;
  return {{w[0], w[1], w[2]}, {rho * w[3], rho * w[4], rho * w[5]}, AppliedForce::Axes::Body};
}

}  // namespace

TriedPulls try_pulls(const Simulation& simulation, const State& state, const RecordedGrasp& grasp,
                     const GraspAnalysis& analysis, const PullOptions& options) {
  GraspPull pull(simulation, state, grasp, options);
  TriedPulls out;
  out.at_rest = pull.at_rest();
  if (!out.at_rest.rests()) return out;
  const HandResistance& hand = analysis.resisted;
  const auto is_bounded = [](grasp::ResistStatus status, double size) {
    return status == grasp::ResistStatus::Resisted && size > 0.0;
  };
  for (std::size_t i = 0; i < out.pulls.size(); ++i) {
    const grasp::ResistedLoad& bound = hand.pulls[i];
    out.pulls[i] = pull.limit(along_axis(i), is_bounded(bound.status, bound.factor)
                                                 ? std::optional(bound.factor)
                                                 : std::nullopt);
  }
  if (is_bounded(hand.least.status, hand.least.size) && hand.least.direction.size() == 6)
    out.least = pull.limit(least_resisted(analysis), hand.least.size);
  return out;
}

}  // namespace catena
