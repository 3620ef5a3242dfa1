// Derivatives of inverse dynamics after Singh, Russell & Wensing 2022 ("Efficient analytical
// derivatives of rigid-body dynamics using spatial vector algebra"), in world axes
// (world_pass.hpp).
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

#include "catena/dynamics/tree_product.hpp"
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
                      const Transform<T>& X, const Motion<T>& v_parent, const Motion<T>& v_node,
                      Workspace<T>& ws) {
  for (int k = 0; k < node.nv; ++k) {
    CustomJointSlopes<T> slopes;
    at(model.custom_joints(), node.custom)->slopes(q + node.q, v + node.v, k, slopes);
    Motion<T> by_velocity = Motion<T>::zero(), by_acceleration = Motion<T>::zero();
    for (int l = 0; l < node.nv; ++l) {
      const Motion<T> S_lk = X * at(slopes.dS_dq, l);
      by_velocity += v[node.v + l] * S_lk;
      by_acceleration += a[node.v + l] * S_lk;
    }
    auto& terms = at(ws.terms, node.v + k);
    terms.Psi_dot += by_velocity;
    terms.Psi_ddot += by_acceleration + cross(v_parent, by_velocity) + cross(v_node, by_velocity) +
                      X * slopes.dbias_dq;
    terms.E += X * slopes.dbias_dv;
  }
}

// Velocities, momenta and what of the per-dof terms above follows from them; ws.world[i].a and f
// become the bias acceleration and the bias force. Needs world_positions() with v.
template <class T>
void sweep_velocities(const Model& model, const T* v, bool has_external, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  ws.world[0].v = Motion<T>::zero();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    auto& me = ws.world[i];
    const Motion<T> v_parent = at(ws.world, node.parent).v;
    Motion<T> node_v = v_parent, bias = Motion<T>::zero();
    for (int dof = node.v; dof < node.v + node.nv; ++dof) node_v += v[dof] * at(ws.S, dof);
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Motion<T> S = at(ws.S, dof);
      const Motion<T> Psi_dot = cross(v_parent, S), S_dot = cross(node_v, S);
      bias += v[dof] * S_dot;
      at(ws.terms, dof).Psi_dot = Psi_dot;
      at(ws.terms, dof).E = Psi_dot + S_dot;
    }
    if (node.kind == NodeKind::Custom)
      bias += ws.poses[i].dense() * at(ws.custom, node.custom).bias;
    me.v = node_v;
    me.a = bias;
    me.I = ws.composites[i].dense();
    me.h = me.I * node_v;
    me.f = cross(node_v, me.h);
    if (has_external) me.f -= ws.poses[i].dense() * ws.external[i];
  }
}

// Accelerations, forces and the rest of the per-dof terms. `a` is given; or, with `solve`, found
// from ws.axes as in the last pass of aba().
template <class T>
void sweep_accelerations(const Model& model, const T* q, const T* v, T* a, bool solve,
                         Workspace<T>& ws) {
  const auto nodes = model.nodes();
  ws.world[0].a = {Vec3<T>::zero(), Vec3<T>::from(-model.gravity())};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    auto& me = ws.world[i];
    const Motion<T> v_parent = at(ws.world, node.parent).v, a_parent = at(ws.world, node.parent).a;
    Motion<T> node_a = a_parent + me.a;
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Motion<T> S = at(ws.S, dof);
      const auto& axis = at(ws.axes, dof);
      if (solve) a[dof] = (axis.u - dot(node_a, axis.U)) * axis.D_inverse;
      node_a += a[dof] * S;
      auto& terms = at(ws.terms, dof);
      terms.Psi_ddot = cross(a_parent, S) + cross(v_parent, terms.Psi_dot);
    }
    me.a = node_a;
    if (node.kind == NodeKind::Custom)
      add_custom_terms(model, node, q, v, a, ws.poses[i].dense(), v_parent, me.v, ws);
    const Inertia<T> I = me.I;
    me.f += I * node_a;
    me.I_rate = rotational_rate(I, me.v);
  }
}

// 2B m of a subtree.
template <class T>
CATENA_INLINE Force<T> twice_B(const typename Workspace<T>::WorldNode& sum, const Motion<T>& m) {
  const Vec3<T>& w = m.angular;
  return {sum.I_rate * w + cross(w, sum.h.angular), T(2.0) * cross(w, sum.h.linear)};
}

