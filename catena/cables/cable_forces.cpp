#include "catena/cables/cable_forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "catena/joints/involute.hpp"
#include "catena/math/index.hpp"
#include "catena/math/views.hpp"

namespace catena {

namespace {

// Length and what is wound off, and du/dq, which is what S says about x (involute.hpp).
template <JointKind kind>
void read_involute(double radius, const double* q, const double* v, SectionInput& in,
                   double* stretch) {
  const InvoluteJoint<kind> joint{radius};
  Motion<double> S[2];
  joint.subspace(q, S);
  for (int k = 0; k < 2; ++k) stretch[k] = S[k].linear.x;
  in.length = joint.length(q);
  in.wound_off = radius * q[0];
  in.wound_off_rate = radius * v[0];
  in.length_rate = in.wound_off_rate + stretch[0] * v[0] + stretch[1] * v[1];
}

}  // namespace

CableForces::CableForces(const Model& model, std::vector<Cable> cables,
                         std::vector<int> dof_of_start, std::vector<int> place_in_q)
    : model_(model),
      cables_(std::move(cables)),
      dof_of_start_(std::move(dof_of_start)),
      place_in_q_(std::move(place_in_q)),
      routes_(cables_.size()),
      joint_stretch_(2 * cables_.size(), 0.0) {
  for (int c = 0; c < count(); ++c) {
    Route& route = routes_[to_index(c)];
    for (const CableStop& stop : cable(c).route) {
      const int dof = stop.turn >= 0 ? dof_of_start_[to_index(stop.turn)] : -1;
      route.stops.push_back({circle_of(stop), dof >= 0 ? place_in_q_[to_index(dof)] : -1});
    }
    if (cable(c).route.empty()) {
      route.joint.dof = dof_of_start_[to_index(cable(c).joint.first_dof)];
      if (route.joint.dof >= 0) route.joint.q = place_in_q_[to_index(route.joint.dof)];
    } else {
      any_on_bodies_ = true;
      route.sections.resize(route.stops.size() - 1);
    }
    add_parts(c);
    modes_.push_back(CableMode::of_sections(section_count(c), false));
  }
}

void CableForces::add_parts(int c) {
  Route& route = routes_[to_index(c)];
  const int sections = section_count(c);
  int first = 0, index = 0;
  for (int k = 0; k < sections; ++k) {
    route.part_of_section.push_back(static_cast<int>(parts_.size()));
    const bool last = k + 1 == sections;
    if (!last && !cable(c).route[to_index(k + 1)].grips) continue;
    const int part = static_cast<int>(parts_.size());
    parts_.push_back({c, first, k + 1 - first, index++});
    laws_.emplace_back(cable(c).material, k + 1 - first);
    for (int j = first; j < k; ++j)
      if (cable(c).route[to_index(j + 1)].friction > 0.0) guides_.push_back({part, j - first, j});
    first = k + 1;
  }
}

std::size_t CableForces::part_of(int c, int k) const {
  return to_index(routes_[to_index(c)].part_of_section[to_index(k)]);
}

SectionInput& CableForces::input(int c, int k) {
  return laws_[part_of(c, k)].sections[to_index(place_in_part(c, k))];
}

SectionEnd CableForces::end_of(int c, int stop, const Kinematics<double>* bodies) const {
  const CableStop& of = cable(c).route[to_index(stop)];
  const FrameId frame = model_.body_frame(of.body);
  return section_end(of, routes_[to_index(c)].stops[to_index(stop)].circle,
                     bodies->pose(model_, frame),
                     bodies->velocity(model_, frame, Reference::WorldAligned));
}

// How far the circle of a stop has turned.
double CableForces::turned(int c, int stop, const Eigen::VectorXd& q) const {
  const int place = routes_[to_index(c)].stops[to_index(stop)].q;
  return place >= 0 ? cable(c).route[to_index(stop)].turn_sign * q[place] : 0.0;
}

// The angle of a contact on its body, counted through whole turns: in space it stays within half a
// turn of `middle`.
double CableForces::unwound(double angle, double middle, double turned) const {
  constexpr double turn = 2.0 * std::numbers::pi;
  const double in_space = angle + turned;
  return in_space - turn * std::round((in_space - middle) / turn) - turned;
}

Cable::LetOut CableForces::let_out(int c, double t) const {
  const Cable& of = cable(c);
  const double* const branches = routes_[to_index(c)].branches;
  if (branches != nullptr) {
    const double rate = 1.0;
    const Jet point = of.kinked->jet_on(branches, {&t, 1}, {&rate, 1});
    return {point.value, point.first};
  }
  return of.winch ? of.winch(t) : Cable::LetOut{0.0, 0.0};
}

// Fills the laws' inputs of a cable on bodies. False where its route cannot be.
bool CableForces::place(int c, double t, const Eigen::VectorXd& q,
                        const Kinematics<double>* bodies) {
  const Cable& of = cable(c);
  const CableMode& mode = modes_[to_index(c)];
  Route& route = routes_[to_index(c)];
  const Cable::LetOut out = let_out(c, t);
  route.out_rate = out.rate;
  bool possible = true;
  SectionEnd begin = end_of(c, 0, bodies);
  for (int k = 0; k < section_count(c); ++k) {
    const CableStop& stop_a = of.route[to_index(k)];
    const CableStop& stop_b = of.route[to_index(k + 1)];
    const SectionEnd end = end_of(c, k + 1, bodies);
    CableSection& section = route.sections[to_index(k)];
    SectionInput& in = input(c, k);
    possible = section.compute(begin, end) && possible;
    in = {section.length(), section.length_rate(), 0.0, 0.0};
    if (stop_a.radius > 0.0) {
      const double r = stop_a.sense * stop_a.radius;
      in.wound_off -= r * unwound(section.angle(0), mode.left[to_index(k)], turned(c, k, q));
      in.wound_off_rate -= r * section.angle_rate(0);
    }
    if (stop_b.radius > 0.0) {
      const double r = stop_b.sense * stop_b.radius;
      in.wound_off +=
          r * unwound(section.angle(1), mode.arrived[to_index(k + 1)], turned(c, k + 1, q));
      in.wound_off_rate += r * section.angle_rate(1);
    }
    if (k == 0) in.wound_off += out.length, in.wound_off_rate += out.rate;
    begin = end;
  }
  return possible;
}

void CableForces::place_joint(int c, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  const auto& [dof, place] = routes_[to_index(c)].joint;
  SectionInput& in = input(c, 0);
  double* const stretch = &joint_stretch_[2 * to_index(c)];
  if (dof < 0) {
    in = {1.0, 0.0, 1.0, 0.0};  // its joint is cut: never strained again
    stretch[0] = stretch[1] = 0.0;
    return;
  }
  const Cable::OfJoint& joint = cable(c).joint;
  const double *position = q.data() + place, *rate = v.data() + dof;
  if (joint.kind == JointKind::InvoluteU)
    read_involute<JointKind::InvoluteU>(joint.radius, position, rate, in, stretch);
  else if (joint.kind == JointKind::InvoluteEps)
    read_involute<JointKind::InvoluteEps>(joint.radius, position, rate, in, stretch);
  else
    read_involute<JointKind::InvoluteL>(joint.radius, position, rate, in, stretch);
}

void CableForces::set_guides(std::size_t p) {
  const Part& part = parts_[p];
  CablePart& law = laws_[p];
  const Route& route = routes_[to_index(part.cable)];
  for (int j = 0; j + 1 < part.sections; ++j) {
    const int k = part.first_section + j;
    const CableStop& stop = cable(part.cable).route[to_index(k + 1)];
    const CableSection &before = route.sections[to_index(k)],
                       &after = route.sections[to_index(k + 1)];
    GuideInput& guide = law.guides[to_index(j)];
    guide.friction = stop.friction;
    if (stop.radius > 0.0) {
      const double wrap = wrap_of(stop.sense, before.angle(1), after.angle(0));
      const double sign = wrap < 0.0 ? -1.0 : 1.0;
      guide.wrap = sign * wrap;
      guide.wrap_rate = sign * stop.sense * (after.angle_rate(0) - before.angle_rate(1));
      continue;
    }
    const Vec3<double>&a = before.direction(), &b = after.direction();
    const double sine = norm(cross(a, b));
    guide.wrap = std::atan2(sine, dot(a, b));
    guide.wrap_rate =
        sine > 0.0 ? -(dot(before.turning(), b) + dot(a, after.turning())) / sine : 0.0;
  }
}

void CableForces::compute(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                          const Kinematics<double>* bodies) {
  for (int c = 0; c < count(); ++c) {
    if (cable(c).route.empty())
      place_joint(c, q, v);
    else if (!place(c, t, q, bodies))
      input(c, 0).length = std::numeric_limits<double>::quiet_NaN();
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    if (part.sections > 1) set_guides(p);
    const CableMode& mode = modes_[to_index(part.cable)];
    laws_[p].compute(mode.taut[to_index(part.index)] != 0, mode.slips.data() + part.first_section,
                     mode.material.data() + part.first_section);
  }
}

std::vector<CableMode> CableForces::start(double t, const Eigen::VectorXd& q,
                                          const Eigen::VectorXd& v,
                                          const Kinematics<double>* bodies) {
  for (int c = 0; c < count(); ++c)
    modes_[to_index(c)] = CableMode::of_sections(section_count(c), false);
  compute(t, q, v, bodies);
  for (int c = 0; c < count(); ++c) {
    const Route& route = routes_[to_index(c)];
    if (cable(c).route.empty()) continue;
    // From here on angles are counted from where the contacts are now.
    for (int k = 0; k < section_count(c); ++k) {
      const CableSection& section = route.sections[to_index(k)];
      modes_[to_index(c)].left[to_index(k)] = section.angle(0) + turned(c, k, q);
      modes_[to_index(c)].arrived[to_index(k + 1)] = section.angle(1) + turned(c, k + 1, q);
    }
    if (!place(c, t, q, bodies))
      throw ModelError("cable '" + cable(c).name +
                       "': one of its stops lies inside the circle of the next one at the start; "
                       "move them apart, or make the radius smaller");
    double total = 0.0;
    for (const CableSection& section : route.sections) total += section.length();
    const double strain = cable(c).start == Cable::Start::Tension
                              ? cable(c).start_value / cable(c).material.stiffness()
                              : total / cable(c).start_value - 1.0;
    for (int k = 0; k < section_count(c); ++k) {
      const SectionInput& in = input(c, k);
      modes_[to_index(c)].material[to_index(k)] = in.length / (1.0 + strain) - in.wound_off;
    }
  }
  compute(t, q, v, bodies);
  for (std::size_t p = 0; p < parts_.size(); ++p)
    modes_[to_index(parts_[p].cable)].taut[to_index(parts_[p].index)] = laws_[p].tightness() >= 0.0;
  return modes_;
}

}  // namespace catena
