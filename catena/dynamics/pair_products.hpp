#pragma once
// The products between a dof i and an ancestor j of it that make up the derivatives of inverse
// dynamics (derivatives.cpp): for doubles several of them at once, in the lanes of a pack.

#include "catena/dynamics/spatial_columns.hpp"

namespace catena {

// What the change of one dof does to the forces of the subtree that it moves.
template <class T>
struct SubtreeForces {
  ForceColumns<T> by_q, by_v, by_a;
};

// Products of the forces by q, v and a of dof i with an ancestor's axis.
template <class T>
class ForceProducts {
 public:
  CATENA_INLINE explicit ForceProducts(const SubtreeForces<T>& f)
      : by_q_(f.by_q.dense()), by_v_(f.by_v.dense()), by_a_(f.by_a.dense()) {}
  CATENA_INLINE std::array<T, 3> operator()(const Motion<T>& S) const {
    return {dot(S, by_q_), dot(S, by_v_), dot(S, by_a_)};
  }

 private:
  Force<T> by_q_, by_v_, by_a_;
};

// The factors I S and (2B)^T S of dof i; the second has no linear part.
template <class T>
struct RowFactors {
  CATENA_INLINE RowFactors(const ForceColumns<T>& IS_, const Column<T>& BS_)
      : IS(IS_.dense()), BS(to_vec3<T>(BS_)) {}
  Force<T> IS;
  Vec3<T> BS;
};

// What those factors multiply: Psi_ddot, E and the angular parts of Psi_dot and S of dof j.
template <class T>
class AncestorTerms {
 public:
  CATENA_INLINE void set(const MotionColumns<T>& Psi_ddot, const MotionColumns<T>& E,
                         const Column<T>& Psi_dot, const Column<T>& S) {
    Psi_ddot_ = Psi_ddot.dense(), E_ = E.dense();
    Psi_dot_ = to_vec3<T>(Psi_dot), S_ = to_vec3<T>(S);
  }
  // Psi_ddot . IS + Psi_dot . BS and E . IS + S . BS.
  CATENA_INLINE std::array<T, 2> operator*(const RowFactors<T>& r) const {
    return {dot(Psi_ddot_, r.IS) + dot(Psi_dot_, r.BS), dot(E_, r.IS) + dot(S_, r.BS)};
  }

 private:
  Motion<T> Psi_ddot_, E_;
  Vec3<T> Psi_dot_, S_;
};

#if CATENA_VECTOR_PACK
template <>
class ForceProducts<double> {
 public:
  CATENA_INLINE explicit ForceProducts(const SubtreeForces<double>& f)
      : angular_{f.by_q.angular, f.by_v.angular, f.by_a.angular, f.by_a.angular},
        linear_{f.by_q.linear, f.by_v.linear, f.by_a.linear, f.by_a.linear} {
    transpose(angular_);
    transpose(linear_);
  }
  CATENA_INLINE Pack4 operator()(const Motion<double>& S) const {
    return angular_[0] * S.angular.x + angular_[1] * S.angular.y + angular_[2] * S.angular.z +
           linear_[0] * S.linear.x + linear_[1] * S.linear.y + linear_[2] * S.linear.z;
  }

 private:
  std::array<Pack4, 4> angular_, linear_;  // per component: by q, v, a
};

template <>
struct RowFactors<double> {
  CATENA_INLINE RowFactors(const ForceColumns<double>& IS, const Pack4& BS)
      : angular{IS.angular, IS.angular, BS, BS},
        linear{spread<double, 0>(IS.linear), spread<double, 1>(IS.linear),
               spread<double, 2>(IS.linear)} {
    transpose(angular);
  }
  std::array<Pack4, 4> angular;
  std::array<Pack4, 3> linear;
};

template <>
class AncestorTerms<double> {
 public:
  CATENA_INLINE void set(const MotionColumns<double>& Psi_ddot, const MotionColumns<double>& E,
                         const Pack4& Psi_dot, const Pack4& S) {
    std::array<Pack4, 4> angular = {Psi_ddot.angular, E.angular, Psi_dot, S};
    std::array<Pack4, 4> linear = {Psi_ddot.linear, E.linear, Pack4(0.0), Pack4(0.0)};
    transpose(angular);
    transpose(linear);
    rows_ = {angular[0], angular[1], angular[2], linear[0], linear[1], linear[2]};
  }
  CATENA_INLINE std::array<double, 2> operator*(const RowFactors<double>& r) const {
    const Pack4 sums = rows_[0] * r.angular[0] + rows_[1] * r.angular[1] + rows_[2] * r.angular[2] +
                       rows_[3] * r.linear[0] + rows_[4] * r.linear[1] + rows_[5] * r.linear[2];
    const auto& v = sums.value();
    const Pack4 s = sums + Pack4(__builtin_shufflevector(v, v, 2, 3, 0, 1));
    return {s[0], s[1]};
  }

 private:
  std::array<Pack4, 6> rows_;  // per component, with lanes (Psi_ddot, E, Psi_dot, S)
};
#endif

}  // namespace catena
