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
  detail::require_workspace("mass_matrix_inverse", model, ws);
  detail::require_shape("mass_matrix_inverse", "M_inverse", M_inverse, model.nv(), model.nv());
  detail::world_positions(model, q.data(), static_cast<const T*>(nullptr), ws);
  detail::mass_matrix_inverse_from_world<T>(model, nullptr, M_inverse, ws);
}

namespace detail {

namespace {

// How a loop over consecutive dofs works: by one number, or by four doubles in a Pack4.
template <class T>
struct One {
  CATENA_INLINE static T load(const T* from) { return *from; }
  CATENA_INLINE static void store(T* to, const T& value) { *to = value; }
  // `value`, or `other` at place `k`, which may be no place.
  CATENA_INLINE static T replace(const T& value, int k, const T& other) {
    return k == 0 ? other : value;
  }
  // The first `count` places of `value`; zero behind them.
  CATENA_INLINE static T keep(const T& value, int) { return value; }
};
struct Four {
  CATENA_INLINE static Pack4 load(const double* from) { return Pack4::load(from); }
  CATENA_INLINE static void store(double* to, const Pack4& value) { value.store(to); }
  CATENA_INLINE static Pack4 replace(const Pack4& zero_at_k, int k, double other) {
    static constexpr double units[] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0};
    return zero_at_k + Pack4::load(units + std::min(3 - k, 4)) * other;
  }
  CATENA_INLINE static Pack4 keep(const Pack4& value, int count) {
    static constexpr double ones[] = {1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0};
    return value * Pack4::load(ones + std::max(4 - count, 0));
  }
};

// Runs f(j, access) over [begin, end). Doubles go in aligned fours that end at n, n - 4, ...
// (SpatialRows): a pack is then read as it was written by the dof before, which a processor
// forwards without waiting. The first and last four may reach beyond the range.
template <class T, class F>
CATENA_INLINE void for_each_in_range(int begin, int end, int n, F&& f) {
  int j = begin;
  if constexpr (std::is_same_v<T, double>) {
    const int first = n % 4;
    for (; j < std::min(first, end); ++j) f(j, One<T>{});
    if (j == end) return;
    for (j -= (j - first) % 4; j < end; j += 4) f(j, Four{});
  } else {
    for (; j < end; ++j) f(j, One<T>{});
  }
}

// Column j of six rows, dotted with a spatial vector.
template <class Access, class T, class Vector>
CATENA_INLINE auto dot_rows(Access access, const std::array<T*, 6>& rows, int j, const Vector& x) {
  return access.load(rows[0] + j) * x.angular.x + access.load(rows[1] + j) * x.angular.y +
         access.load(rows[2] + j) * x.angular.z + access.load(rows[3] + j) * x.linear.x +
         access.load(rows[4] + j) * x.linear.y + access.load(rows[5] + j) * x.linear.z;
}

// to[.][j] = x m.
template <class Access, class T, class Vector, class Number>
CATENA_INLINE void scale(Access access, const std::array<T*, 6>& to, int j, const Vector& x,
                         const Number& m) {
  access.store(to[0] + j, m * x.angular.x);
  access.store(to[1] + j, m * x.angular.y);
  access.store(to[2] + j, m * x.angular.z);
  access.store(to[3] + j, m * x.linear.x);
  access.store(to[4] + j, m * x.linear.y);
  access.store(to[5] + j, m * x.linear.z);
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

// Frees dof i of a body with articulated inertia IA; U = IA S. Columns j of F before dof i are
// zero.
template <class T>
CATENA_INLINE void free_dof(const Model& model, int i, const Force<T>& U, const T& D_inverse,
                            const Motion<T>& S, const MatrixView<T>& inverse,
                            const std::array<T*, 6>& F) {
  T* const column = inverse.column(i);
  const int end = at(model.dof_subtree_end(), i);
  const Motion<T> s = -D_inverse * S;
  for_each_in_range<T>(i, end, model.nv(), [&](int j, auto access) CATENA_INLINE_LAMBDA {
    const auto m =
        access.replace(access.keep(dot_rows(access, F, j, s), end - j), i - j, D_inverse);
    access.store(column + j, m);
    add_scaled(access, F, F, j, U, m);
  });
}

// With `tau`, forward dynamics comes along: ws.moving[n].f is the bias force and ws.moving[n].a the
// bias acceleration of node n on entry, and ws.axes[i].u is found as in aba().
template <class T>
void sweep_in(const Model& model, const T* tau, const MatrixView<T>& inverse, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  ws.F.set_zero();
  const auto F = ws.F.rows();
  for (std::size_t n = nodes.size() - 1; n > 0; --n) {
    const Node& node = nodes[n];
    const bool leaf = node.subtree_end == static_cast<int>(n) + 1;
    auto IA = ArticulatedColumns<T>::from(ws.composites[n]);
    if (!leaf) IA += at(ws.articulated, node.depth).IA;
    auto p = ForceColumns<T>::zero();
    if (tau != nullptr)
      p = leaf ? ws.moving[n].f : ws.moving[n].f + at(ws.articulated, node.depth).p;
    for (int i = node.v + node.nv - 1; i >= node.v; --i) {
      const auto S = MotionColumns<T>::load(at(ws.S, i));
      const ForceColumns<T> U = IA * S;
      const T D_inverse = T(1.0) / (dot(S, U) + T(model.armature()[i]));
      auto& axis = at(ws.axes, i);
      store_column<T>(U.angular, axis.U.angular);
      store_column<T>(U.linear, axis.U.linear);
      axis.D_inverse = D_inverse;
      if (tau != nullptr) {
        axis.u = tau[i] - dot(S, p);
        p += U * Spread<T>(axis.u * D_inverse);
      }
      if (node.parent != 0 || i > node.v) IA.subtract_outer(U, D_inverse);
      free_dof<T>(model, i, axis.U, D_inverse, at(ws.S, i), inverse, F);
    }
    if (node.parent == 0) continue;
    auto& up = at(ws.articulated, node.depth - 1);
    if (tau != nullptr) {
      const ForceColumns<T> pa = p + IA * ws.moving[n].a;
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
    const int parent = at(model.dof_parent(), i), end = at(model.dof_subtree_end(), i);
    const auto P = at(ws.P, at(ws.branching_level, i)).rows();
    T* const column = inverse.column(i);
    std::fill(column + end, column + nv, T(0.0));
    const Motion<T> S = at(ws.S, i);
    if (parent < 0) {
      for_each_in_range<T>(i, nv, nv, [&](int j, auto access) CATENA_INLINE_LAMBDA {
        const auto m = access.load(column + j);
        scale(access, P, j, S, m);
      });
      continue;
    }
    const Force<T> w = -at(ws.axes, i).D_inverse * at(ws.axes, i).U;
    const auto P_above = at(ws.P, at(ws.branching_level, parent)).rows();
    const bool leaf = end == i + 1;
    for_each_in_range<T>(i, nv, nv, [&](int j, auto access) CATENA_INLINE_LAMBDA {
      const auto m = access.load(column + j) + dot_rows(access, P_above, j, w);
      access.store(column + j, m);
      if (!leaf) add_scaled(access, P, P_above, j, S, m);
    });
  }
}

// Copies the lower triangle to the upper one. Blocks of four lie as in for_each_in_range().
template <class T>
void mirror(const MatrixView<T>& m, int n) {
  const auto mirror_row = [&](int i, int begin, int end) {
    for (int j = begin; j < end; ++j) m(i, j) = m(j, i);
  };
  if constexpr (std::is_same_v<T, double>) {
    const int first = n % 4;
    for (int i = 0; i < first; ++i) mirror_row(i, i + 1, n);
    for (int i = first; i < n; i += 4) {
      for (int k = i; k < i + 4; ++k) mirror_row(k, k + 1, i + 4);
      for (int j = i + 4; j < n; j += 4) {
        std::array<Pack4, 4> block;
        for (std::size_t k = 0; k < 4; ++k)
          block[k] = Pack4::load(m.column(i + static_cast<int>(k)) + j);
        transpose(block);
        for (std::size_t k = 0; k < 4; ++k) block[k].store(m.column(j + static_cast<int>(k)) + i);
      }
    }
  } else {
    for (int i = 0; i < n; ++i) mirror_row(i, i + 1, n);
  }
}

}  // namespace

template <class T>
void mass_matrix_inverse_from_world(const Model& model, const T* tau, const MatrixView<T>& inverse,
                                    Workspace<T>& ws) {
  sweep_in(model, tau, inverse, ws);
  sweep_out(model, inverse, ws);
  mirror(inverse, model.nv());
}

template void mass_matrix_inverse_from_world(const Model&, const double*, const MatrixView<double>&,
                                             Workspace<double>&);
template void mass_matrix_inverse_from_world(const Model&, const Pack4*, const MatrixView<Pack4>&,
                                             Workspace<Pack4>&);

}  // namespace detail

template void mass_matrix_inverse(const Model&, In<double>, OutMatrix<double>, Workspace<double>&);
template void mass_matrix_inverse(const Model&, In<Pack4>, OutMatrix<Pack4>, Workspace<Pack4>&);

}  // namespace catena