// What the change of one dof does to the forces of the subtree that it moves.
template <class T>
struct SubtreeForces {
  Force<T> by_q, by_v, by_a;  // 2B Psi_dot + I Psi_ddot, 2B S + I E, I S
};
template <class T>
CATENA_INLINE SubtreeForces<T> subtree_forces(const typename Workspace<T>::WorldNode& sum,
                                              const Motion<T>& S,
                                              const typename Workspace<T>::DofTerms& terms) {
  return {twice_B<T>(sum, terms.Psi_dot) + sum.I * terms.Psi_ddot,
          twice_B<T>(sum, S) + sum.I * terms.E, sum.I * S};
}

// The matrices that are asked for; M is left out where its inverse is known already.
template <class T, bool with_M>
struct Outputs {
  MatrixView<T> dq, dv, M;
};

// Entries between the dofs i (column) and j (row) of one joint, whose axes turn with the subtree;
// the axes of a custom joint move in it besides.
template <class T, bool with_M>
void joint_column(const Model& model, const Node& node, int i, const SubtreeForces<T>& forces,
                  const T* q, const T* v, const typename Workspace<T>::WorldNode& sum,
                  const Outputs<T, with_M>& out, Workspace<T>& ws) {
  for (int j = node.v; j < node.v + node.nv; ++j) {
    const Motion<T>& S = at(ws.S, j);
    out.dq(j, i) = dot(S, forces.by_q);
    out.dv(j, i) = dot(S, forces.by_v);
    if constexpr (with_M) out.M(j, i) = dot(S, forces.by_a);
  }
  if constexpr (with_M) out.M(i, i) += T(model.armature()[i]);
  if (node.kind != NodeKind::Custom) return;
  CustomJointSlopes<T> slopes;
  at(model.custom_joints(), node.custom)->slopes(q + node.q, v + node.v, i - node.v, slopes);
  const Force<T> f_local = inverse_times(at(ws.poses, at(model.dof_node(), i)).dense(), sum.f);
  for (int j = node.v; j < node.v + node.nv; ++j)
    out.dq(j, i) += dot(at(slopes.dS_dq, j - node.v), f_local);
}

// For an ancestor's axis S: its products with the forces by q, v and a, and with an angular vector.
template <class T>
class AxisProducts {
 public:
  AxisProducts(const SubtreeForces<T>& f, const Vec3<T>& x) : f_(f), x_(x) {}
  CATENA_INLINE std::array<T, 4> operator()(const Motion<T>& S) const {
    return {dot(S, f_.by_q), dot(S, f_.by_v), dot(S, f_.by_a), dot(S.angular, x_)};
  }

 private:
  SubtreeForces<T> f_;
  Vec3<T> x_;
};
// The four products of doubles fill the four lanes of a pack.
template <>
class AxisProducts<double> {
 public:
  AxisProducts(const SubtreeForces<double>& f, const Vec3<double>& x) {
    for (int c = 0; c < 6; ++c)
      rows_[c] = Pack4(f.by_q[c], f.by_v[c], f.by_a[c], c < 3 ? x[c] : 0.0);
  }
  CATENA_INLINE Pack4 operator()(const Motion<double>& S) const {
    return rows_[0] * S.angular.x + rows_[1] * S.angular.y + rows_[2] * S.angular.z +
           rows_[3] * S.linear.x + rows_[4] * S.linear.y + rows_[5] * S.linear.z;
  }

 private:
  Pack4 rows_[6];
};

// Entries between dof i and the dofs of all joints above it.
template <class T, bool with_M>
CATENA_INLINE void ancestor_entries(const Model& model, const Node& node, int i,
                                    SubtreeForces<T> forces,
                                    const typename Workspace<T>::WorldNode& sum,
                                    const Outputs<T, with_M>& out, Workspace<T>& ws) {
  const Motion<T>* const S = ws.S.data();
  const auto* const terms = ws.terms.data();
  const Vec3<T> BS = sum.I_rate * S[i].angular + cross(sum.h.angular, S[i].angular) +
                     T(2.0) * cross(sum.h.linear, S[i].linear);  // (2B)^T S has no linear part
  forces.by_q += cross(S[i], sum.f);
  const Force<T> IS = forces.by_a;
  const AxisProducts<T> products(forces, BS);
  T *const dq = out.dq.column(i), *const dv = out.dv.column(i);
  T *const dq_row = &out.dq(i, 0), *const dv_row = &out.dv(i, 0);
  detail::for_each_ancestor(model, at(model.dof_parent(), node.v), [&](std::ptrdiff_t j) {
    const auto s = products(S[j]);
    dq[j] = s[0];
    dv[j] = s[1];
    if constexpr (with_M) out.M(j, i) = out.M(i, j) = s[2];
    dq_row[j * out.dq.stride()] = dot(terms[j].Psi_ddot, IS) + dot(terms[j].Psi_dot.angular, BS);
    dv_row[j * out.dv.stride()] = dot(terms[j].E, IS) + s[3];
  });
}

