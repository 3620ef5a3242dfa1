#pragma once
// How well a hand holds an object, at each instant of a run: closure, quality and slip from the
// contacts between the two, whose points, normals and cones of friction are those of the dynamics.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catena/elements/column.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/look.hpp"
#include "catena/elements/record_options.hpp"
#include "catena/elements/touch_point.hpp"
#include "catena/grasp/contact_set.hpp"
#include "catena/grasp/quality.hpp"

namespace catena {

// What is recorded of a grasp.
struct GraspValues {
  int contacts = 0;     // points of the hand that touch the object
  bool closed = false;  // force closure, with the cones as they are
  // Radius of the largest ball of wrenches; 0: not closed. It is at least eps_lower, which is
  // proven, within 1 % (at events 1e-6) unless that takes too many facets.
  double eps = 0.0, eps_lower = 0.0;
  // eps where it is closed; else minus the distance of the hull from the origin, -1 without
  // contacts
  double margin = -1.0;
  double volume = 0.0;  // of the hull of eight edges per contact, where it was asked for
  // What friction could still take: the sum of mu f_n - |f_t| (see slip_margin()), N. 0: all that
  // touches slides.
  double slip = 0.0;
  // The unit wrench of which contacts can give least, eps, in the axes of the object. Where it is
  // not closed: one of which they can give nothing; zero without contacts.
  grasp::Wrench6 weakest = grasp::Wrench6::Zero();
};

class GraspRecord {
 public:
  // Torques are divided by the largest distance of the object's surface from its centre of mass.
  GraspRecord(const Model& model, RecordedGrasp grasp);

  const std::string& name() const { return grasp_.name; }
  const RecordedGrasp& grasp() const { return grasp_; }

  // The body of the hand that touches the object there; nothing where it is open, or of others.
  std::optional<BodyId> hand_at(const TouchPoint& touch) const;
  // The contacts of the hand with the object, in the axes of the object, about its centre of mass.
  // `points`: where bodies touch.
  const grasp::ContactSet& contacts(const Look& look, std::span<const TouchPoint> points) {
    return contacts(look.pose(grasp_.object), points);
  }
  // From the contacts, and the forces of the dynamics. Begins at the last weakest wrench.
  const GraspValues& evaluate(const Look& look, std::span<const TouchPoint> points) {
    return evaluate(look.pose(grasp_.object), points);
  }
  // The same from the pose of the object.
  const grasp::ContactSet& contacts(const Transform<double>& pose,
                                    std::span<const TouchPoint> points);
  const GraspValues& evaluate(const Transform<double>& pose, std::span<const TouchPoint> points);
  // Of the last evaluate().
  const GraspValues& values() const { return values_; }
  const grasp::ContactSet& contact_set() const { return set_; }

 private:
  const grasp::Quality& prove();

  RecordedGrasp grasp_;
  std::vector<std::string> link_names_;  // by body
  grasp::ContactSet set_;
  grasp::QualityEvaluator quality_;
  GraspValues values_;
  bool was_closed_ = false, did_hold_ = false;  // at the evaluation before
};

// Which grasps have closed, opened, or begun to slip at all their contacts since the last sample.
class GraspWatch {
 public:
  // Adds events; all grasps begin open.
  void see(double t, std::span<const GraspRecord> grasps, std::vector<SimulationEvent>& events);

 private:
  std::vector<bool> closed_, held_;
};

// A touching point as a contact of a grasp, in axes B: on body a of both, or on b.
grasp::GraspContact grasp_contact(const TouchPoint& touch, bool on_a,
                                  const Transform<double>& X_BW);

// The largest distance of the surface of a body's shapes from a point of it, m; 0 without shapes.
double reach_from(const Model& model, BodyId body, const Vec3<double>& point);

// grasp.NAME.* of the grasps that a recording names.
void name_grasp_columns(const RecordOptions& options, std::vector<RecordedColumn>& out);

}  // namespace catena
