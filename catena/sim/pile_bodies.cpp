#include "catena/sim/pile_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"

namespace catena {

namespace {

// Moments that differ by less than this part are equal.
constexpr double equal_moments = 1e-12;
constexpr int most_gyrations = 20;

Sym3<double> inverse_inertia(const Sym3<double>& m) {
  const double xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz,
               xz = m.xy * m.yz - m.xz * m.yy;
  const double s = 1.0 / (m.xx * xx + m.xy * xy + m.xz * xz);
  return {s * xx,
          s * xy,
          s * xz,
          s * (m.xx * m.zz - m.xz * m.xz),
          s * (m.xy * m.xz - m.xx * m.yz),
          s * (m.xx * m.yy - m.xy * m.xy)};
}

bool is_round(const Sym3<double>& m) {
  const double size = equal_moments * (m.xx + m.yy + m.zz);
  return std::abs(m.xx - m.yy) < size && std::abs(m.xx - m.zz) < size && std::abs(m.xy) < size &&
         std::abs(m.xz) < size && std::abs(m.yz) < size;
}

// By how much Euler's term changes the angular velocity w of a body over h, which impulses change
// by `kick`: the implicit midpoint rule, by which the term does no work.
Vec3<double> gyration_of(const PileBody& body, const Vec3<double>& w, const Vec3<double>& kick,
                         double h) {
  Vec3<double> change = Vec3<double>::zero();
  for (int i = 0; i < most_gyrations; ++i) {
    const Vec3<double> middle = w + 0.5 * (kick + change);
    const Vec3<double> next = -h * (body.inverse * cross(middle, body.inertia * middle));
    const double off = norm(next - change);
    change = next;
    if (!(off > 1e-15 * (norm(w) + norm(kick)))) break;
  }
  return change;
}

}  // namespace

bool PileBodies::knows(const Model& model) {
  for (std::size_t i = 1; i < model.nodes().size(); ++i) {
    const Node& node = model.nodes()[i];
    if (node.kind != NodeKind::Free || node.parent != 0 || node.has_armature ||
        !(node.inertia.mass > 0.0))
      return false;
    const Sym3<double>& m = node.inertia_com;
    const double det = m.xx * (m.yy * m.zz - m.yz * m.yz) - m.xy * (m.xy * m.zz - m.xz * m.yz) +
                       m.xz * (m.xy * m.yz - m.xz * m.yy);
    if (!(det > 0.0)) return false;
  }
  return model.nodes().size() > 1;
}

PileBodies::PileBodies(const Model& model) : model_(model), bodies_(model.nodes().size()) {
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const Node& node = model.nodes()[i];
    PileBody& body = bodies_[i];
    body.q = node.q, body.v = node.v;
    body.mass = node.inertia.mass;
    body.centre = node.com;
    body.inertia = node.inertia_com, body.inverse = inverse_inertia(node.inertia_com);
    body.round = is_round(node.inertia_com);
    body.size =
        std::sqrt((body.inertia.xx + body.inertia.yy + body.inertia.zz) / (2.0 * body.mass));
    body.X_WF = node.X_PF;
  }
}

Mat3<double> PileBodies::rotation_in(int i, const State& state) const {
  const PileBody& body = (*this)[i];
  return body.X_WF.rotation * rotation_matrix(Quaternion<double>::load(state.q.data() + body.q));
}

Vec3<double> PileBodies::centre_in(int i, const State& state) const {
  const PileBody& body = (*this)[i];
  const double* const p = state.q.data() + body.q + 4;
  return body.X_WF * Vec3<double>{p[0], p[1], p[2]} + rotation_in(i, state) * body.centre;
}

Sym3<double> PileBodies::inverse_in(int i, const Mat3<double>& R) const {
  const PileBody& body = (*this)[i];
  return body.round ? body.inverse : rotated(R, body.inverse);
}

namespace {

double square_of_speed(const PileBody& body, const Vec3<double>& velocity,
                       const Vec3<double>& turning) {
  return dot(velocity, velocity) + body.size * body.size * dot(turning, turning);
}

}  // namespace

