#include "catena/cables/cable_section.hpp"

#include <cmath>
#include <numbers>

#include "catena/math/rotation.hpp"

namespace catena {

namespace {

// The radial direction to where a straight line through q touches a circle; `leaves`: the cable
// leaves it there, otherwise it arrives. False where q is inside.
bool tangent(const SectionEnd& circle, const Vec3<double>& q, bool leaves, Vec3<double>& n) {
  const Vec3<double> away = q - circle.center;
  const Vec3<double> in_plane = away - dot(away, circle.z) * circle.z;
  const double distance = norm(in_plane);
  if (!(distance > circle.radius)) return false;
  const Vec3<double> d = (1.0 / distance) * in_plane;
  const double c = circle.radius / distance;
  const double s = std::sqrt((1.0 - c) * (1.0 + c)) * (leaves ? -circle.sense : circle.sense);
  n = c * d + s * cross(circle.z, d);
  return true;
}

}  // namespace

StopCircle circle_of(const CableStop& stop) {
  if (stop.radius == 0.0) return {};
  const Mat3<double> axes = rotation_z_onto((1.0 / norm(stop.axis)) * stop.axis);
  return {axes.c0, axes.c2};
}

SectionEnd section_end(const CableStop& stop, const StopCircle& circle,
                       const Transform<double>& X_WB, const Motion<double>& V_WB) {
  return {X_WB * stop.at,
          X_WB.rotation * circle.x,
          X_WB.rotation * circle.z,
          stop.radius,
          static_cast<double>(stop.sense),
          X_WB.translation,
          V_WB};
}

double wrap_of(double sense, double arrives, double leaves) {
  constexpr double turn = 2.0 * std::numbers::pi;
  const double open = sense * (leaves - arrives);
  return open - turn * std::floor((open + 0.25 * turn) / turn);
}

// Where both ends are circles, each contact follows from the other: a few rounds suffice, because a
// contact that moves along the section does not turn it.
bool CableSection::find_contacts(const SectionEnd& a, const SectionEnd& b) {
  const SectionEnd* const ends[2] = {&a, &b};
  for (int i = 0; i < 2; ++i) end_[i].point = ends[i]->center;
  for (int round = 0; round < 100; ++round) {
    double moved = 0.0;
    for (int i = 0; i < 2; ++i) {
      const double r = ends[i]->radius;
      if (r == 0.0) continue;
      End& end = end_[i];
      if (!tangent(*ends[i], end_[1 - i].point, i == 0, end.n)) return false;
      const Vec3<double> point = ends[i]->center + r * end.n;
      moved = std::max(moved, norm(point - end.point) / r);
      end.point = point;
    }
    if (moved < 4e-16 || a.radius == 0.0 || b.radius == 0.0) break;
  }
  return true;
}

bool CableSection::compute(const SectionEnd& a, const SectionEnd& b) {
  if (!find_contacts(a, b)) return false;
  span_ = end_[1].point - end_[0].point;
  length_ = norm(span_);
  if (!(length_ > 0.0)) return false;
  e_ = (1.0 / length_) * span_;
  const SectionEnd* const ends[2] = {&a, &b};
  for (int i = 0; i < 2; ++i) {
    End& end = end_[i];
    const SectionEnd& of = *ends[i];
    end.velocity = of.velocity.linear + cross(of.velocity.angular, end.point - of.origin);
    end.angle = end.angle_rate = end.multiplier = 0.0;
    if (of.radius == 0.0) continue;
    end.t = cross(of.z, end.n);
    end.angle = std::atan2(dot(end.n, cross(of.z, of.x)), dot(end.n, of.x));
  }
  find_rates(a, b);
  return true;
}

// The conditions n_i . (B - A) = 0 and their derivatives G dtheta/dt = -h, which are linear in what
// the bodies do; du = e . (v_B - v_A) + k . dtheta/dt.
void CableSection::find_rates(const SectionEnd& a, const SectionEnd& b) {
  const SectionEnd* const ends[2] = {&a, &b};
  const Vec3<double> relative = end_[1].velocity - end_[0].velocity;
  double G[2][2] = {{1.0, 0.0}, {0.0, 1.0}}, h[2] = {0.0, 0.0}, k[2] = {0.0, 0.0};
  for (int i = 0; i < 2; ++i) {
    const SectionEnd& of = *ends[i];
    if (of.radius == 0.0) continue;
    const End &end = end_[i], &other = end_[1 - i];
    const double forward = i == 0 ? -1.0 : 1.0;
    G[i][i] = dot(end.t, span_);
    if (const double r = ends[1 - i]->radius; r > 0.0)
      G[i][1 - i] = -forward * r * dot(end.n, other.t);
    h[i] = dot(cross(of.velocity.angular, end.n), span_) + dot(end.n, relative);
    k[i] = forward * of.radius * (dot(e_, end.t) - of.sense);
  }
  const double det = G[0][0] * G[1][1] - G[0][1] * G[1][0];
  end_[0].angle_rate = -(G[1][1] * h[0] - G[0][1] * h[1]) / det;
  end_[1].angle_rate = -(G[0][0] * h[1] - G[1][0] * h[0]) / det;
  end_[0].multiplier = -(G[1][1] * k[0] - G[1][0] * k[1]) / det;
  end_[1].multiplier = -(G[0][0] * k[1] - G[0][1] * k[0]) / det;
  Vec3<double> rate = relative;
  for (int i = 0; i < 2; ++i)
    if (ends[i]->radius > 0.0)
      rate += ((i == 0 ? -1.0 : 1.0) * ends[i]->radius * end_[i].angle_rate) * end_[i].t;
  length_rate_ = dot(e_, rate);
  turning_ = (1.0 / length_) * (rate - length_rate_ * e_);
}

Force<double> CableSection::pull(int end) const {
  Vec3<double> f = e_, m = Vec3<double>::zero();
  for (int i = 0; i < 2; ++i) {
    if (end_[i].multiplier == 0.0) continue;
    f += end_[i].multiplier * end_[i].n;
    if (i == end) m = end_[i].multiplier * cross(end_[i].n, span_);
  }
  return {-m, end == 0 ? f : -f};
}

}  // namespace catena
