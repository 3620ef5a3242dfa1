#pragma once
// Involute joints: the end of a cable that unwinds from a pulley (tensegrity thesis, sec. 3.1).
//
// The parent frame F is at the pulley's centre with z along its axis, the child frame M at the end
// of the cable with x along it: M is turned by phi about z and stands at i l + j r in its own axes,
// with r the pulley's radius, phi the angle that has been unwound and l the length of the straight
// cable. The variants differ in their coordinates:
//   rigid  q = phi             l = r phi
//   u      q = (phi, u)        l = r phi + u,        u: elongation
//   eps    q = (phi, eps)      l = r phi (1 + eps),  eps: strain
//   l      q = (phi, l)
// The velocity of M in F is (k phi', i u' + j l phi') with u' = l' - r phi', the rate at which the
// cable is stretched. Tension acts through a Cable with OfJoint (catena/cables/cable.hpp).

#include "catena/joints/joint_spec.hpp"
#include "catena/math/sincos.hpp"

namespace catena {

template <JointKind kind>
struct InvoluteJoint {
  static constexpr int dofs = kind == JointKind::InvoluteRigid ? 1 : 2;
  double radius;

  // (3.1.20), (3.1.25), (3.1.30).
  template <class T>
  T length(const T* q) const {
    using enum JointKind;
    if constexpr (kind == InvoluteRigid) return radius * q[0];
    if constexpr (kind == InvoluteU) return radius * q[0] + q[1];
    if constexpr (kind == InvoluteEps) return radius * q[0] * (T(1.0) + q[1]);
    if constexpr (kind == InvoluteL) return q[1];
  }
  // (3.1.1), (3.1.2).
  template <class T>
  Transform<T> pose(const T* q) const {
    const auto [s, c] = sincos(q[0]);
    const T o(0.0), l = length(q), r(radius);
    return {{{c, s, o}, {-s, c, o}, {o, o, T(1.0)}}, {c * l - s * r, s * l + c * r, o}};
  }
  // (3.1.18), (3.1.21), (3.1.26), (3.1.31).
  template <class T>
  void subspace(const T* q, Motion<T>* S) const {
    using enum JointKind;
    const T o(0.0), r(radius);
    S[0] = {{o, o, T(1.0)}, {o, length(q), o}};
    if constexpr (kind == InvoluteEps) S[0].linear.x = r * q[1];
    if constexpr (kind == InvoluteL) S[0].linear.x = -r;
    if constexpr (dofs == 2) {
      S[1] = Motion<T>::zero();
      S[1].linear.x = kind == InvoluteEps ? r * q[0] : T(1.0);
    }
  }
  // (3.1.19), (3.1.22) with r q1' + q2' in place of r q1 + q2', (3.1.27), (3.1.32).
  template <class T>
  Motion<T> bias(const T* q, const T* v) const {
    using enum JointKind;
    const T r(radius);
    Motion<T> c = Motion<T>::zero();
    if constexpr (kind == InvoluteRigid) c.linear.y = r * v[0] * v[0];
    if constexpr (kind == InvoluteU) c.linear.y = (r * v[0] + v[1]) * v[0];
    if constexpr (kind == InvoluteEps) {
      c.linear.x = T(2.0) * r * v[0] * v[1];
      c.linear.y = r * ((T(1.0) + q[1]) * v[0] + q[0] * v[1]) * v[0];
    }
    if constexpr (kind == InvoluteL) c.linear.y = v[0] * v[1];
    return c;
  }
};

}  // namespace catena
