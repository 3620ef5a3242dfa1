// Articulated-body algorithm. All quantities of a node are in its own axes about its own origin; X
// is X_PC. A joint of several coordinates frees them one after the other, as if massless bodies
// stood between them, so that every pivot D is a number (Featherstone 2008, eqs. 7.42-7.48).
//
// Sums over children (IA, p) live per depth: in depth-first order only ancestors are unfinished.

#include "catena/dynamics/aba.hpp"

#include <algorithm>

#include "catena/dynamics/aba_passes.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

// Pass 1: where each node is and how it moves.
template <class T>
void sweep_out(const Model& model, const T* q, const T* v, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  ws.local[0].v = Motion<T>::zero();
  detail::prepare_turns(model, q, ws);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const Motion<T>& up = at(ws.local, node.parent).v;
    auto& local = ws.local[i];
    detail::visit_node(node, ws, [&](const auto& joint) CATENA_INLINE_LAMBDA {
      Transform<T> X;
      detail::joint_pose(model, node, joint, q, v, ws, X);
      // A root's parent is at rest.
      Motion<T> node_v = node.parent == 0 ? Motion<T>::zero() : inverse_times(X, up);
      joint.add_motion(node_v, v + node.v);
      local.X = X;
      local.v = node_v;
    });
  }
}

// A rigid inertia on top of what the children left; only its 15 entries that are not zero.
template <class T>
CATENA_INLINE void add_rigid(ArticulatedInertia<T>& IA, const Inertia<T>& I) {
  const Vec3<T>& h = I.moment;
  IA.a += I.rotational;
  IA.b.c0.y += h.z, IA.b.c0.z -= h.y;
  IA.b.c1.x -= h.z, IA.b.c1.z += h.x;
  IA.b.c2.x += h.y, IA.b.c2.y -= h.x;
  IA.c.xx += I.mass, IA.c.yy += I.mass, IA.c.zz += I.mass;
}

// Hands a node's articulated inertia and bias to its parent's sums; the last sibling, which comes
// first on the way in, starts them.
template <class T>
CATENA_INLINE void hand_down(const Node& node, typename Workspace<T>::Level& up,
                             const ArticulatedInertia<T>& Ia, const Force<T>& pa) {
  if (node.last_child) {
    up.IA = Ia;
    up.p = pa;
  } else {
    up.IA += Ia;
    up.p += pa;
  }
}

// A revolute joint without rotor inertia: freeing it leaves the angular z row and column of IA
// zero, so they are never computed, and pa_z is tau itself.
template <class T>
CATENA_INLINE void free_revolute(const Node& node, const typename Workspace<T>::LocalNode& local,
                                 const T& rate, const T& tau, const ArticulatedInertia<T>& IA,
                                 const Force<T>& p, typename Workspace<T>::Axis& axis,
                                 typename Workspace<T>::Level& up) {
  const Force<T> U = RevoluteJoint{}.inertia_times_column(IA, 0);
  const T D_inverse = T(1.0) / U.angular.z;
  const T u = tau - p.angular.z;
  axis = {U, D_inverse, u};
  if (node.parent == 0) return;
  const T wx = D_inverse * U.angular.x, wy = D_inverse * U.angular.y;
  const Vec3<T> wl = D_inverse * U.linear;
  const Vec3<T>& ul = U.linear;
  ArticulatedInertia<T> Ia;
  Ia.a.xx = IA.a.xx - wx * U.angular.x;
  Ia.a.xy = IA.a.xy - wx * U.angular.y;
  Ia.a.yy = IA.a.yy - wy * U.angular.y;
  Ia.b.c0.x = IA.b.c0.x - wx * ul.x, Ia.b.c0.y = IA.b.c0.y - wy * ul.x;
  Ia.b.c1.x = IA.b.c1.x - wx * ul.y, Ia.b.c1.y = IA.b.c1.y - wy * ul.y;
  Ia.b.c2.x = IA.b.c2.x - wx * ul.z, Ia.b.c2.y = IA.b.c2.y - wy * ul.z;
  Ia.c = {IA.c.xx - wl.x * ul.x, IA.c.xy - wl.x * ul.y, IA.c.xz - wl.x * ul.z,
          IA.c.yy - wl.y * ul.y, IA.c.yz - wl.y * ul.z, IA.c.zz - wl.z * ul.z};
  // pa = p + Ia c + U u / D with c = v x S rate, whose z components are zero.
  const T cx = local.v.angular.y * rate, cy = -(local.v.angular.x * rate);
  const T lx = local.v.linear.y * rate, ly = -(local.v.linear.x * rate);
  const Force<T> pa = {
      {p.angular.x + Ia.a.xx * cx + Ia.a.xy * cy + Ia.b.c0.x * lx + Ia.b.c1.x * ly + wx * u,
       p.angular.y + Ia.a.xy * cx + Ia.a.yy * cy + Ia.b.c0.y * lx + Ia.b.c1.y * ly + wy * u, tau},
      {p.linear.x + Ia.b.c0.x * cx + Ia.b.c0.y * cy + Ia.c.xx * lx + Ia.c.xy * ly + wl.x * u,
       p.linear.y + Ia.b.c1.x * cx + Ia.b.c1.y * cy + Ia.c.xy * lx + Ia.c.yy * ly + wl.y * u,
       p.linear.z + Ia.b.c2.x * cx + Ia.b.c2.y * cy + Ia.c.xz * lx + Ia.c.yz * ly + wl.z * u}};
  hand_down<T>(node, up, transform_freed_z(local.X, Ia), local.X * pa);
}

