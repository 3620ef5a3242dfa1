// M^-1 without M, in world axes (see world_pass.hpp). Column i of the lower triangle holds
// M^-1(i, j) for the dofs j >= i.
//
// Inwards, freeing dof i as in the articulated-body algorithm, F_j is the force through dof i per
// unit effort at dof j of its subtree; outwards, P_j is the acceleration of i's body per unit
// effort at j. Dofs of one joint count as a chain.

#include <algorithm>

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/world_pass.hpp"

namespace catena {

template <class T>
void mass_matrix_inverse(const Model& model, In<T> q, OutMatrix<T> M_inverse, Workspace<T>& ws) {
  detail::require_size("mass_matrix_inverse", "q", q.size(), model.nq());
  detail::require_shape("mass_matrix_inverse", "M_inverse", M_inverse, model.nv(), model.nv());
  detail::world_positions(model, q.data(), static_cast<const T*>(nullptr), ws);
  detail::mass_matrix_inverse_from_world<T>(model, nullptr, M_inverse, ws);
}

namespace detail {

namespace {

// How a loop over consecutive dofs reads and writes: one number, or four doubles in a Pack4.
template <class T>
struct One {
  CATENA_INLINE static T load(const T* from) { return *from; }
  CATENA_INLINE static void store(T* to, const T& value) { *to = value; }
  // Writes along a row of a column-major matrix.
  CATENA_INLINE static void store_row(T* to, Eigen::Index, const T& value) { *to = value; }
};
struct Four {
  CATENA_INLINE static Pack4 load(const double* from) { return Pack4::load(from); }
  CATENA_INLINE static void store(double* to, const Pack4& value) { value.store(to); }
  CATENA_INLINE static void store_row(double* to, Eigen::Index stride, const Pack4& value) {
    for (std::size_t l = 0; l < Pack4::lanes; ++l)
      to[static_cast<Eigen::Index>(l) * stride] = value[l];
  }
};

// Runs f(j, access) over [begin, end), each j once; doubles four at a time as long as they last.
template <class T, class F>
CATENA_INLINE void for_each_in_range(int begin, int end, F&& f) {
  int j = begin;
  if constexpr (std::is_same_v<T, double>)
    for (; j + 4 <= end; j += 4) f(j, Four{});
  for (; j < end; ++j) f(j, One<T>{});
}

// Column j of six rows, dotted with a spatial vector.
template <class Access, class T, class Vector>
CATENA_INLINE auto dot_rows(Access access, const std::array<T*, 6>& rows, int j, const Vector& x) {
  return access.load(rows[0] + j) * x.angular.x + access.load(rows[1] + j) * x.angular.y +
         access.load(rows[2] + j) * x.angular.z + access.load(rows[3] + j) * x.linear.x +
         access.load(rows[4] + j) * x.linear.y + access.load(rows[5] + j) * x.linear.z;
}

// to[.][j] = from[.][j] + x m.
template <class Access, class T, class Vector, class Number>
CATENA_INLINE void add_scaled(Access access, const std::array<T*, 6>& to,
                              const std::array<T*, 6>& from, int j, const Vector& x,
                              const Number& m) {
  access.store(to[0] + j, access.load(from[0] + j) + m * x.angular.x);
  access.store(to[1] + j, access.load(from[1] + j) + m * x.angular.y);
  access.store(to[2] + j, access.load(from[2] + j) + m * x.angular.z);
  access.store(to[3] + j, access.load(from[3] + j) + m * x.linear.x);
  access.store(to[4] + j, access.load(from[4] + j) + m * x.linear.y);
  access.store(to[5] + j, access.load(from[5] + j) + m * x.linear.z);
}

// With `tau`, forward dynamics comes along: ws.world[n].f is the bias force and ws.world[n].a the
// bias acceleration of node n on entry, and ws.axes[i].u is found as in aba().
template <class T>
void sweep_in(const Model& model, const T* tau, const MatrixView<T>& inverse, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  const auto F = ws.F.rows();
  for (std::size_t n = nodes.size() - 1; n > 0; --n) {
    const Node& node = nodes[n];
    const bool leaf = node.subtree_end == static_cast<int>(n) + 1;
    ArticulatedInertia<T> IA = ArticulatedInertia<T>::from(ws.composites[n].dense());
    if (!leaf) IA += at(ws.levels, node.depth).IA;
    Force<T> p = Force<T>::zero();
    if (tau != nullptr) p = leaf ? ws.world[n].f : ws.world[n].f + at(ws.levels, node.depth).p;
    for (int i = node.v + node.nv - 1; i >= node.v; --i) {
      const Motion<T> S = at(ws.S, i);
      const Force<T> U = IA * S;
      const T D_inverse = T(1.0) / (dot(S, U) + T(model.armature()[i]));
      const T u = tau != nullptr ? tau[i] - dot(S, p) : T(0.0);
      at(ws.axes, i) = {U, D_inverse, u};
      if (tau != nullptr) p += (u * D_inverse) * U;
      if (node.parent != 0 || i > node.v) IA.subtract_outer(U, D_inverse);
      T* const column = inverse.column(i);
      const int end = at(model.dof_subtree_end(), i);
      column[i] = D_inverse;
      for (int c = 0; c < 6; ++c) F[static_cast<std::size_t>(c)][i] = D_inverse * U[c];
      const Motion<T> s = -D_inverse * S;
      for_each_in_range<T>(i + 1, end, [&](int j, auto access) {
        const auto m = dot_rows(access, F, j, s);
        access.store(column + j, m);
        add_scaled(access, F, F, j, U, m);
      });
    }
    if (node.parent == 0) continue;
    auto& up = at(ws.levels, node.depth - 1);
    if (tau != nullptr) {
      const Force<T> pa = p + IA * ws.world[n].a;
      up.p = node.last_child ? pa : up.p + pa;
    }
    if (node.last_child)
      up.IA = IA;
    else
      up.IA += IA;
  }
}

template <class T>
void sweep_out(const Model& model, const MatrixView<T>& inverse, Workspace<T>& ws) {
  const int nv = model.nv();
  for (int i = 0; i < nv; ++i) {
    const int parent = at(model.dof_parent(), i);
    const Force<T> w = -at(ws.axes, i).D_inverse * at(ws.axes, i).U;
    const Motion<T> S = at(ws.S, i);
    T* const column = inverse.column(i);
    for (int j = at(model.dof_subtree_end(), i); j < nv; ++j) column[j] = T(0.0);
    const auto P = at(ws.P, at(ws.branching_level, i)).rows();
    if (parent < 0)
      for (T* const row : P) std::fill(row + i, row + nv, T(0.0));
    const auto P_above = parent < 0 ? P : at(ws.P, at(ws.branching_level, parent)).rows();
    for_each_in_range<T>(i, nv, [&](int j, auto access) {
      const auto m = access.load(column + j) + dot_rows(access, P_above, j, w);
      access.store(column + j, m);
      access.store_row(&inverse(i, j), inverse.stride(), m);
      add_scaled(access, P, P_above, j, S, m);
    });
  }
}

}  // namespace

template <class T>
void mass_matrix_inverse_from_world(const Model& model, const T* tau, const MatrixView<T>& inverse,
                                    Workspace<T>& ws) {
  sweep_in(model, tau, inverse, ws);
  sweep_out(model, inverse, ws);
}

template void mass_matrix_inverse_from_world(const Model&, const double*, const MatrixView<double>&,
                                             Workspace<double>&);
template void mass_matrix_inverse_from_world(const Model&, const Pack4*, const MatrixView<Pack4>&,
                                             Workspace<Pack4>&);

}  // namespace detail

template void mass_matrix_inverse(const Model&, In<double>, OutMatrix<double>, Workspace<double>&);
template void mass_matrix_inverse(const Model&, In<Pack4>, OutMatrix<Pack4>, Workspace<Pack4>&);

}  // namespace catena
