#include "catena/sim/grasp_analysis.hpp"

#include <algorithm>

#include "catena/sim/recorder.hpp"

namespace catena {

namespace {

constexpr int edges = 8;
constexpr double proof_gap = 1e-6;
constexpr int facets_beside = 100000;  // of the qualities that are told beside the first

}  // namespace

GraspAnalysis judge(const SavedGrasp& grasp) {
  GraspAnalysis out;
  out.name = grasp.name, out.object = grasp.object, out.t = grasp.t;
  out.points = grasp.points, out.set = grasp.set;
  out.holders = grasp.holders;
  for (const grasp::GraspContact& contact : grasp.others)
    if (std::find(out.others.begin(), out.others.end(), contact.link) == out.others.end())
      out.others.push_back(contact.link);
  for (const SavedGrasp::Joint& joint : grasp.joints)
    out.joint_positions.insert(out.joint_positions.end(), joint.q.begin(), joint.q.end());
  out.weight = grasp.weight.norm();
  out.values.contacts = grasp.set.size(), out.values.slip = grasp.slip;
  if (grasp.set.contacts.empty()) {
    out.why = "not closed: no body of the hand touches the object";
    return out;
  }
  out.closure = grasp::force_closure(out.set);
  out.quality = grasp::QualityEvaluator().certified(out.set, proof_gap);
  if (out.closure.closed && out.quality.closed)
    out.closure.margin = out.quality.eps, out.closure.lower = out.quality.lower;
  out.why = grasp::explain(out.set, out.closure);
  out.values.closed = out.closure.closed;
  out.values.eps = out.quality.eps, out.values.eps_lower = out.quality.lower;
  out.values.margin = out.closure.closed ? out.quality.eps : out.closure.margin;
  grasp::QualityOptions polyhedral, each;
  polyhedral.edges = edges;
  each.measure = grasp::Measure::Linf;
  out.polyhedral = grasp::QualityEvaluator(polyhedral).certified(out.set, proof_gap, facets_beside);
  // Pyramids are inside their cones.
  out.polyhedral.eps = out.polyhedral.upper = std::min(out.polyhedral.upper, out.quality.upper);
  out.each = grasp::QualityEvaluator(each).certified(out.set, proof_gap, facets_beside);
  if (out.weight > 0.0) {
    grasp::ForcePlanner planner;
    out.holding = planner.plan(out.set, grasp::wrench_at(out.set, out.set.reference, grasp.weight));
    out.holding_why = grasp::explain(out.set, out.holding);
  }
  out.resisted =
      hand_resistance(grasp.all_contacts(), {grasp.motions, grasp.locked, grasp.balances, {}},
                      grasp.weight, grasp.held_by, grasp.world.toRotationMatrix().transpose());
  return out;
}

GraspAnalysis analyse_grasp(Simulation& simulation, Recorder& recorder, const State& state,
                            std::size_t number) {
  return judge(saved_grasp(simulation, recorder, state, number));
}

}  // namespace catena
