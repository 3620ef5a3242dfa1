#pragma once
// Where a revolute node is in world axes, and its inertia there, computed by columns.

#include "catena/dynamics/composite_inertia.hpp"
#include "catena/math/sincos.hpp"
#include "catena/model/node.hpp"

namespace catena::detail {

// Writes the pose of a node from its parent's and the joint's axis S, which needs room for one
// number more (column.hpp), and returns the inertia.
template <class T>
CATENA_INLINE CompositeInertia<T> revolute_columns(const Node& node, const SinCos<T>& turn,
                                                   const ColumnPose<T>& X_WP, ColumnPose<T>& X_WN,
                                                   Motion<T>& S) {
  using Col = Column<T>;
  const auto [s, c] = turn;
  const Mat3<double>& R_PF = node.X_PF.rotation;
  Col A0, A1, c2, p;
  if (node.parent == 0) {  // the root is the reference point
    A0 = load_constant<T>(R_PF.c0), A1 = load_constant<T>(R_PF.c1);
    c2 = load_constant<T>(R_PF.c2), p = zero_column<T>();
  } else {
    const auto from_parent = [&](const Vec3<double>& v) CATENA_INLINE_LAMBDA {
      return X_WP.c0 * T(v.x) + X_WP.c1 * T(v.y) + X_WP.c2 * T(v.z);
    };
    A0 = from_parent(R_PF.c0), A1 = from_parent(R_PF.c1), c2 = from_parent(R_PF.c2);
    p = X_WP.p + from_parent(node.X_PF.translation);
  }
  const Col c0 = A0 * c + A1 * s, c1 = A1 * c - A0 * s;
  X_WN = {c0, c1, c2, p};
  store_column<T>(c2, S.angular), store_column<T>(cross_columns(p, c2), S.linear);

  // I_W = R I_com R^T + m (c.c 1 - c c^T), column by column; h = m c.
  const Sym3<double>& J = node.inertia_com;
  const T mass(node.inertia.mass);
  const Col com = p + (c0 * T(node.com.x) + c1 * T(node.com.y) + c2 * T(node.com.z));
  const Col h = com * mass;
  const Col t0 = c0 * T(J.xx) + c1 * T(J.xy) + c2 * T(J.xz);
  const Col t1 = c0 * T(J.xy) + c1 * T(J.yy) + c2 * T(J.yz);
  const Col t2 = c0 * T(J.xz) + c1 * T(J.yz) + c2 * T(J.zz);
  const T along = h[0] * com[0] + h[1] * com[1] + h[2] * com[2];
  const Col j0 = t0 * X_WN.c0[0] + t1 * X_WN.c1[0] + t2 * X_WN.c2[0] - h * com[0];
  const Col j1 = t0 * X_WN.c0[1] + t1 * X_WN.c1[1] + t2 * X_WN.c2[1] - h * com[1];
  const Col j2 = t0 * X_WN.c0[2] + t1 * X_WN.c1[2] + t2 * X_WN.c2[2] - h * com[2];
  return {add_on_axis<T, 0>(j0, along), add_on_axis<T, 1>(j1, along), add_on_axis<T, 2>(j2, along),
          h, mass};
}

}  // namespace catena::detail
