#pragma once
// Custom joints that tests build random mechanisms with. All have a configuration-dependent S.

#include <array>
#include <memory>

#include "catena/joints/custom.hpp"

namespace catena::test {

// One degree of freedom: M slides along an ellipse with its x axis on the tangent. No bias().
struct EllipseJoint {
  static constexpr int dofs = 1;
  static constexpr double a = 0.7, b = 0.4;

  template <class T>
  Transform<T> pose(const T* q) const {
    const auto [s, c] = sincos(q[0]);
    const T speed = length(s, c);
    const T tx = -(a * s) / speed, ty = b * c / speed, o(0.0), i(1.0);
    return {{{tx, ty, o}, {-ty, tx, o}, {o, o, i}}, {a * c, b * s, o}};
  }
  template <class T>
  void subspace(const T* q, Motion<T>* S) const {
    const auto [s, c] = sincos(q[0]);
    const T speed = length(s, c), o(0.0);
    S[0] = {{o, o, a * b / (speed * speed)}, {speed, o, o}};
  }

 private:
  template <class T>
  static T length(const T& s, const T& c) {
    return sqrt(a * a * s * s + b * b * c * c);
  }
};

// One degree of freedom: M at the end of a string that unwinds from a circle. With bias().
struct InvoluteJoint {
  static constexpr int dofs = 1;
  static constexpr double radius = 0.3;

  template <class T>
  Transform<T> pose(const T* q) const {
    const auto [s, c] = sincos(q[0]);
    const T o(0.0), i(1.0);
    return {{{c, s, o}, {-s, c, o}, {o, o, i}},
            {radius * (c + q[0] * s), radius * (s - q[0] * c), o}};
  }
  template <class T>
  void subspace(const T* q, Motion<T>* S) const {
    const T o(0.0);
    S[0] = {{o, o, T(1.0)}, {radius * q[0], o, o}};
  }
  template <class T>
  Motion<T> bias(const T*, const T* v) const {
    Motion<T> c = Motion<T>::zero();
    c.linear.x = radius * v[0] * v[0];
    return c;
  }
};

// Rz(q0) Ry(q1) Rx(q2) and its axes in M, shared by the two joints below.
template <class T>
Mat3<T> euler_rotation(const T* q) {
  const auto [sz, cz] = sincos(q[0]);
  const auto [sy, cy] = sincos(q[1]);
  const auto [sx, cx] = sincos(q[2]);
  return {{cz * cy, sz * cy, -sy},
          {cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx},
          {cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx}};
}
template <class T>
std::array<Vec3<T>, 3> euler_axes(const T* q) {
  const auto [sy, cy] = sincos(q[1]);
  const auto [sx, cx] = sincos(q[2]);
  const T o(0.0);
  return {Vec3<T>{-sy, cy * sx, cy * cx}, Vec3<T>{o, cx, -sx}, Vec3<T>{T(1.0), o, o}};
}

// A ball joint in Euler angles. With bias().
struct EulerBallJoint {
  static constexpr int dofs = 3;

  template <class T>
  Transform<T> pose(const T* q) const {
    return {euler_rotation(q), Vec3<T>::zero()};
  }
  template <class T>
  void subspace(const T* q, Motion<T>* S) const {
    const auto axes = euler_axes(q);
    for (std::size_t k = 0; k < 3; ++k) S[k] = {axes[k], Vec3<T>::zero()};
  }
  template <class T>
  Motion<T> bias(const T* q, const T* v) const {
    const auto [sy, cy] = sincos(q[1]);
    const auto [sx, cx] = sincos(q[2]);
    const T ab = v[0] * v[1], ac = v[0] * v[2], bc = v[1] * v[2];
    return {{-(cy * ab), cy * cx * ac - sy * sx * ab - sx * bc,
             -(sy * cx * ab) - cy * sx * ac - cx * bc},
            Vec3<T>::zero()};
  }
};

// Two degrees of freedom: M stands on an ellipsoid at a longitude and a latitude. No bias().
struct EllipsoidPanJoint {
  static constexpr int dofs = 2;
  static constexpr double a = 0.5, b = 0.35, c = 0.25;

  template <class T>
  Transform<T> pose(const T* q) const {
    const auto [so, co] = sincos(q[0]);
    const auto [sa, ca] = sincos(q[1]);
    return {rotation(so, co, sa, ca), {a * co * ca, b * so * ca, c * sa}};
  }
  template <class T>
  void subspace(const T* q, Motion<T>* S) const {
    const auto [so, co] = sincos(q[0]);
    const auto [sa, ca] = sincos(q[1]);
    const Mat3<T> R = rotation(so, co, sa, ca);
    const T o(0.0);
    S[0] = {{sa, o, ca}, transpose_times(R, Vec3<T>{-(a * so * ca), b * co * ca, o})};
    S[1] = {{o, T(-1.0), o}, transpose_times(R, Vec3<T>{-(a * co * sa), -(b * so * sa), c * ca})};
  }

 private:
  // Rz(longitude) Ry(-latitude): x looks outwards.
  template <class T>
  static Mat3<T> rotation(const T& so, const T& co, const T& sa, const T& ca) {
    return {{co * ca, so * ca, sa}, {-so, co, T(0.0)}, {-(co * sa), -(so * sa), ca}};
  }
};

// Six degrees of freedom: Euler angles, then the position in F. No bias().
struct EulerFlightJoint {
  static constexpr int dofs = 6;

  template <class T>
  Transform<T> pose(const T* q) const {
    return {euler_rotation(q), {q[3], q[4], q[5]}};
  }
  template <class T>
  void subspace(const T* q, Motion<T>* S) const {
    const auto axes = euler_axes(q);
    const Mat3<T> by_rows = transpose(euler_rotation(q));
    for (int k = 0; k < 3; ++k) {
      S[k] = {axes[static_cast<std::size_t>(k)], Vec3<T>::zero()};
      S[3 + k] = {Vec3<T>::zero(), by_rows.column(k)};
    }
  }
};

enum class CustomShape { Ellipse, Involute, EulerBall, EllipsoidPan, EulerFlight };
inline constexpr std::array all_custom_shapes = {CustomShape::Ellipse, CustomShape::Involute,
                                                 CustomShape::EulerBall, CustomShape::EllipsoidPan,
                                                 CustomShape::EulerFlight};

// One shared object per shape, so that a reference can tell from a model which shape it holds.
std::shared_ptr<const CustomJoint> shared_custom_joint(CustomShape shape);
CustomShape shape_of(const CustomJoint* joint);

}  // namespace catena::test
