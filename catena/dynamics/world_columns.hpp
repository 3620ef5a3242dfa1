#pragma once
// The world pass for revolute joints in doubles, with the columns of 3x3 matrices in vector
// registers: half the instructions of the scalar form. The fourth lane of a column carries no
// meaning, so consecutive columns are stored in ascending order, each overwriting the lane that
// spilled before.

#include "catena/dynamics/workspace.hpp"
#include "catena/math/sincos.hpp"

namespace catena::detail {

#if CATENA_VECTOR_PACK

inline constexpr bool has_world_columns = true;

// (y, z, x, .) of a column.
CATENA_INLINE Pack4 rotate_xyz(const Pack4& a) {
  return Pack4(__builtin_shufflevector(a.value(), a.value(), 1, 2, 0, 3));
}
CATENA_INLINE Pack4 cross_columns(const Pack4& a, const Pack4& b) {
  return rotate_xyz(a * rotate_xyz(b) - rotate_xyz(a) * b);
}

// Writes X and I of a node from its parent's pose, and the joint's axis to `S`, which must have
// room for one number more.
CATENA_INLINE void revolute_columns(const Node& node, double q, const Transform<double>& X_WP,
                                    Workspace<double>::WorldNode& me, double* S) {
  const double* const parent = &X_WP.rotation.c0.x;
  const Pack4 P0 = Pack4::load(parent), P1 = Pack4::load(parent + 3), P2 = Pack4::load(parent + 6);
  const auto from_parent = [&](const Vec3<double>& v)
                               CATENA_INLINE_LAMBDA { return P0 * v.x + P1 * v.y + P2 * v.z; };
  const auto [s, c] = sincos(q);
  const Pack4 A0 = from_parent(node.X_PF.rotation.c0), A1 = from_parent(node.X_PF.rotation.c1);
  const Pack4 c0 = A0 * c + A1 * s, c1 = A1 * c - A0 * s;
  const Pack4 c2 = from_parent(node.X_PF.rotation.c2);
  Pack4 p(0.0);  // the root is the reference point
  if (node.parent != 0) p = Pack4::load(parent + 9) + from_parent(node.X_PF.translation);
  double* const X = &me.X.rotation.c0.x;
  c0.store(X), c1.store(X + 3), c2.store(X + 6), p.store(X + 9);
  c2.store(S), cross_columns(p, c2).store(S + 3);

  // I_W = R I_com R^T + m (c.c 1 - c c^T), column by column; h = m c.
  const Sym3<double>& J = node.inertia_com;
  const Pack4 com = p + (c0 * node.com.x + c1 * node.com.y + c2 * node.com.z);
  const Pack4 h = com * node.inertia.mass;
  const Pack4 t0 = c0 * J.xx + c1 * J.xy + c2 * J.xz;
  const Pack4 t1 = c0 * J.xy + c1 * J.yy + c2 * J.yz;
  const Pack4 t2 = c0 * J.xz + c1 * J.yz + c2 * J.zz;
  const auto column = [&](int m) CATENA_INLINE_LAMBDA {
    return t0 * X[m] + t1 * X[m + 3] + t2 * X[m + 6] - h * com[static_cast<std::size_t>(m)];
  };
  const double along = h[0] * com[0] + h[1] * com[1] + h[2] * com[2];
  const Pack4 j0 = column(0), j1 = column(1), j2 = column(2);
  me.I.mass = node.inertia.mass;
  h.store(&me.I.moment.x);
  me.I.rotational = {j0[0] + along, j0[1], j0[2], j1[1] + along, j1[2], j2[2] + along};
}

#else

inline constexpr bool has_world_columns = false;
inline void revolute_columns(const Node&, double, const Transform<double>&,
                             Workspace<double>::WorldNode&, double*) {}

#endif

}  // namespace catena::detail
