#include "catena/sim/grasp_analysis.hpp"

#include "catena/math/views.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/recorder.hpp"

namespace catena {

namespace {

constexpr int edges = 8;
constexpr double proof_gap = 1e-6;

void add_points(const Look& look, const GraspRecord& record, std::span<const TouchPoint> touch,
                const Model& model, std::vector<GraspAnalysis::Point>& out) {
  const BodyId object = record.grasp().object;
  const Transform<double> X_BW = inverse(look.pose(object));
  for (const TouchPoint& p : touch) {
    const std::optional<BodyId> other = record.hand_at(p);
    if (!other) continue;
    const bool on_a = p.a == object;
    GraspAnalysis::Point point;
    point.link = model.body(*other).name;
    point.point = to_eigen(X_BW * p.point);
    point.normal = to_eigen(X_BW.rotation * ((on_a ? 1.0 : -1.0) * p.normal));
    point.friction = p.friction;
    point.normal_force = dot(p.force, p.normal);
    point.tangential_force = norm(p.force - point.normal_force * p.normal);
    point.slides = p.is == TouchPoint::Is::Sliding;
    out.push_back(std::move(point));
  }
}

// Weight of the object at its centre of mass, as a wrench of the set.
Eigen::VectorXd weight_of(const Look& look, const Model& model, BodyId object,
                          const grasp::ContactSet& set) {
  const Vec3<double> force =
      model.body(object).inertia.mass * (inverse(look.pose(object)).rotation * model.gravity());
  return grasp::wrench_at(set, set.reference, to_eigen(force));
}

}  // namespace

GraspAnalysis analyse_grasp(Simulation& simulation, Recorder& recorder, const State& state,
                            std::size_t number) {
  GraspRecord& record = recorder.grasps().at(number);
  const Model& model = simulation.model();
  const Look look = simulation.observed().look(state);
  std::vector<TouchPoint> touch;
  recorder.add_touch_points(state, touch);
  GraspAnalysis out;
  out.name = record.name(), out.object = model.body(record.grasp().object).name;
  out.t = state.t;
  add_points(look, record, touch, model, out.points);
  out.values = record.evaluate(look, touch);
  out.set = record.contacts(look, touch);
  out.joint_positions.assign(state.q.data(), state.q.data() + state.q.size());
  out.weight = model.body(record.grasp().object).inertia.mass * norm(model.gravity());
  if (out.set.contacts.empty()) {
    out.why = "not closed: no body of the hand touches the object";
    return out;
  }
  out.closure = grasp::force_closure(out.set);
  out.why = grasp::explain(out.set, out.closure);
  out.quality = grasp::QualityEvaluator().certified(out.set, proof_gap);
  grasp::QualityOptions polyhedral, each;
  polyhedral.edges = edges;
  each.measure = grasp::Measure::Linf;
  out.polyhedral = grasp::QualityEvaluator(polyhedral).value(out.set);
  out.each = grasp::QualityEvaluator(each).value(out.set);
  const Eigen::VectorXd weight = weight_of(look, model, record.grasp().object, out.set);
  if (out.weight > 0.0) {
    grasp::ForcePlanner planner;
    out.holding = planner.plan(out.set, weight);
    out.holding_why = grasp::explain(out.set, out.holding);
  }
  out.resisted = hand_resistance(simulation, state, record, out.set, touch);
  return out;
}

}  // namespace catena