// A free body on which nothing hangs, without rotor inertia: what is left once its three
// translations are free is its inertia about the mass centre, and no coupling.
template <class T>
CATENA_INLINE void free_lone_body(const Node& node, const T* tau, const Force<T>& p,
                                  typename Workspace<T>::Axis* axes) {
  const T zero(0.0), m(node.inertia.mass), m_inverse = T(1.0) / m;
  const Vec3<T> h = Vec3<T>::from(node.inertia.moment);
  const Vec3<T> f = {tau[3] - p.linear.x, tau[4] - p.linear.y, tau[5] - p.linear.z};
  axes[3] = {{{zero, h.z, -h.y}, {m, zero, zero}}, m_inverse, f.x};
  axes[4] = {{{-h.z, zero, h.x}, {zero, m, zero}}, m_inverse, f.y};
  axes[5] = {{{h.y, -h.x, zero}, {zero, zero, m}}, m_inverse, f.z};
  const Vec3<T> turning = p.angular + m_inverse * cross(h, f);
  const Vec3<T> c = m_inverse * h;
  Sym3<T> J = Sym3<T>::from(node.inertia.rotational);
  J.xx = J.xx - c.y * h.y - c.z * h.z, J.xy += c.y * h.x, J.xz += c.z * h.x;
  J.yy = J.yy - c.x * h.x - c.z * h.z, J.yz += c.z * h.y;
  J.zz = J.zz - c.x * h.x - c.y * h.y;
  const T z_inverse = T(1.0) / J.zz, uz = tau[2] - turning.z;
  const T wx = z_inverse * J.xz, wy = z_inverse * J.yz;
  axes[2] = {{{J.xz, J.yz, J.zz}, Vec3<T>::zero()}, z_inverse, uz};
  const T xx = J.xx - wx * J.xz, xy = J.xy - wx * J.yz, yy = J.yy - wy * J.yz;
  const T y_inverse = T(1.0) / yy, uy = tau[1] - turning.y - wy * uz;
  axes[1] = {{{xy, yy, zero}, Vec3<T>::zero()}, y_inverse, uy};
  const T w = y_inverse * xy, x_left = xx - w * xy;
  axes[0] = {{{x_left, zero, zero}, Vec3<T>::zero()},
             T(1.0) / x_left,
             tau[0] - turning.x - wx * uz - w * uy};
}

