// catena check: contacts that can carry nothing, because joints hold their two sides apart.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/catena/check_parts.hpp"
#include "apps/catena/contacts_at_start.hpp"
#include "catena/contact/shape_queries.hpp"
#include "catena/dynamics/kinematics.hpp"

namespace catena::app {

namespace {

constexpr int most_velocities = 500;  // of more, one by one takes long

// How fast each coordinate moves the points of two bodies apart along a direction.
class Separation {
 public:
  Separation(const Model& model, const Eigen::VectorXd& q) : model_(model) {
    for (int k = 0; k < model.nv(); ++k) {
      const Eigen::VectorXd v = Eigen::VectorXd::Unit(model.nv(), k);
      at_rate_.emplace_back(model).compute(model, q, v);
    }
  }

  // Whether any of them does. Lengths count as they are, angles by the reach of the point.
  bool is_possible(BodyId a, BodyId b, const Vec3<double>& point, const Vec3<double>& n) const {
    constexpr double notable = 1e-9;
    return std::any_of(at_rate_.begin(), at_rate_.end(), [&](const Kinematics<double>& moving) {
      const Vec3<double> u = velocity(moving, a, point), w = velocity(moving, b, point);
      return std::abs(dot(n, u - w)) > notable * std::max({1.0, norm(u), norm(w)});
    });
  }

 private:
  Vec3<double> velocity(const Kinematics<double>& moving, BodyId body,
                        const Vec3<double>& point) const {
    if (body == world_body) return Vec3<double>::zero();
    const FrameId frame = model_.body_frame(body);
    const Motion<double> V = moving.velocity(model_, frame, Reference::WorldAligned);
    return V.linear + cross(V.angular, point - moving.pose(model_, frame).translation);
  }

  const Model& model_;
  std::vector<Kinematics<double>> at_rate_;
};

std::string named_body(const Model& model, BodyId body) {
  return body == world_body ? "the world" : fmt::format("'{}'", model.body(body).name);
}

std::string idle_text(const Model& model, const std::string& contact, BodyId a, BodyId b) {
  return fmt::format(
      "{} can carry nothing: no joint lets {} and {} move towards each other there, so the joints "
      "bear what the contact should, and it has no friction; use a joint that is free along the "
      "normal",
      contact, named_body(model, a), named_body(model, b));
}

void check_given(const SimulationSetup& setup, const Separation& separation, Remarks& remarks) {
  if (setup.contacts.empty()) return;
  const Model& model = *setup.model;
  const ContactGeometry geometry = contacts_at_start(setup);
  for (int i = 0; i < geometry.count(); ++i) {
    const Contact& contact = geometry.contact(i);
    if (contact.against == Contact::Against::String) continue;
    const auto& place = geometry.place(i);
    if (!separation.is_possible(contact.a, contact.b, place.p, place.axes[0]))
      remarks.push_back(
          idle_text(model, fmt::format("contact '{}'", contact.name), contact.a, contact.b));
  }
}

// Shapes that touch where they start.
void check_touching(const SimulationSetup& setup, const Separation& separation, Remarks& remarks) {
  constexpr double touching = 1e-6;  // m
  if (!setup.shape_contacts.enabled) return;
  ShapeQueries queries(setup.model, setup.shape_contacts, setup.loops);
  queries.place(setup.q.head(setup.model->nq()));
  for (const ShapeMeeting& meeting : queries.meetings(touching)) {
    const bool moves =
        std::any_of(meeting.points.begin(), meeting.points.end(), [&](const RegionPoint& point) {
          return separation.is_possible(meeting.a, meeting.b, point.p_a, point.n);
        });
    if (moves || meeting.points.empty()) continue;
    remarks.push_back(
        idle_text(*setup.model,
                  fmt::format("the contact of {} with {}", named_body(*setup.model, meeting.a),
                              named_body(*setup.model, meeting.b)),
                  meeting.a, meeting.b));
  }
}

}  // namespace

void check_idle_contacts(const SimulationSetup& setup, Remarks& remarks) {
  if (setup.model->nv() > most_velocities) return;
  if (setup.contacts.empty() && !setup.shape_contacts.enabled) return;
  const Separation separation(*setup.model, setup.q.head(setup.model->nq()));
  check_given(setup, separation, remarks);
  check_touching(setup, separation, remarks);
}

}  // namespace catena::app
