#include "catena/cables/cable_forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "catena/math/views.hpp"

namespace catena {

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

Vec3<double> unit(const Vec3<double>& a) {
  return (1.0 / norm(a)) * a;
}

// Some direction across another.
Vec3<double> across(const Vec3<double>& z) {
  const Vec3<double> x = std::abs(z.x) < 0.7 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  return unit(x - dot(x, z) * z);
}

}  // namespace

CableForces::CableForces(const Model& model, std::vector<Cable> cables,
                         std::vector<int> dof_of_start, std::vector<int> place_in_q)
    : model_(model),
      cables_(std::move(cables)),
      dof_of_start_(std::move(dof_of_start)),
      place_in_q_(std::move(place_in_q)),
      routes_(cables_.size()),
      kinematics_(model),
      on_nodes_(model.nodes().size()),
      joint_efforts_(2 * cables_.size(), 0.0) {
  for (int c = 0; c < count(); ++c) {
    Route& route = routes_[at(c)];
    for (const CableStop& stop : cable(c).route) route.stops.push_back(make_stop(stop));
    if (cable(c).route.empty()) {
      route.joint.dof = dof_of_start_[at(cable(c).joint.first_dof)];
      if (route.joint.dof >= 0) route.joint.q = place_in_q_[at(route.joint.dof)];
    } else {
      any_on_bodies_ = true;
      route.sections.resize(route.stops.size() - 1);
    }
    add_parts(c);
  }
  modes_.resize(cables_.size());
  for (int c = 0; c < count(); ++c) {
    const auto sections = at(section_count(c));
    modes_[at(c)] = {std::vector<char>(sections, 0), std::vector<int>(sections - 1, 0),
                     std::vector<double>(sections, 0.0), std::vector<double>(sections + 1, 0.0),
                     std::vector<double>(sections + 1, 0.0)};
  }
}

void CableForces::add_parts(int c) {
  Route& route = routes_[at(c)];
  const int sections = section_count(c);
  route.first_part = static_cast<int>(parts_.size());
  int first = 0;
  for (int k = 0; k < sections; ++k) {
    route.part_of_section.push_back(static_cast<int>(parts_.size()));
    const bool last = k + 1 == sections;
    if (!last && !cable(c).route[at(k + 1)].grips) continue;
    const int part = static_cast<int>(parts_.size());
    parts_.push_back({c, first, k + 1 - first, part - route.first_part});
    laws_.emplace_back(cable(c).material, k + 1 - first);
    for (int j = first; j < k; ++j)
      if (cable(c).route[at(j + 1)].friction > 0.0) guides_.push_back({part, j - first, j});
    first = k + 1;
  }
}

CableForces::Stop CableForces::make_stop(const CableStop& stop) const {
  Stop place;
  if (stop.radius == 0.0) return place;
  place.z = unit(stop.axis);
  place.x = across(place.z);
  const int dof = stop.turn >= 0 ? dof_of_start_[at(stop.turn)] : -1;
  if (dof >= 0) place.q = place_in_q_[at(dof)];
  return place;
}

SectionEnd CableForces::end_of(const CableStop& stop, const Stop& place) const {
  const FrameId frame = model_.body_frame(stop.body);
  const Transform<double> X = kinematics_.pose(model_, frame);
  SectionEnd end;
  end.center = X * stop.at;
  end.radius = stop.radius;
  end.sense = stop.sense;
  end.origin = X.translation;
  end.velocity = kinematics_.velocity(model_, frame, Reference::WorldAligned);
  if (stop.radius > 0.0) {
    end.x = X.rotation * place.x;
    end.z = X.rotation * place.z;
  }
  return end;
}

// How far the circle of a stop has turned.
double CableForces::turned(int c, int stop, const Eigen::VectorXd& q) const {
  const int place = routes_[at(c)].stops[at(stop)].q;
  return place >= 0 ? cable(c).route[at(stop)].turn_sign * q[place] : 0.0;
}

// The angle of a contact on its body, counted through whole turns: in space it stays within half a
// turn of `middle`.
double CableForces::unwound(double angle, double middle, double turned) const {
  constexpr double turn = 2.0 * std::numbers::pi;
  const double in_space = angle + turned;
  return in_space - turn * std::round((in_space - middle) / turn) - turned;
}

// Fills the laws' inputs of a cable on bodies. False where its route cannot be.
bool CableForces::place(int c, double t, const Eigen::VectorXd& q) {
  const Cable& of = cable(c);
  const CableMode& mode = modes_[at(c)];
  Route& route = routes_[at(c)];
  Cable::LetOut out{0.0, 0.0};
  if (of.winch) out = of.winch(t);
  route.out_rate = out.rate;
  bool possible = true;
  SectionEnd begin = end_of(of.route[0], route.stops[0]);
  for (int k = 0; k < section_count(c); ++k) {
    const CableStop& stop_a = of.route[at(k)];
    const CableStop& stop_b = of.route[at(k + 1)];
    const SectionEnd end = end_of(stop_b, route.stops[at(k + 1)]);
    CableSection& section = route.sections[at(k)];
    const Part& part = parts_[at(route.part_of_section[at(k)])];
    SectionInput& in = laws_[at(route.part_of_section[at(k)])].sections[at(k - part.first_section)];
    possible = section.compute(begin, end) && possible;
    in = {section.length(), section.length_rate(), 0.0, 0.0};
    if (stop_a.radius > 0.0) {
      const double r = stop_a.sense * stop_a.radius;
      in.wound_off -= r * unwound(section.angle(0), mode.left[at(k)], turned(c, k, q));
      in.wound_off_rate -= r * section.angle_rate(0);
    }
    if (stop_b.radius > 0.0) {
      const double r = stop_b.sense * stop_b.radius;
      in.wound_off += r * unwound(section.angle(1), mode.arrived[at(k + 1)], turned(c, k + 1, q));
      in.wound_off_rate += r * section.angle_rate(1);
    }
    if (k == 0) in.wound_off += out.length, in.wound_off_rate += out.rate;
    begin = end;
  }
  return possible;
}

