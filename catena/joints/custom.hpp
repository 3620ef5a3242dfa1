#pragma once
// Joints that users define in their own code.
//
// A custom joint has n <= 6 coordinates with dq/dt = v, and is an ordinary struct:
//
//   struct MyJoint {
//     static constexpr int dofs = 1;
//     // Pose X_FM of the joint's child frame M in its parent frame F.
//     template <class T> Transform<T> pose(const T* q) const;
//     // Motion subspace: S[k] is the velocity of M in F per unit v[k], in M about Mo.
//     template <class T> void subspace(const T* q, Motion<T>* S) const;
//     // Optional: bias c = (dS/dt) v in M. Without it, it is derived from subspace() exactly.
//     template <class T> Motion<T> bias(const T* q, const T* v) const;
//   };
//
// The functions are templates so that one definition serves double, Pack4 and the dual numbers
// that give exact derivatives. Use select(a < b, x, y) instead of `if` on coordinates.

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "catena/math/dual.hpp"
#include "catena/spatial/transform.hpp"

namespace catena {

inline constexpr int max_joint_dofs = 6;

// Everything a kernel asks of a custom joint at one q and v.
template <class T>
struct CustomJointKinematics {
  Transform<T> pose;
  std::array<Motion<T>, max_joint_dofs> S;
  Motion<T> bias;
};

// Derivatives of S and of the bias with respect to one coordinate (and its rate).
template <class T>
struct CustomJointSlopes {
  std::array<Motion<T>, max_joint_dofs> dS_dq;
  Motion<T> dbias_dq, dbias_dv;
};

namespace detail {

template <class Joint, class T>
Motion<T> custom_bias(const Joint& joint, const T* q, const T* v) {
  if constexpr (requires { joint.bias(q, v); }) {
    return joint.bias(q, v);
  } else {
    // (dS/dt) v: differentiate S along v by dual numbers.
    Dual<T> moving[Joint::dofs];
    for (int k = 0; k < Joint::dofs; ++k) moving[k] = Dual<T>(q[k], v[k]);
    Motion<Dual<T>> S[Joint::dofs];
    joint.subspace(static_cast<const Dual<T>*>(moving), S);
    Motion<T> sum = Motion<T>::zero();
    for (int k = 0; k < Joint::dofs; ++k)
      for (int i = 0; i < 6; ++i) sum[i] += S[k][i].slope * v[k];
    return sum;
  }
}

template <class Joint, class T>
void custom_evaluate(const void* self, const T* q, const T* v, CustomJointKinematics<T>& out) {
  const Joint& joint = *static_cast<const Joint*>(self);
  out.pose = joint.pose(q);
  joint.subspace(q, out.S.data());
  if (v != nullptr) out.bias = custom_bias(joint, q, v);
}

template <class Joint, class T>
void custom_slopes(const void* self, const T* q, const T* v, int k, CustomJointSlopes<T>& out) {
  const Joint& joint = *static_cast<const Joint*>(self);
  Dual<T> q_dual[Joint::dofs], v_dual[Joint::dofs];
  for (int j = 0; j < Joint::dofs; ++j) {
    q_dual[j] = Dual<T>(q[j], T(j == k ? 1.0 : 0.0));
    v_dual[j] = Dual<T>(v[j], T(0.0));
  }
  const Dual<T>*q_in = q_dual, *v_in = v_dual;
  Motion<Dual<T>> S[Joint::dofs];
  joint.subspace(q_in, S);
  const Motion<Dual<T>> by_q = custom_bias(joint, q_in, v_in);
  for (int j = 0; j < Joint::dofs; ++j) {
    q_dual[j].slope = T(0.0);
    v_dual[j].slope = T(j == k ? 1.0 : 0.0);
  }
  const Motion<Dual<T>> by_v = custom_bias(joint, q_in, v_in);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < Joint::dofs; ++j) out.dS_dq[static_cast<std::size_t>(j)][i] = S[j][i].slope;
    out.dbias_dq[i] = by_q[i].slope;
    out.dbias_dv[i] = by_v[i].slope;
  }
}

}  // namespace detail

// A user's joint behind plain function pointers, one set per scalar.
class CustomJoint {
 public:
  template <class Joint>
  static std::shared_ptr<const CustomJoint> make(Joint joint) {
    static_assert(Joint::dofs >= 1 && Joint::dofs <= max_joint_dofs);
    auto result = std::make_shared<CustomJoint>();
    result->dofs_ = Joint::dofs;
    result->self_ = std::make_shared<const Joint>(std::move(joint));
    result->evaluate_double_ = &detail::custom_evaluate<Joint, double>;
    result->evaluate_pack_ = &detail::custom_evaluate<Joint, Pack4>;
    result->slopes_double_ = &detail::custom_slopes<Joint, double>;
    result->slopes_pack_ = &detail::custom_slopes<Joint, Pack4>;
    return result;
  }

  int dofs() const { return dofs_; }

  // Pose and S at q, and the bias when v is given (v may be null).
  void evaluate(const double* q, const double* v, CustomJointKinematics<double>& out) const {
    evaluate_double_(self_.get(), q, v, out);
  }
  void evaluate(const Pack4* q, const Pack4* v, CustomJointKinematics<Pack4>& out) const {
    evaluate_pack_(self_.get(), q, v, out);
  }
  // Derivatives with respect to coordinate k.
  void slopes(const double* q, const double* v, int k, CustomJointSlopes<double>& out) const {
    slopes_double_(self_.get(), q, v, k, out);
  }
  void slopes(const Pack4* q, const Pack4* v, int k, CustomJointSlopes<Pack4>& out) const {
    slopes_pack_(self_.get(), q, v, k, out);
  }

 private:
  template <class T>
  using Evaluate = void (*)(const void*, const T*, const T*, CustomJointKinematics<T>&);
  template <class T>
  using Slopes = void (*)(const void*, const T*, const T*, int, CustomJointSlopes<T>&);

  int dofs_ = 0;
  std::shared_ptr<const void> self_;
  Evaluate<double> evaluate_double_ = nullptr;
  Evaluate<Pack4> evaluate_pack_ = nullptr;
  Slopes<double> slopes_double_ = nullptr;
  Slopes<Pack4> slopes_pack_ = nullptr;
};

}  // namespace catena
