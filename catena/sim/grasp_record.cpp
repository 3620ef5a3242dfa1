#include "catena/sim/grasp_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/collision/collider.hpp"
#include "catena/grasp/closure.hpp"
#include "catena/grasp/slip.hpp"
#include "catena/math/views.hpp"

namespace catena {

namespace {

// Points of one link that are nearer than this, m, with one normal, are one.
constexpr double same_point = 1e-6;
constexpr int volume_edges = 8;
// Friction that could take less than this, N, takes nothing more; with more than the other, it
// holds.
constexpr double slides = 1e-9, holds = 1e-6;
// How near proven bounds are to the quality, and the facets that may take: at a sample, and where
// something has happened since the sample before.
struct Proof {
  double gap;
  int facets;
};
constexpr Proof usual_proof{1e-2, 20000}, event_proof{1e-6, 200000};

// The point of a convex solid that is farthest from p. Going to the outermost point along the way
// from p never comes nearer; so many starts find all corners that matter.
double reach_of_convex(const Convex& solid, const Vec3<double>& p) {
  double reach = 0.0;
  int hint = 0;
  for (int corner = 0; corner < 27; ++corner) {
    Vec3<double> u{corner % 3 - 1.0, corner / 3 % 3 - 1.0, corner / 9 - 1.0};
    double last = -1.0;
    for (int pass = 0; pass < 100; ++pass) {
      if (norm(u) == 0.0) break;
      const Vec3<double> x = support(solid, u, hint) + (solid.radius / norm(u)) * u;
      const double distance = norm(x - p);
      if (!(distance > last * (1.0 + 1e-14))) break;
      last = distance, u = x - p;
    }
    reach = std::max(reach, last);
  }
  return reach;
}

double reach_of(const BodyShape& shape, const Vec3<double>& point) {
  const Collider collider = make_collider(shape);
  const Vec3<double> p = inverse(shape.X_BS) * point;
  if (is_convex_solid(collider)) return reach_of_convex(collider.convex, p);
  double reach = 0.0;
  if (collider.surface)
    for (const Vec3<double>& vertex : collider.surface->vertices)
      reach = std::max(reach, norm(vertex - p));
  return reach;
}

// Of one link, with one law.
bool is_same(const grasp::GraspContact& c, const grasp::GraspContact& d) {
  return c.link == d.link && (c.point - d.point).norm() < same_point &&
         c.normal.dot(d.normal) > 1.0 - 1e-9 && c.friction == d.friction &&
         c.friction_2 == d.friction_2 && c.torsion == d.torsion && c.rolling == d.rolling &&
         (c.friction_point() - d.friction_point()).norm() < same_point;
}

}  // namespace

grasp::GraspContact grasp_contact(const TouchPoint& touch, bool on_a,
                                  const Transform<double>& X_BW) {
  grasp::GraspContact contact;
  contact.point = to_eigen(X_BW * touch.point);
  contact.normal = to_eigen(X_BW.rotation * ((on_a ? 1.0 : -1.0) * touch.normal)).normalized();
  contact.friction = touch.friction;
  if (touch.sliding_friction < touch.friction) contact.sliding_friction = touch.sliding_friction;
  if (touch.friction_across >= 0.0) {
    contact.friction_2 = touch.friction_across;
    contact.tangent = to_eigen(X_BW.rotation * touch.tangent);
  }
  if (touch.friction > 0.0) contact.torsion = touch.spin / touch.friction;
  contact.rolling = touch.rolling;
  if (norm(touch.friction_arm) > 0.0)
    contact.friction_at = contact.point + to_eigen(X_BW.rotation * touch.friction_arm);
  return contact;
}

double reach_from(const Model& model, BodyId body, const Vec3<double>& point) {
  double reach = 0.0;
  for (const BodyShape& shape : model.shapes(body))
    if (is_bounded(shape.kind)) reach = std::max(reach, reach_of(shape, point));
  return reach;
}

GraspRecord::GraspRecord(const Model& model, RecordedGrasp grasp) : grasp_(std::move(grasp)) {
  for (int b = 0; b < model.body_count(); ++b) link_names_.push_back(model.body(BodyId{b}).name);
  const Inertia<double>& inertia = model.body(grasp_.object).inertia;
  const Vec3<double> centre = (1.0 / inertia.mass) * inertia.moment;
  set_.reference = to_eigen(centre);
  const double reach = reach_from(model, grasp_.object, centre);
  set_.rho = reach > 0.0 ? reach : 1.0;
}

std::optional<BodyId> GraspRecord::hand_at(const TouchPoint& touch) const {
  const bool on_a = touch.a == grasp_.object, on_b = touch.b == grasp_.object;
  if (touch.is == TouchPoint::Is::Open || on_a == on_b) return std::nullopt;
  const BodyId other = on_a ? touch.b : touch.a;
  const auto found = std::find(grasp_.hand.begin(), grasp_.hand.end(), other);
  return found == grasp_.hand.end() ? std::nullopt : std::optional(other);
}

const grasp::ContactSet& GraspRecord::contacts(const Transform<double>& pose,
                                               std::span<const TouchPoint> points) {
  const Transform<double> X_BW = inverse(pose);
  set_.contacts.clear();
  for (const TouchPoint& touch : points) {
    const std::optional<BodyId> other = hand_at(touch);
    if (!other) continue;
    grasp::GraspContact contact = grasp_contact(touch, touch.a == grasp_.object, X_BW);
    contact.link = link_names_[static_cast<std::size_t>(other->index)];
    const bool known = std::any_of(set_.contacts.begin(), set_.contacts.end(),
                                   [&](const auto& c) { return is_same(c, contact); });
    if (!known) set_.contacts.push_back(std::move(contact));
  }
  return set_;
}

const GraspValues& GraspRecord::evaluate(const Transform<double>& pose,
                                         std::span<const TouchPoint> points) {
  contacts(pose, points);
  values_ = {};
  values_.contacts = set_.size();
  for (const TouchPoint& touch : points) {
    if (!hand_at(touch)) continue;
    const grasp::GraspContact contact = grasp_contact(touch, true, Transform<double>::identity());
    values_.slip +=
        std::max(0.0, grasp::slip_margin(contact, {to_eigen(touch.force), to_eigen(touch.moment)}));
  }
  const grasp::Quality& quality = prove();
  if (set_.contacts.empty()) return values_;
  values_.closed = quality.closed;
  values_.eps = quality.eps, values_.eps_lower = quality.lower;
  if (quality.closed) {
    values_.margin = quality.eps;
    values_.weakest = quality.weakest;
  } else {
    const grasp::Closure closure = grasp::force_closure(set_);
    values_.margin = closure.margin;
    if (closure.separating.size() == 6) values_.weakest = -closure.separating;
  }
  if (grasp_.volume && quality.closed) {
    grasp::WrenchSetOptions edges;
    edges.edges = volume_edges;
    values_.volume = grasp::hull_volume(set_, edges).value_or(std::nan(""));
  }
  return values_;
}

// The quality of the set, from which the slip is known.
const grasp::Quality& GraspRecord::prove() {
  const bool touches = !set_.contacts.empty();
  const bool slips = did_hold_ && touches && values_.slip <= slides;
  did_hold_ = touches && (values_.slip >= holds || (did_hold_ && !slips));
  const grasp::Quality& usual = quality_.certified(set_, usual_proof.gap, usual_proof.facets);
  const bool happened = slips || usual.closed != was_closed_;
  was_closed_ = usual.closed;
  return happened && usual.closed ? quality_.certified(set_, event_proof.gap, event_proof.facets)
                                  : usual;
}

void GraspWatch::see(double t, std::span<const GraspRecord> grasps,
                     std::vector<SimulationEvent>& events) {
  closed_.resize(grasps.size(), false), held_.resize(grasps.size(), false);
  for (std::size_t i = 0; i < grasps.size(); ++i) {
    const bool closed = grasps[i].values().closed;
    if (closed != closed_[i])
      events.push_back({.t = t,
                        .kind = closed ? EventKind::Closed : EventKind::Opened,
                        .name = grasps[i].name()});
    closed_[i] = closed;
    const GraspValues& values = grasps[i].values();
    if (held_[i] && values.contacts > 0 && values.slip <= slides) {
      events.push_back({.t = t, .kind = EventKind::Slip, .name = grasps[i].name()});
      held_[i] = false;
    }
    if (values.contacts == 0 || values.slip >= holds) held_[i] = values.contacts > 0;
  }
}

void name_grasp_columns(const RecordOptions& options, std::vector<RecordedColumn>& out) {
  for (const RecordedGrasp& grasp : options.grasps) {
    for (const ColumnKind kind :
         {ColumnKind::GraspContacts, ColumnKind::GraspClosed, ColumnKind::GraspEps,
          ColumnKind::GraspEpsLower, ColumnKind::GraspMargin, ColumnKind::GraspSlip})
      add_columns(kind, grasp.name, out);
    if (grasp.volume) add_columns(ColumnKind::GraspVolume, grasp.name, out);
  }
}

}  // namespace catena