void PileBodies::begin(const State& state, double h, double still) {
  for (int i = 1; i < count(); ++i) {
    PileBody& body = (*this)[i];
    const double* const v = state.v.data() + body.v;
    const double* const p = state.q.data() + body.q + 4;
    body.R = rotation_in(i, state);
    body.x = body.X_WF * Vec3<double>{p[0], p[1], p[2]} + body.R * body.centre;
    body.turning = {v[0], v[1], v[2]};
    body.velocity = body.R * (Vec3<double>{v[3], v[4], v[5]} + cross(body.turning, body.centre));
    body.jumps = body.stays = false;
    body.gyration = Vec3<double>::zero();
    body.slow = square_of_speed(body, body.velocity, body.turning) < still * still;
    if (body.slow) {
      body.R_middle = body.R, body.x_middle = body.x;
      continue;
    }
    if (!body.round) body.gyration = gyration_of(body, body.turning, Vec3<double>::zero(), h);
    const Vec3<double> mean = body.turning + 0.5 * body.gyration;
    body.R_middle = body.R * rotation_matrix(exponential(0.5 * h * mean));
    body.x_middle = body.x + 0.5 * h * body.velocity;
  }
}

Vec3<double> PileBodies::turning_in_middle(int i) const {
  return (*this)[i].R_middle * (*this)[i].turning;
}

Vec3<double> PileBodies::turning_at_end(int i, const Vec3<double>& turning, double h) const {
  const PileBody& body = (*this)[i];
  if (body.round) return turning;
  const Vec3<double> kick = transpose_times(body.R_middle, turning) - body.turning - body.gyration;
  return body.R_middle * (body.turning + kick + gyration_of(body, body.turning, kick, h));
}

Transform<double> PileBodies::pose_in_middle(BodyId id) const {
  const BodyInfo& info = model_.body(id);
  if (info.node == 0) return info.X_NB;
  const PileBody& body = (*this)[info.node];
  const Transform<double> X_WN{body.R_middle, body.x_middle - body.R_middle * body.centre};
  return X_WN * info.X_NB;
}

Motion<double> PileBodies::motion_in_middle(BodyId id) const {
  const int node = model_.body(id).node;
  if (node == 0 || (*this)[node].slow) return {Vec3<double>::zero(), Vec3<double>::zero()};
  const PileBody& body = (*this)[node];
  const Vec3<double> w = turning_in_middle(node);
  return {w, body.velocity - cross(w, body.x_middle)};
}

bool PileBodies::stays_slow(int i, const Vec3<double>& velocity, const Vec3<double>& turning,
                            double still) const {
  const PileBody& body = (*this)[i];
  const double of_end = body.jumps ? 1.0 : 0.5;
  return square_of_speed(body, of_end * velocity + (1.0 - of_end) * body.velocity,
                         of_end * turning + (1.0 - of_end) * (body.R_middle * body.turning)) <
         still * still;
}

double PileBodies::energy_of(int i, const Vec3<double>& velocity,
                             const Vec3<double>& turning) const {
  const PileBody& body = (*this)[i];
  const Vec3<double> w = transpose_times(body.R_middle, turning);
  return 0.5 * (body.mass * dot(velocity, velocity) + dot(w, body.inertia * w));
}

void PileBodies::put_end(int i, const Vec3<double>& velocity, const Vec3<double>& turning, double h,
                         State& state) const {
  const PileBody& body = (*this)[i];
  const Vec3<double> turning_B = transpose_times(body.R_middle, turning);
  const double of_end = body.jumps ? 1.0 : 0.5;
  const Vec3<double> way = h * (of_end * velocity + (1.0 - of_end) * body.velocity);
  const Vec3<double> turn =
      h * (of_end * turning + (1.0 - of_end) * (body.R_middle * body.turning));
  double* const v = state.v.data() + body.v;
  if (body.stays) {
    std::fill(v, v + 6, 0.0);
    return;
  }
  move(i, way, turn, state);
  const Mat3<double> R = rotation_in(i, state);
  const Vec3<double> linear = transpose_times(R, velocity) - cross(turning_B, body.centre);
  v[0] = turning_B.x, v[1] = turning_B.y, v[2] = turning_B.z;
  v[3] = linear.x, v[4] = linear.y, v[5] = linear.z;
}

// Velocities are in the axes of the body, and turn with it.
void PileBodies::move(int i, const Vec3<double>& way, const Vec3<double>& turn,
                      State& state) const {
  const PileBody& body = (*this)[i];
  double* const q = state.q.data() + body.q;
  const Mat3<double> R_F = rotation_matrix(Quaternion<double>::load(q));
  const Quaternion<double> by = exponential(transpose_times(body.X_WF.rotation, turn));
  normalized(by * Quaternion<double>::load(q)).store(q);
  const Vec3<double> moved = transpose_times(body.X_WF.rotation, way) + R_F * body.centre -
                             rotation_matrix(Quaternion<double>::load(q)) * body.centre;
  q[4] += moved.x, q[5] += moved.y, q[6] += moved.z;
}

}  // namespace catena
