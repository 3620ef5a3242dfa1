// Derivatives of inverse dynamics after Singh, Russell & Wensing 2022 ("Efficient analytical
// derivatives of rigid-body dynamics using spatial vector algebra"), in world axes (world_pass.hpp).
//
// For dof k of node i with parent p, per dof and in the notation of that paper:
//   Psi_dot  = v_p x S_k                     change of v_i, seen from the moving subtree, per dq_k
//   Psi_ddot = a_p x S_k + v_p x Psi_dot     the constant part of the same for a_i
//   E        = v_p x S_k + v_i x S_k         the constant part of the change of a_i per dv_k
// Joints whose S depends on q (custom ones) add dS/dq and the derivatives of their bias.
//
// For j an ancestor of i, with sums over i's subtree of inertia I, momentum h = (n, l), rotational
// inertia rate J', force f, and 2B = [J' - n x, 0; -2 l x, 0]:
//   dtau_i/dq_j = S_i . (2B Psi_dot_j + I Psi_ddot_j)      dtau_i/dv_j = S_i . (2B S_j + I E_j)
//   dtau_j/dq_i = S_j . (2B Psi_dot_i + I Psi_ddot_i + S_i x* f)
//   dtau_j/dv_i = S_j . (2B S_i + I E_i)                   M_ij = S_j . I S_i
// The form of 2B follows from B = 1/2 (v x* I - I v x + (I v) xbar*): its right half vanishes.

#include "catena/dynamics/derivatives.hpp"

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/world_pass.hpp"

namespace catena {

using detail::at;

namespace {

// d/dt of the rotational inertia of a body that moves with v: w x J - J w x - (v x h x + h x v x).
template <class T>
Sym3<T> rotational_rate(const Inertia<T>& I, const Motion<T>& v) {
  const Sym3<T>& J = I.rotational;
  const Vec3<T> c0 = cross(v.angular, Vec3<T>{J.xx, J.xy, J.xz});
  const Vec3<T> c1 = cross(v.angular, Vec3<T>{J.xy, J.yy, J.yz});
  const Vec3<T> c2 = cross(v.angular, Vec3<T>{J.xz, J.yz, J.zz});
  const Sym3<T> turning = {c0.x + c0.x, c1.x + c0.y, c2.x + c0.z,
                           c1.y + c1.y, c2.y + c1.z, c2.z + c2.z};
  return turning + mixed_inertia(v.linear, I.moment);
}

// The terms of a joint whose motion subspace changes with q; S_lk = dS_l/dq_k, in world axes.
template <class T>
void add_custom_terms(const Model& model, const Node& node, const T* q, const T* v, const T* a,
                      const Motion<T>& v_parent, const typename Workspace<T>::WorldNode& me,
                      Workspace<T>& ws) {
  for (int k = 0; k < node.nv; ++k) {
    CustomJointSlopes<T> slopes;
    at(model.custom_joints(), node.custom)->slopes(q + node.q, v + node.v, k, slopes);
    Motion<T> by_velocity = Motion<T>::zero(), by_acceleration = Motion<T>::zero();
    for (int l = 0; l < node.nv; ++l) {
      const Motion<T> S_lk = me.X * at(slopes.dS_dq, l);
      by_velocity += v[node.v + l] * S_lk;
      by_acceleration += a[node.v + l] * S_lk;
    }
    const int dof = node.v + k;
    const Motion<T> Psi_dot = ws.Psi_dot.template get<Motion<T>>(dof) + by_velocity;
    const Motion<T> a_part = ws.Psi_ddot.template get<Motion<T>>(dof) + by_acceleration +
                             cross(v_parent, by_velocity) + cross(me.v, by_velocity) +
                             me.X * slopes.dbias_dq;
    ws.Psi_dot.set(dof, Psi_dot);
    ws.Psi_ddot.set(dof, a_part);
    ws.E.set(dof, ws.E.template get<Motion<T>>(dof) + me.X * slopes.dbias_dv);
  }
}

// Velocities, accelerations, forces and the per-dof terms above. Needs world_positions() with v.
template <class T>
void sweep_out(const Model& model, const T* q, const T* v, const T* a, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  ws.world[0].v = Motion<T>::zero();
  ws.world[0].a = {Vec3<T>::zero(), Vec3<T>::from(-model.gravity())};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    auto& me = ws.world[i];
    const Motion<T> v_parent = at(ws.world, node.parent).v, a_parent = at(ws.world, node.parent).a;
    me.v = v_parent;
    for (int dof = node.v; dof < node.v + node.nv; ++dof)
      me.v += v[dof] * ws.S.template get<Motion<T>>(dof);
    me.a = a_parent;
    if (node.kind == NodeKind::Custom) me.a += me.X * at(ws.custom, node.custom).bias;
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Motion<T> S = ws.S.template get<Motion<T>>(dof);
      const Motion<T> Psi_dot = cross(v_parent, S), S_dot = cross(me.v, S);
      me.a += a[dof] * S + v[dof] * S_dot;
      ws.Psi_dot.set(dof, Psi_dot);
      ws.Psi_ddot.set(dof, cross(a_parent, S) + cross(v_parent, Psi_dot));
      ws.E.set(dof, Psi_dot + S_dot);
    }
    if (node.kind == NodeKind::Custom) add_custom_terms(model, node, q, v, a, v_parent, me, ws);
    me.h = me.I * me.v;
    me.f = me.I * me.a + cross(me.v, me.h);
    me.I_rate = rotational_rate(me.I, me.v);
  }
}

