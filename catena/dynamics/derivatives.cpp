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

// The terms of a joint whose motion subspace changes with q; S_lk = dS_l/dq_k, in world axes.
template <class T>
void add_custom_terms(const Model& model, const Node& node, const T* q, const T* v, const T* a,
                      const Transform<T>& X, const MotionColumns<T>& v_parent,
                      const MotionColumns<T>& v_node, Workspace<T>& ws) {
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
    const auto S_rate = MotionColumns<T>::from(by_velocity);
    terms.Psi_dot += S_rate;
    terms.Psi_ddot += MotionColumns<T>::from(by_acceleration + X * slopes.dbias_dq) +
                      cross(v_parent, S_rate) + cross(v_node, S_rate);
    terms.E += MotionColumns<T>::from(X * slopes.dbias_dv);
  }
}

// Velocities, momenta and what of the per-dof terms above follows from them; a and f of
// ws.moving[i] become the bias acceleration and the bias force. Needs world_positions() with v.
template <class T>
void sweep_velocities(const Model& model, const T* v, bool has_external, Workspace<T>& ws) {
  using Motions = MotionColumns<T>;
  const auto nodes = model.nodes();
  ws.moving[0].v = Motions::zero();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    auto& me = ws.moving[i];
    const Motions v_parent = at(ws.moving, node.parent).v;
    Motions node_v = v_parent, bias = Motions::zero();
    if (node.nv == 1) {  // v_i x S = v_p x S
      const Motions S = Motions::load(at(ws.S, node.v)), Psi_dot = cross(v_parent, S);
      node_v += S * Spread<T>(v[node.v]);
      bias = Psi_dot * Spread<T>(v[node.v]);
      at(ws.terms, node.v).Psi_dot = Psi_dot;
      at(ws.terms, node.v).E = Psi_dot + Psi_dot;
    } else {
      for (int dof = node.v; dof < node.v + node.nv; ++dof)
        node_v += Motions::load(at(ws.S, dof)) * Spread<T>(v[dof]);
      for (int dof = node.v; dof < node.v + node.nv; ++dof) {
        const Motions S = Motions::load(at(ws.S, dof));
        const Motions Psi_dot = cross(v_parent, S), S_dot = cross(node_v, S);
        bias += S_dot * Spread<T>(v[dof]);
        at(ws.terms, dof).Psi_dot = Psi_dot;
        at(ws.terms, dof).E = Psi_dot + S_dot;
      }
    }
    if (node.kind == NodeKind::Custom)
      bias += Motions::from(ws.poses[i].dense() * at(ws.custom, node.custom).bias);
    me.v = node_v;
    me.a = bias;
    me.h = ws.composites[i] * node_v;
    me.f = cross(node_v, me.h);
    if (has_external) me.f -= ForceColumns<T>::from(ws.poses[i].dense() * ws.external[i]);
  }
}

// Accelerations, forces and the rest of the per-dof terms. `a` is given; or, with `solve`, found
// from ws.axes as in the last pass of aba().
template <class T>
void sweep_accelerations(const Model& model, const T* q, const T* v, T* a, bool solve,
                         Workspace<T>& ws) {
  using Motions = MotionColumns<T>;
  const auto nodes = model.nodes();
  ws.moving[0].a = Motions::from({Vec3<T>::zero(), Vec3<T>::from(-model.gravity())});
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    auto& me = ws.moving[i];
    const auto& parent = at(ws.moving, node.parent);
    const Motions v_parent = parent.v, a_parent = parent.a;
    Motions node_a = a_parent + me.a;
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      const Motions S = Motions::load(at(ws.S, dof));
      const auto& axis = at(ws.axes, dof);
      if (solve) a[dof] = (axis.u - dot(node_a, ForceColumns<T>::load(axis.U))) * axis.D_inverse;
      node_a += S * Spread<T>(a[dof]);
      auto& terms = at(ws.terms, dof);
      terms.Psi_ddot = cross(a_parent, S) + cross(v_parent, terms.Psi_dot);
    }
    me.a = node_a;
    if (node.kind == NodeKind::Custom)
      add_custom_terms(model, node, q, v, a, ws.poses[i].dense(), v_parent, me.v, ws);
    for (int dof = node.v; dof < node.v + node.nv; ++dof) {
      auto& terms = at(ws.terms, dof);
      terms.as_ancestor.set(terms.Psi_ddot, terms.E, terms.Psi_dot.angular,
                            load_column(at(ws.S, dof).angular));
    }
    me.f += ws.composites[i] * node_a;
    me.J_rate = rotational_rate(ws.composites[i], me.v);
  }
}

