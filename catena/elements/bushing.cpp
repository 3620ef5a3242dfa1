#include "catena/elements/bushing.hpp"

#include <cmath>
#include <numbers>

#include "catena/math/views.hpp"

namespace catena {

namespace {

// The rotation vector has no direction at 2 pi.
constexpr double full_turn = 2.0 * std::numbers::pi - 0.01;

double product(const Quaternion<double>& a, const Quaternion<double>& b) {
  return a.w * b.w + dot(a.vector(), b.vector());
}

// The angle of a rotation from 0 to 2 pi, and the rotation vector.
struct RotationVector {
  double angle;
  Vec3<double> vector;
};
RotationVector rotation_vector(const Quaternion<double>& q) {
  const double s = norm(q.vector()), angle = 2.0 * std::atan2(s, q.w);
  const double scale = s < 1e-9 ? 2.0 / q.w : angle / s;
  return {angle, scale * q.vector()};
}

// (1 - angle / 2 cot(angle / 2)) / angle^2.
double curvature(double angle) {
  const double a2 = angle * angle;
  if (a2 < 2.5e-3) return 1.0 / 12 + a2 * (1.0 / 720 + a2 * (1.0 / 30240 + a2 / 1209600));
  return (1.0 - 0.5 * angle / std::tan(0.5 * angle)) / a2;
}

// J^T g, where d(rotation vector)/dt = J w and w is the angular velocity in the axes that the
// rotation starts from: J = 1 - [r]/2 + curvature [r]^2.
Vec3<double> moment_of(const RotationVector& r, const Vec3<double>& g) {
  const Vec3<double> once = cross(r.vector, g);
  return g + 0.5 * once + curvature(r.angle) * cross(r.vector, once);
}

Eigen::Matrix<double, 6, 1> joined(const Vec3<double>& a, const Vec3<double>& b) {
  Eigen::Matrix<double, 6, 1> out;
  out << a.x, a.y, a.z, b.x, b.y, b.z;
  return out;
}

}  // namespace

BushingGroup::BushingGroup(std::vector<Bushing> bushings)
    : bushings_(std::move(bushings)),
      now_(bushings_.size()),
      modes_(bushings_.size(), Quaternion<double>{1.0, 0.0, 0.0, 0.0}) {}

void BushingGroup::place(std::size_t i, const Look& look) {
  const Bushing& bushing = bushings_[i];
  Now& now = now_[i];
  const Transform<double> first = look.pose(bushing.a) * bushing.X_AF;
  const Transform<double> second = look.pose(bushing.b) * bushing.X_BM;
  now.axes = first.rotation, now.point = second.translation;
  const Mat3<double> R = transpose(first.rotation) * second.rotation;
  now.turn = quaternion_of(R);
  if (product(now.turn, modes_[i]) < 0.0)
    now.turn = {-now.turn.w, -now.turn.x, -now.turn.y, -now.turn.z};
  const Vec3<double> p = transpose_times(first.rotation, second.translation - first.translation);
  const RotationVector r = rotation_vector(now.turn);
  now.angle = r.angle;
  now.x = joined(r.vector, p);
  const Vec3<double> w = look.velocity(bushing.b).angular - look.velocity(bushing.a).angular;
  const Vec3<double> v =
      look.point_velocity(bushing.b, now.point) - look.point_velocity(bushing.a, now.point);
  now.velocity = joined(transpose_times(first.rotation, w), transpose_times(first.rotation, v));
  const Vector6 g = bushing.stiffness * now.x, d = bushing.damping * now.velocity;
  now.moment = -moment_of(r, {g[0], g[1], g[2]}) - Vec3<double>{d[0], d[1], d[2]};
  now.force = -Vec3<double>{g[3] + d[3], g[4] + d[4], g[5] + d[5]};
}

void BushingGroup::compute(const Look& look) {
  for (std::size_t i = 0; i < bushings_.size(); ++i) place(i, look);
}

// Both wrenches act at the origin of the second frame.
void BushingGroup::add_body_forces(const Look&, BodyForces& out) const {
  for (std::size_t i = 0; i < bushings_.size(); ++i) {
    const Now& now = now_[i];
    const Force<double> on_b{now.axes * now.moment, now.axes * now.force};
    out.add(bushings_[i].b, now.point, on_b);
    out.add(bushings_[i].a, now.point, {-on_b.angular, -on_b.linear});
  }
}

void BushingGroup::open_accounts(Ledger& ledger) {
  for (const Bushing& bushing : bushings_)
    sources_.push_back(
        bushing.damping.isZero(0.0) ? -1 : ledger.open(EnergyKind::Dissipated, bushing.name));
}

void BushingGroup::add_powers(const Look&, double* power) const {
  for (std::size_t i = 0; i < bushings_.size(); ++i)
    if (sources_[i] >= 0)
      power[sources_[i]] += now_[i].velocity.dot(bushings_[i].damping * now_[i].velocity);
}

double BushingGroup::stored_energy(const Look& look, const State& state) {
  modes_ = state.modes_of<BushingModes>(index());
  compute(look);
  double sum = 0.0;
  for (std::size_t i = 0; i < bushings_.size(); ++i)
    sum += 0.5 * now_[i].x.dot(bushings_[i].stiffness * now_[i].x);
  return sum;
}

void BushingGroup::name_columns(std::vector<RecordedColumn>& out) const {
  for (const Bushing& bushing : bushings_) {
    add_columns(ColumnKind::BushingMoment, bushing.name, out);
    add_columns(ColumnKind::BushingForce, bushing.name, out);
  }
}

void BushingGroup::record(const Look&, double*& out) const {
  for (const Now& now : now_)
    for (const Vec3<double>& part : {now.moment, now.force})
      *out++ = part.x, *out++ = part.y, *out++ = part.z;
}

double BushingGroup::value(const Guard& guard, const Look&, const Evaluation&) const {
  const auto i = static_cast<std::size_t>(guard.item);
  constexpr double nearest = 0.5;  // the cosine of half the angle between both rotations
  return guard.kind == Near ? product(now_[i].turn, modes_[i]) - nearest
                            : full_turn - now_[i].angle;
}

}  // namespace catena