// 2B m of a subtree.
template <class T>
Force<T> twice_B(const typename Workspace<T>::WorldNode& sum, const Motion<T>& m) {
  const Vec3<T>& w = m.angular;
  return {sum.I_rate * w + cross(w, sum.h.angular), T(2.0) * cross(w, sum.h.linear)};
}

// The rows of ancestors, as plain pointers for the inner loops.
template <class T>
struct Rows {
  const T* r[6];
  explicit Rows(SpatialRows<T>& rows) {
    for (int c = 0; c < 6; ++c) r[c] = rows.row(c);
  }
  [[gnu::always_inline]] T dot_angular(int j, const Vec3<T>& x) const {
    return r[0][j] * x.x + r[1][j] * x.y + r[2][j] * x.z;
  }
  [[gnu::always_inline]] T dot(int j, const Force<T>& f) const {
    return dot_angular(j, f.angular) + r[3][j] * f.linear.x + r[4][j] * f.linear.y +
           r[5][j] * f.linear.z;
  }
};

// Entries between the dofs of one joint, including the change of a custom joint's own axes.
template <class T>
void joint_block(const Model& model, const Node& node, const T* q, const T* v,
                 const typename Workspace<T>::WorldNode& sum, const MatrixView<T>& dq,
                 const MatrixView<T>& dv, const MatrixView<T>& M, Workspace<T>& ws) {
  for (int i = node.v; i < node.v + node.nv; ++i) {
    const Motion<T> S = ws.S.template get<Motion<T>>(i);
    const Force<T> by_q = twice_B<T>(sum, ws.Psi_dot.template get<Motion<T>>(i)) +
                          sum.I * ws.Psi_ddot.template get<Motion<T>>(i);
    const Force<T> by_v = twice_B<T>(sum, S) + sum.I * ws.E.template get<Motion<T>>(i);
    const Force<T> by_a = sum.I * S;
    for (int j = node.v; j < node.v + node.nv; ++j) {
      const Motion<T> S_j = ws.S.template get<Motion<T>>(j);
      dq(j, i) = dot(S_j, by_q);
      dv(j, i) = dot(S_j, by_v);
      M(j, i) = dot(S_j, by_a);
    }
    M(i, i) += T(model.armature()[i]);
    if (node.kind != NodeKind::Custom) continue;
    CustomJointSlopes<T> slopes;
    at(model.custom_joints(), node.custom)->slopes(q + node.q, v + node.v, i - node.v, slopes);
    const Force<T> f_local = inverse_times(sum.X, sum.f);
    for (int j = node.v; j < node.v + node.nv; ++j)
      dq(j, i) += dot(at(slopes.dS_dq, j - node.v), f_local);
  }
}

