#include "catena/sim/saved_grasp.hpp"

#include <algorithm>

#include "catena/math/views.hpp"
#include "catena/sim/grasp_record.hpp"
#include "catena/sim/grasp_resistance.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/object_holders.hpp"
#include "catena/sim/recorder.hpp"

namespace catena {

namespace {

void add_points(const Look& look, const GraspRecord& record, std::span<const TouchPoint> touch,
                const Model& model, std::vector<GraspPoint>& out) {
  const BodyId object = record.grasp().object;
  const Transform<double> X_BW = inverse(look.pose(object));
  for (const TouchPoint& p : touch) {
    const std::optional<BodyId> other = record.hand_at(p);
    if (!other) continue;
    const bool on_a = p.a == object;
    GraspPoint point;
    point.link = model.body(*other).name;
    point.point = to_eigen(X_BW * p.point);
    point.normal = to_eigen(X_BW.rotation * ((on_a ? 1.0 : -1.0) * p.normal));
    point.friction = p.friction, point.friction_across = p.friction_across;
    point.spin = p.spin, point.rolling = p.rolling;
    point.normal_force = dot(p.force, p.normal);
    point.tangential_force = norm(p.force - point.normal_force * p.normal);
    point.slides = p.is == TouchPoint::Is::Sliding;
    out.push_back(std::move(point));
  }
}

Eigen::Quaterniond turn_of(const Mat3<double>& rotation) {
  return Eigen::Quaterniond(Eigen::Matrix3d(to_eigen(rotation)));
}

// The contacts of the object with bodies outside of the hand.
std::vector<grasp::GraspContact> other_contacts(const Model& model, const RecordedGrasp& grasp,
                                                const Look& look,
                                                std::span<const TouchPoint> touch) {
  RecordedGrasp others = grasp;
  others.hand.clear();
  for (int b = 0; b < model.body_count(); ++b)
    if (BodyId{b} != grasp.object &&
        std::find(grasp.hand.begin(), grasp.hand.end(), BodyId{b}) == grasp.hand.end())
      others.hand.push_back(BodyId{b});
  return GraspRecord(model, std::move(others)).contacts(look, touch).contacts;
}

// What acts on the object besides its weight and its contacts, where it rests.
grasp::Wrench6 rest_of_balance(const grasp::ContactSet& set, const Eigen::VectorXd& forces,
                               const Eigen::Vector3d& weight) {
  return -grasp::wrench_at(set, set.reference, weight) - grasp::grasp_map(set).G * forces;
}

}  // namespace

grasp::ContactSet SavedGrasp::all_contacts() const {
  grasp::ContactSet all = set;
  all.contacts.insert(all.contacts.end(), others.begin(), others.end());
  return all;
}

SavedGrasp saved_grasp(Simulation& simulation, Recorder& recorder, const State& state,
                       std::size_t number) {
  GraspRecord& record = recorder.grasps().at(number);
  const Model& model = simulation.model();
  const BodyId object = record.grasp().object, hand = record.grasp().hand.front();
  const Look look = simulation.observed().look(state);
  std::vector<TouchPoint> touch;
  recorder.add_touch_points(state, touch);
  SavedGrasp out;
  out.name = record.name(), out.object = model.body(object).name, out.hand = model.body(hand).name;
  out.t = state.t;
  const Transform<double> X_WO = look.pose(object), X_HO = inverse(look.pose(hand)) * X_WO;
  out.position = to_eigen(X_HO.translation);
  out.orientation = turn_of(X_HO.rotation), out.world = turn_of(X_WO.rotation);
  for (int i = 0; i < model.joint_count(); ++i) {
    const JointInfo& joint = model.joint(JointId{i});
    const Eigen::VectorXd q = state.q.segment(joint.q, joint.nq);
    if (joint.nq > 0) out.joints.push_back({joint.spec.name, {q.begin(), q.end()}});
  }
  add_points(look, record, touch, model, out.points);
  out.slip = record.evaluate(look, touch).slip;
  out.set = record.contacts(look, touch);
  out.weight = model.body(object).inertia.mass * to_eigen(inverse(X_WO).rotation * model.gravity());
  out.others = other_contacts(model, record.grasp(), look, touch);
  out.holders = object_holders(simulation, state, object);
  if (out.set.contacts.empty()) return out;
  HandBalances balances = hand_balances(simulation, state, object, out.all_contacts(), touch);
  if (!out.holders.empty())
    out.held_by = rest_of_balance(out.all_contacts(), balances.forces, out.weight);
  out.motions = balances.motions, out.locked = balances.locked;
  out.balances = std::move(balances.rows);
  return out;
}

}  // namespace catena