// Any other joint: frees its coordinates from the last to the first. A coordinate whose
// acceleration is prescribed is not freed; what it does enters the bias.
template <class T, class Joint>
CATENA_INLINE void free_axes(const Model& model, const Node& node, const Joint& joint,
                             const typename Workspace<T>::LocalNode& local, const T* v,
                             const T* tau, const bool* prescribed, const T* a,
                             ArticulatedInertia<T>& IA, Force<T>& p,
                             typename Workspace<T>::Axis* axes, typename Workspace<T>::Level& up) {
  for (int k = node.nv - 1; k >= 0; --k) {
    auto& axis = axes[k];
    const Force<T> U = joint.inertia_times_column(IA, k);
    if (prescribed != nullptr && prescribed[k]) {
      p += a[k] * U;
      axis = {Force<T>::zero(), T(0.0), T(0.0)};
      continue;
    }
    const Motion<T> s = joint.template column<T>(k);
    axis.U = U;
    axis.D_inverse = T(1.0) / (dot(s, U) + T(model.armature()[node.v + k]));
    axis.u = tau[k] - dot(s, p);
    if (node.parent == 0 && k == 0) return;
    IA.subtract_outer(U, axis.D_inverse);
    p += (axis.u * axis.D_inverse) * U;
  }
  if (node.parent == 0) return;
  if constexpr (Joint::dofs != 0) {
    Motion<T> c = Motion<T>::zero();
    joint.add_bias(c, local.v, v);
    p += IA * c;
  }
  hand_down<T>(node, up, local.X * IA, local.X * p);
}

// Pass 2: articulated inertias and biases, from the leaves to the roots. `prescribed` is null, or
// says per coordinate whether its acceleration, found in `a`, is given.
template <class T>
void sweep_in(const Model& model, const T* v, const T* tau, const bool* prescribed, const T* a,
              bool has_external, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    const auto& local = ws.local[i];
    const auto& me = at(ws.levels, node.depth);
    auto& up = at(ws.levels, node.depth - 1);
    const Inertia<T> I = Inertia<T>::from(node.inertia);
    Force<T> p = cross(local.v, I * local.v);
    if (has_external) p -= ws.external[i];
    const bool is_leaf = node.subtree_end == static_cast<int>(i) + 1;
    if (is_leaf && node.kind == NodeKind::Free && node.parent == 0 && !node.has_armature &&
        (prescribed == nullptr || std::none_of(prescribed + node.v, prescribed + node.v + 6,
                                               [](bool is_given) { return is_given; }))) {
      free_lone_body<T>(node, tau + node.v, p, ws.axes.data() + node.v);
      continue;
    }
    ArticulatedInertia<T> IA;
    if (is_leaf) {
      IA = ArticulatedInertia<T>::from(I);
    } else {
      IA = me.IA;
      add_rigid(IA, I);
      p += me.p;
    }
    if (node.kind == NodeKind::Revolute && !node.has_armature &&
        (prescribed == nullptr || !prescribed[node.v])) {
      free_revolute<T>(node, local, v[node.v], tau[node.v], IA, p, at(ws.axes, node.v), up);
      continue;
    }
    detail::visit_node(node, ws, [&](const auto& joint) {
      free_axes<T>(model, node, joint, local, v + node.v, tau + node.v,
                   prescribed == nullptr ? nullptr : prescribed + node.v, a + node.v, IA, p,
                   ws.axes.data() + node.v, up);
    });
  }
}

// Pass 3: accelerations, from the roots to the leaves; `rise` is that of the world.
template <class T>
void sweep_accelerations(const Model& model, const T* v, const bool* prescribed,
                         const Vec3<T>& rise, T* a, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  ws.levels[0].a = {Vec3<T>::zero(), rise};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const auto& local = ws.local[i];
    auto& me = at(ws.levels, node.depth);
    detail::visit_node(node, ws, [&](const auto& joint) CATENA_INLINE_LAMBDA {
      const Motion<T>& up = at(ws.levels, node.depth - 1).a;
      Motion<T> acceleration =
          node.parent == 0
              ? Motion<T>{Vec3<T>::zero(), transpose_times(local.X.rotation, up.linear)}
              : inverse_times(local.X, up);
      joint.add_bias(acceleration, local.v, v + node.v);
      for (int k = 0; k < node.nv; ++k) {
        T& qdd = a[node.v + k];
        if (prescribed == nullptr || !prescribed[node.v + k]) {
          const auto& axis = at(ws.axes, node.v + k);
          qdd = (axis.u - dot(axis.U, acceleration)) * axis.D_inverse;
        }
        if constexpr (std::decay_t<decltype(joint)>::dofs == 1)
          joint.add_motion(acceleration, &qdd);
        else
          acceleration += qdd * joint.template column<T>(k);
      }
      me.a = acceleration;
    });
  }
}

