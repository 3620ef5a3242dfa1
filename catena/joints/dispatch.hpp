#pragma once
// The one switch on the kind of a joint. Kernels pass a generic lambda that is compiled once per
// kind, so that each knows its S at compile time.

#include "catena/joints/custom.hpp"
#include "catena/joints/free.hpp"
#include "catena/joints/helical.hpp"
#include "catena/joints/node_kind.hpp"
#include "catena/joints/prismatic.hpp"
#include "catena/joints/revolute.hpp"
#include "catena/joints/spherical.hpp"
#include "catena/joints/weld.hpp"

namespace catena {

// A custom joint evaluated at one state, with the same interface as the built-in kinds.
template <class Scalar>
struct EvaluatedCustomJoint {
  static constexpr int dofs = -1;  // known at run time: `size`
  const CustomJointKinematics<Scalar>* at;
  int size;

  // v += S rate.
  void add_motion(Motion<Scalar>& v, const Scalar* rate) const {
    for (int k = 0; k < size; ++k) v += rate[k] * column<Scalar>(k);
  }
  // a += v x S rate + (dS/dt) rate.
  void add_bias(Motion<Scalar>& a, const Motion<Scalar>& v, const Scalar* rate) const {
    Motion<Scalar> relative = Motion<Scalar>::zero();
    add_motion(relative, rate);
    a += cross(v, relative) + at->bias;
  }
  // S^T f.
  void project(const Force<Scalar>& f, Scalar* out) const {
    for (int k = 0; k < size; ++k) out[k] = dot(column<Scalar>(k), f);
  }
  // I S.
  Force<Scalar> inertia_times_column(const ArticulatedInertia<Scalar>& i, int k) const {
    return i * column<Scalar>(k);
  }
  template <class T>
  const Motion<T>& column(int k) const {
    return at->S[static_cast<std::size_t>(k)];
  }
  // X S.
  Motion<Scalar> column_in(const Transform<Scalar>& x, int k) const {
    return x * column<Scalar>(k);
  }
};

// Calls f(joint) with the joint type of `kind`. `custom` is where a Custom joint has been
// evaluated.
template <class T, class F>
CATENA_INLINE void visit_joint(NodeKind kind, double pitch, int dofs,
                               const CustomJointKinematics<T>* custom, F&& f) {
  switch (kind) {
    case NodeKind::Revolute:
      return f(RevoluteJoint{});
    case NodeKind::Prismatic:
      return f(PrismaticJoint{});
    case NodeKind::Helical:
      return f(HelicalJoint{pitch});
    case NodeKind::Spherical:
      return f(SphericalJoint{});
    case NodeKind::Free:
      return f(FreeJoint{});
    case NodeKind::Weld:
      return f(WeldJoint{});
    case NodeKind::Custom:
      return f(EvaluatedCustomJoint<T>{custom, dofs});
  }
}

}  // namespace catena