template <class T>
void sweep_in(const Model& model, const T* q, const T* v, const MatrixView<T>& dq,
              const MatrixView<T>& dv, const MatrixView<T>& M, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  const Rows<T> S_rows(ws.S), Psi_dot_rows(ws.Psi_dot), Psi_ddot_rows(ws.Psi_ddot), E_rows(ws.E);
  for (std::size_t n = nodes.size() - 1; n > 0; --n) {
    const Node& node = nodes[n];
    const auto& sum = ws.world[n];  // descendants have been added
    joint_block(model, node, q, v, sum, dq, dv, M, ws);
    const int above = node.nv > 0 ? at(model.dof_parent(), node.v) : -1;
    for (int i = node.v; i < node.v + node.nv; ++i) {
      const Motion<T> S = ws.S.template get<Motion<T>>(i);
      const Force<T> IS = sum.I * S;
      const Vec3<T> BS = sum.I_rate * S.angular + cross(sum.h.angular, S.angular) +
                         T(2.0) * cross(sum.h.linear, S.linear);  // (2B)^T S: no linear part
      const Force<T> by_q = twice_B<T>(sum, ws.Psi_dot.template get<Motion<T>>(i)) +
                            sum.I * ws.Psi_ddot.template get<Motion<T>>(i) + cross(S, sum.f);
      const Force<T> by_v = twice_B<T>(sum, S) + sum.I * ws.E.template get<Motion<T>>(i);
      T *const dq_column = dq.column(i), *const dv_column = dv.column(i), *const M_column = M.column(i);
      detail::for_each_ancestor_run(model, above, [&](int first, int last) {
        for (int j = first; j <= last; ++j) {
          dq_column[j] = S_rows.dot(j, by_q);
          dv_column[j] = S_rows.dot(j, by_v);
          M_column[j] = S_rows.dot(j, IS);
          dq(i, j) = Psi_dot_rows.dot_angular(j, BS) + Psi_ddot_rows.dot(j, IS);
          dv(i, j) = S_rows.dot_angular(j, BS) + E_rows.dot(j, IS);
          M(i, j) = M_column[j];
        }
      });
    }
    if (node.parent == 0) continue;
    auto& up = at(ws.world, node.parent);
    up.I += sum.I;
    up.h += sum.h;
    up.f += sum.f;
    up.I_rate += sum.I_rate;
  }
}

// Derivatives at positions that world_positions() has computed with v.
template <class T>
void derivatives_from_world(const Model& model, const T* q, const T* v, const T* a,
                            bool has_external, const MatrixView<T>& dq, const MatrixView<T>& dv,
                            const MatrixView<T>& M, Workspace<T>& ws) {
  sweep_out(model, q, v, a, ws);
  if (has_external)
    for (std::size_t i = 1; i < ws.world.size(); ++i) ws.world[i].f -= ws.world[i].X * ws.external[i];
  for (const MatrixView<T>& m : {dq, dv, M}) detail::set_zero(m);
  sweep_in(model, q, v, dq, dv, M, ws);
}

// C = -A B for a symmetric A, where column j of B is zero except at the ancestors and the subtree of
// dof j. Four columns at a time share the loads of A; rows go in strips that stay in registers.
template <class T>
void minus_product(const Model& model, const MatrixView<T>& A, const T* B, const MatrixView<T>& C) {
  constexpr int columns = 4, strip = 8;
  const int n = model.nv();
  for (int j = 0; j < n; j += columns) {
    const int count = std::min(columns, n - j);
    const T* b[columns];
    int end = j;
    for (int c = 0; c < columns; ++c) {
      const int column = j + std::min(c, count - 1);
      b[c] = B + static_cast<std::ptrdiff_t>(column) * n;
      end = std::max(end, at(model.dof_subtree_end(), column));
    }
    for (int i = 0; i < n; i += strip) {
      const int rows = std::min(strip, n - i);
      T sum[columns][strip];
      for (auto& column : sum)
        for (T& s : column) s = T(0.0);
      const auto accumulate = [&](int first, int last) {
        for (int k = first; k <= last; ++k) {
          const T* const a = A.column(k) + i;
          for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c) sum[c][r] -= a[r] * b[c][k];
        }
      };
      detail::for_each_ancestor_run(model, at(model.dof_parent(), j), accumulate);
      accumulate(j, end - 1);
      for (int c = 0; c < count; ++c)
        for (int r = 0; r < rows; ++r) C(i + r, j + c) = sum[c][r];
    }
  }
}

}  // namespace

template <class T>
void rnea_derivatives(const Model& model, In<T> q, In<T> v, In<T> a, OutMatrix<T> dtau_dq,
                      OutMatrix<T> dtau_dv, OutMatrix<T> M, Workspace<T>& ws,
                      ExternalWrenches<T> external) {
  const int nv = model.nv();
  detail::require_size("rnea_derivatives", "q", q.size(), model.nq());
  detail::require_size("rnea_derivatives", "v", v.size(), nv);
  detail::require_size("rnea_derivatives", "a", a.size(), nv);
  detail::require_shape("rnea_derivatives", "dtau_dq", dtau_dq, nv, nv);
  detail::require_shape("rnea_derivatives", "dtau_dv", dtau_dv, nv, nv);
  detail::require_shape("rnea_derivatives", "M", M, nv, nv);
  const bool has_external = detail::gather_external("rnea_derivatives", model, external, ws);
  detail::world_positions(model, q.data(), v.data(), ws);
  derivatives_from_world<T>(model, q.data(), v.data(), a.data(), has_external, dtau_dq, dtau_dv, M, ws);
}