template <class T>
void run(const char* function, const Model& model, In<T> q, In<T> v, In<T> tau,
         const bool* prescribed, Out<T> a, Workspace<T>& ws, ExternalWrenches<T> external) {
  detail::require_size(function, "q", q.size(), model.nq());
  detail::require_workspace(function, model, ws);
  detail::require_size(function, "v", v.size(), model.nv());
  detail::require_size(function, "tau", tau.size(), model.nv());
  detail::require_size(function, "a", a.size(), model.nv());
  const bool has_external = detail::gather_external(function, model, external, ws);
  sweep_out(model, q.data(), v.data(), ws);
  sweep_in<T>(model, v.data(), tau.data(), prescribed, a.data(), has_external, ws);
  sweep_accelerations<T>(model, v.data(), prescribed, Vec3<T>::from(-model.gravity()), a.data(),
                         ws);
}

}  // namespace

namespace detail {
template <class T>
void aba_outward(const Model& model, const T* q, const T* v, Workspace<T>& ws) {
  sweep_out(model, q, v, ws);
}
template <class T>
void aba_inward(const Model& model, const T* v, const T* tau, const bool* prescribed, const T* a,
                bool has_external, Workspace<T>& ws) {
  sweep_in<T>(model, v, tau, prescribed, a, has_external, ws);
}
template <class T>
void aba_accelerations(const Model& model, const T* v, const bool* prescribed, const Vec3<T>& rise,
                       T* a, Workspace<T>& ws) {
  sweep_accelerations<T>(model, v, prescribed, rise, a, ws);
}
}  // namespace detail

template <class T>
void aba(const Model& model, In<T> q, In<T> v, In<T> tau, Out<T> a, Workspace<T>& ws,
         ExternalWrenches<T> external) {
  run("aba", model, q, v, tau, nullptr, a, ws, external);
}

template <class T>
void hybrid_dynamics(const Model& model, In<T> q, In<T> v, Held prescribed, Out<T> tau, Out<T> a,
                     Workspace<T>& ws, ExternalWrenches<T> external) {
  detail::require_size("hybrid_dynamics", "prescribed", prescribed.size(), model.nv());
  run("hybrid_dynamics", model, q, v, In<T>(tau.data(), tau.size()), prescribed.data(), a, ws,
      external);
  // All accelerations are known now: inverse dynamics gives the efforts where they are missing.
  rnea(model, q, v, In<T>(a.data(), a.size()), Out<T>(ws.v_scratch), ws, external);
  for (int k = 0; k < model.nv(); ++k)
    if (prescribed[k]) tau[k] = at(ws.v_scratch, k);
}

template <class T>
void hybrid_accelerations(const Model& model, In<T> q, In<T> v, Held prescribed, In<T> tau,
                          Out<T> a, Workspace<T>& ws, ExternalWrenches<T> external) {
  detail::require_size("hybrid_accelerations", "prescribed", prescribed.size(), model.nv());
  run("hybrid_accelerations", model, q, v, tau, prescribed.data(), a, ws, external);
}

#define CATENA_INSTANTIATE(T)                                                                      \
  template void detail::aba_outward(const Model&, const T*, const T*, Workspace<T>&);              \
  template void detail::aba_inward(const Model&, const T*, const T*, const bool*, const T*, bool,  \
                                   Workspace<T>&);                                                 \
  template void detail::aba_accelerations(const Model&, const T*, const bool*, const Vec3<T>&, T*, \
                                          Workspace<T>&);                                          \
  template void aba(const Model&, In<T>, In<T>, In<T>, Out<T>, Workspace<T>&,                      \
                    ExternalWrenches<T>);                                                          \
  template void hybrid_dynamics(const Model&, In<T>, In<T>, Held, Out<T>, Out<T>, Workspace<T>&,   \
                                ExternalWrenches<T>);                                              \
  template void hybrid_accelerations(const Model&, In<T>, In<T>, Held, In<T>, Out<T>,              \
                                     Workspace<T>&, ExternalWrenches<T>);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