// 2B m + I x of a subtree.
template <class T>
CATENA_INLINE ForceColumns<T> subtree_force(const CompositeInertia<T>& I,
                                            const typename Workspace<T>::MovingNode& sum,
                                            const Column<T>& w, const MotionColumns<T>& x) {
  return {
      sum.J_rate * w +
          (I.j0 * spread<T, 0>(x.angular) + I.j1 * spread<T, 1>(x.angular) +
           I.j2 * spread<T, 2>(x.angular)) +
          cross_columns(w, sum.h.angular, I.h, x.linear),
      x.linear * Spread<T>(I.mass) + cross_columns(w, sum.h.linear + sum.h.linear, x.angular, I.h)};
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
                  const T* q, const T* v, const typename Workspace<T>::MovingNode& sum,
                  const Outputs<T, with_M>& out, Workspace<T>& ws) {
  for (int j = node.v; j < node.v + node.nv; ++j) {
    const auto S = MotionColumns<T>::load(at(ws.S, j));
    out.dq(j, i) = dot(S, forces.by_q);
    out.dv(j, i) = dot(S, forces.by_v);
    if constexpr (with_M) out.M(j, i) = dot(S, forces.by_a);
  }
  if constexpr (with_M) out.M(i, i) += T(model.armature()[i]);
  if (node.kind != NodeKind::Custom) return;
  CustomJointSlopes<T> slopes;
  at(model.custom_joints(), node.custom)->slopes(q + node.q, v + node.v, i - node.v, slopes);
  const Force<T> f_local =
      inverse_times(at(ws.poses, at(model.dof_node(), i)).dense(), sum.f.dense());
  for (int j = node.v; j < node.v + node.nv; ++j)
    out.dq(j, i) += dot(at(slopes.dS_dq, j - node.v), f_local);
}

// Entries between dof i and the dofs of all joints above it.
template <class T, bool with_M>
CATENA_INLINE void ancestor_entries(const Model& model, const Node& node, int i,
                                    SubtreeForces<T> forces,
                                    const typename Workspace<T>::MovingNode& sum,
                                    const Outputs<T, with_M>& out, Workspace<T>& ws) {
  const Motion<T>* const S = ws.S.data();
  const auto* const terms = ws.terms.data();
  const auto S_i = MotionColumns<T>::load(S[i]);
  // (2B)^T S has no linear part.
  const Column<T> BS =
      sum.J_rate * S_i.angular +
      cross_columns(sum.h.angular, S_i.angular, sum.h.linear + sum.h.linear, S_i.linear);
  forces.by_q += cross(S_i, sum.f);
  const ForceProducts<T> column_products(forces);
  const RowFactors<T> row_factors(forces.by_a, BS);
  T *const dq = out.dq.column(i), *const dv = out.dv.column(i);
  T *const dq_row = &out.dq(i, 0), *const dv_row = &out.dv(i, 0);
  detail::for_each_ancestor(model, at(model.dof_parent(), node.v),
                            [&](std::ptrdiff_t j) CATENA_INLINE_LAMBDA {
                              const auto column = column_products(S[j]);
                              dq[j] = column[0];
                              dv[j] = column[1];
                              if constexpr (with_M) out.M(j, i) = out.M(i, j) = column[2];
                              const auto row = terms[j].as_ancestor * row_factors;
                              dq_row[j * out.dq.stride()] = row[0];
                              dv_row[j * out.dv.stride()] = row[1];
                            });
}

template <class T, bool with_M>
void sweep_in(const Model& model, const T* q, const T* v, const Outputs<T, with_M>& out,
              Workspace<T>& ws) {
  const auto nodes = model.nodes();
  for (std::size_t n = nodes.size() - 1; n > 0; --n) {
    const Node& node = nodes[n];
    const auto& sum = ws.moving[n];  // descendants have been added
    const auto& I = ws.composites[n];
    for (int i = node.v; i < node.v + node.nv; ++i) {
      const auto S = MotionColumns<T>::load(at(ws.S, i));
      const auto& terms = at(ws.terms, i);
      const SubtreeForces<T> forces = {
          subtree_force<T>(I, sum, terms.Psi_dot.angular, terms.Psi_ddot),
          subtree_force<T>(I, sum, S.angular, terms.E), I * S};
      joint_column(model, node, i, forces, q, v, sum, out, ws);
      if (node.parent != 0) ancestor_entries(model, node, i, forces, sum, out, ws);
    }
    if (node.parent == 0) continue;
    auto& up = at(ws.moving, node.parent);
    at(ws.composites, node.parent) += I;
    up.h += sum.h;
    up.f += sum.f;
    up.J_rate += sum.J_rate;
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
  detail::require_workspace("rnea_derivatives", model, ws);
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
  detail::require_workspace("aba_derivatives", model, ws);
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
  detail::minus_tree_products(model, da_dtau, da_dq, da_dv, ws);
}

#define CATENA_INSTANTIATE(T)                                                                   \
  template void rnea_derivatives(const Model&, In<T>, In<T>, In<T>, OutMatrix<T>, OutMatrix<T>, \
                                 OutMatrix<T>, Workspace<T>&, ExternalWrenches<T>);             \
  template void aba_derivatives(const Model&, In<T>, In<T>, In<T>, OutMatrix<T>, OutMatrix<T>,  \
                                OutMatrix<T>, Workspace<T>&, ExternalWrenches<T>);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