template <class T>
void aba_derivatives(const Model& model, In<T> q, In<T> v, In<T> tau, OutMatrix<T> da_dq,
                     OutMatrix<T> da_dv, OutMatrix<T> da_dtau, Workspace<T>& ws,
                     ExternalWrenches<T> external) {
  const int nv = model.nv();
  detail::require_shape("aba_derivatives", "da_dq", da_dq, nv, nv);
  detail::require_shape("aba_derivatives", "da_dv", da_dv, nv, nv);
  detail::require_shape("aba_derivatives", "da_dtau", da_dtau, nv, nv);
  aba(model, q, v, tau, Out<T>(ws.v_scratch), ws, external);
  detail::world_positions(model, q.data(), v.data(), ws);
  const MatrixView<T> dtau_dq(ws.matrix_q.data(), nv, nv, nv);
  const MatrixView<T> dtau_dv(ws.matrix_v.data(), nv, nv, nv);
  // da_dq holds M for a moment; it is not needed.
  derivatives_from_world<T>(model, q.data(), v.data(), ws.v_scratch.data(), !external.empty(), dtau_dq,
                            dtau_dv, da_dq, ws);
  mass_matrix_inverse(model, q, da_dtau, ws);
  minus_product(model, da_dtau, ws.matrix_q.data(), da_dq);
  minus_product(model, da_dtau, ws.matrix_v.data(), da_dv);
}

template <class T>
void rnea_wrench_derivative(const Model& model, const Kinematics<T>& kinematics, BodyId body,
                            OutMatrix<T> dtau_df) {
  detail::require_shape("rnea_wrench_derivative", "dtau_df", dtau_df, model.nv(), 6);
  const auto columns = kinematics.columns();
  const Transform<T> X_WB = kinematics.pose(model, model.body_frame(body));
  detail::set_zero(dtau_df);
  for (int n = model.body(body).node; n != 0; n = at(model.nodes(), n).parent) {
    const Node& node = at(model.nodes(), n);
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Motion<T> column = inverse_times(X_WB, at(columns, dof));
      for (int c = 0; c < 6; ++c) dtau_df(dof, c) = -column[c];
    }
  }
}

template <class T>
void aba_wrench_derivative(const Model& model, const Kinematics<T>& kinematics, BodyId body,
                           const MatrixX<std::type_identity_t<T>>& M_inverse, OutMatrix<T> da_df) {
  const int nv = model.nv();
  detail::require_size("aba_wrench_derivative", "M_inverse", M_inverse.rows(), nv);
  detail::require_size("aba_wrench_derivative", "M_inverse", M_inverse.cols(), nv);
  detail::require_shape("aba_wrench_derivative", "da_df", da_df, nv, 6);
  const auto columns = kinematics.columns();
  const Transform<T> X_WB = kinematics.pose(model, model.body_frame(body));
  detail::set_zero(da_df);
  for (int n = model.body(body).node; n != 0; n = at(model.nodes(), n).parent) {
    const Node& node = at(model.nodes(), n);
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Motion<T> column = inverse_times(X_WB, at(columns, dof));
      for (int c = 0; c < 6; ++c)
        for (int i = 0; i < nv; ++i) da_df(i, c) += M_inverse(i, dof) * column[c];
    }
  }
}

#define CATENA_INSTANTIATE(T)                                                                      \
  template void rnea_derivatives(const Model&, In<T>, In<T>, In<T>, OutMatrix<T>, OutMatrix<T>,     \
                                 OutMatrix<T>, Workspace<T>&, ExternalWrenches<T>);                 \
  template void aba_derivatives(const Model&, In<T>, In<T>, In<T>, OutMatrix<T>, OutMatrix<T>,      \
                                OutMatrix<T>, Workspace<T>&, ExternalWrenches<T>);                  \
  template void rnea_wrench_derivative(const Model&, const Kinematics<T>&, BodyId, OutMatrix<T>);   \
  template void aba_wrench_derivative(const Model&, const Kinematics<T>&, BodyId,                   \
                                      const MatrixX<T>&, OutMatrix<T>);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