template <class T, bool with_M>
void sweep_in(const Model& model, const T* q, const T* v, const Outputs<T, with_M>& out,
              Workspace<T>& ws) {
  const auto nodes = model.nodes();
  for (std::size_t n = nodes.size() - 1; n > 0; --n) {
    const Node& node = nodes[n];
    const auto& sum = ws.world[n];  // descendants have been added
    for (int i = node.v; i < node.v + node.nv; ++i) {
      const SubtreeForces<T> forces = subtree_forces<T>(sum, at(ws.S, i), at(ws.terms, i));
      joint_column(model, node, i, forces, q, v, sum, out, ws);
      ancestor_entries(model, node, i, forces, sum, out, ws);
    }
    if (node.parent == 0) continue;
    auto& up = at(ws.world, node.parent);
    up.I += sum.I;
    up.h += sum.h;
    up.f += sum.f;
    up.I_rate += sum.I_rate;
  }
}

// Derivatives from the results of both sweeps above.
template <class T, bool with_M>
void derivatives_from_world(const Model& model, const T* q, const T* v,
                            const Outputs<T, with_M>& out, Workspace<T>& ws) {
  detail::set_zero(out.dq);
  detail::set_zero(out.dv);
  if constexpr (with_M) detail::set_zero(out.M);
  sweep_in(model, q, v, out, ws);
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
  sweep_velocities(model, v.data(), has_external, ws);
  T* const accelerations = ws.v_scratch.data();
  std::copy_n(a.data(), nv, accelerations);
  sweep_accelerations(model, q.data(), v.data(), accelerations, false, ws);
  derivatives_from_world<T, true>(model, q.data(), v.data(), {dtau_dq, dtau_dv, M}, ws);
}

template <class T>
void aba_derivatives(const Model& model, In<T> q, In<T> v, In<T> tau, OutMatrix<T> da_dq,
                     OutMatrix<T> da_dv, OutMatrix<T> da_dtau, Workspace<T>& ws,
                     ExternalWrenches<T> external) {
  const int nv = model.nv();
  detail::require_shape("aba_derivatives", "da_dq", da_dq, nv, nv);
  detail::require_shape("aba_derivatives", "da_dv", da_dv, nv, nv);
  detail::require_shape("aba_derivatives", "da_dtau", da_dtau, nv, nv);
  detail::require_size("aba_derivatives", "q", q.size(), model.nq());
  detail::require_size("aba_derivatives", "v", v.size(), nv);
  detail::require_size("aba_derivatives", "tau", tau.size(), nv);
  const bool has_external = detail::gather_external("aba_derivatives", model, external, ws);
  detail::world_positions(model, q.data(), v.data(), ws);
  sweep_velocities(model, v.data(), has_external, ws);
  // The inverse of M finds the articulated inertias; forward dynamics in the same pass costs
  // little.
  detail::mass_matrix_inverse_from_world(model, tau.data(), da_dtau, ws);
  sweep_accelerations(model, q.data(), v.data(), ws.v_scratch.data(), true, ws);
  // d a = -M^-1 d tau, in place.
  derivatives_from_world<T, false>(model, q.data(), v.data(), {da_dq, da_dv, da_dtau}, ws);
  detail::minus_tree_product(model, da_dtau, da_dq, ws.panel.data());
  detail::minus_tree_product(model, da_dtau, da_dv, ws.panel.data());
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

#define CATENA_INSTANTIATE(T)                                                                     \
  template void rnea_derivatives(const Model&, In<T>, In<T>, In<T>, OutMatrix<T>, OutMatrix<T>,   \
                                 OutMatrix<T>, Workspace<T>&, ExternalWrenches<T>);               \
  template void aba_derivatives(const Model&, In<T>, In<T>, In<T>, OutMatrix<T>, OutMatrix<T>,    \
                                OutMatrix<T>, Workspace<T>&, ExternalWrenches<T>);                \
  template void rnea_wrench_derivative(const Model&, const Kinematics<T>&, BodyId, OutMatrix<T>); \
  template void aba_wrench_derivative(const Model&, const Kinematics<T>&, BodyId,                 \
                                      const MatrixX<T>&, OutMatrix<T>);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