// (3.1.20), (3.1.25), (3.1.30) of the tensegrity thesis; the effort per unit of tension is
// -du/dq.
void CableForces::place_joint(int c, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  const Route& route = routes_[at(c)];
  SectionInput& in = laws_[at(route.first_part)].sections[0];
  double* const effort = &joint_efforts_[2 * at(c)];
  if (route.joint.dof < 0) {
    in = {1.0, 0.0, 1.0, 0.0};  // its joint is cut: slack for ever
    effort[0] = effort[1] = 0.0;
    return;
  }
  const double r = cable(c).joint.radius;
  const double phi = q[route.joint.q], x = q[route.joint.q + 1];
  const double phi_rate = v[route.joint.dof], x_rate = v[route.joint.dof + 1];
  in.wound_off = r * phi, in.wound_off_rate = r * phi_rate;
  switch (cable(c).joint.variant) {
    case Cable::OfJoint::Variant::U:
      in.length = r * phi + x, in.length_rate = r * phi_rate + x_rate;
      effort[0] = 0.0, effort[1] = -1.0;
      break;
    case Cable::OfJoint::Variant::Eps:
      in.length = r * phi * (1.0 + x), in.length_rate = r * (phi_rate * (1.0 + x) + phi * x_rate);
      effort[0] = -r * x, effort[1] = -r * phi;
      break;
    case Cable::OfJoint::Variant::L:
      in.length = x, in.length_rate = x_rate;
      effort[0] = r, effort[1] = -1.0;
      break;
  }
}

void CableForces::set_guides(const Part& part) {
  CablePart& law = laws_[at(routes_[at(part.cable)].first_part + part.index)];
  const Route& route = routes_[at(part.cable)];
  for (int j = 0; j + 1 < part.sections; ++j) {
    const int k = part.first_section + j;
    const CableStop& stop = cable(part.cable).route[at(k + 1)];
    const CableSection &before = route.sections[at(k)], &after = route.sections[at(k + 1)];
    GuideInput& guide = law.guides[at(j)];
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

void CableForces::compute(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  if (any_on_bodies_)
    kinematics_.compute(model_, In<double>(q.data(), model_.nq()),
                        In<double>(v.data(), model_.nv()));
  for (int c = 0; c < count(); ++c) {
    if (cable(c).route.empty())
      place_joint(c, q, v);
    else if (!place(c, t, q))
      laws_[at(routes_[at(c)].first_part)].sections[0].length =
          std::numeric_limits<double>::quiet_NaN();
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    if (part.sections > 1) set_guides(part);
    const CableMode& mode = modes_[at(part.cable)];
    laws_[p].compute(mode.taut[at(part.index)] != 0, mode.slips.data() + part.first_section,
                     mode.material.data() + part.first_section);
  }
}

std::vector<CableMode> CableForces::start(double t, const Eigen::VectorXd& q,
                                          const Eigen::VectorXd& v) {
  for (CableMode& mode : modes_) {
    std::fill(mode.taut.begin(), mode.taut.end(), char{0});
    std::fill(mode.slips.begin(), mode.slips.end(), 0);
  }
  compute(t, q, v);
  for (int c = 0; c < count(); ++c) {
    Route& route = routes_[at(c)];
    if (cable(c).route.empty()) continue;
    // From here on angles are counted from where the contacts are now.
    for (int k = 0; k < section_count(c); ++k) {
      const CableSection& section = route.sections[at(k)];
      modes_[at(c)].left[at(k)] = section.angle(0) + turned(c, k, q);
      modes_[at(c)].arrived[at(k + 1)] = section.angle(1) + turned(c, k + 1, q);
    }
    if (!place(c, t, q))
      throw ModelError("cable '" + cable(c).name +
                       "': one of its stops lies inside the circle of the next one at the start; "
                       "move them apart, or make the radius smaller");
    double total = 0.0;
    for (const CableSection& section : route.sections) total += section.length();
    const double strain = cable(c).start == Cable::Start::Tension
                              ? cable(c).start_value / cable(c).material.stiffness()
                              : total / cable(c).start_value - 1.0;
    for (int k = 0; k < section_count(c); ++k) {
      const Part& part = parts_[at(route.part_of_section[at(k)])];
      const SectionInput& in = law_of(c, k).sections[at(k - part.first_section)];
      modes_[at(c)].material[at(k)] = in.length / (1.0 + strain) - in.wound_off;
    }
  }
  compute(t, q, v);
  for (std::size_t p = 0; p < parts_.size(); ++p)
    modes_[at(parts_[p].cable)].taut[at(parts_[p].index)] = laws_[p].tightness() >= 0.0;
  return modes_;
}

}  // namespace catena
