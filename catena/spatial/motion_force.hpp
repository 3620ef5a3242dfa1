#pragma once
// Spatial vectors, angular part first (Featherstone 2008, ch. 2). Motion and Force are dual:
// they pair by dot(), and adding one to the other does not compile.

#include "catena/math/mat3.hpp"

namespace catena {

// A velocity, an acceleration or a joint axis: angular velocity, and velocity of the reference
// point.
template <class T>
struct Motion {
  Vec3<T> angular, linear;

  CATENA_INLINE static Motion zero() { return {Vec3<T>::zero(), Vec3<T>::zero()}; }
  template <class U>
  CATENA_INLINE static Motion from(const Motion<U>& m) {
    return {Vec3<T>::from(m.angular), Vec3<T>::from(m.linear)};
  }
  T& operator[](int i) { return i < 3 ? angular[i] : linear[i - 3]; }
  const T& operator[](int i) const { return i < 3 ? angular[i] : linear[i - 3]; }

  CATENA_INLINE friend Motion operator+(const Motion& a, const Motion& b) {
    return {a.angular + b.angular, a.linear + b.linear};
  }
  CATENA_INLINE friend Motion operator-(const Motion& a, const Motion& b) {
    return {a.angular - b.angular, a.linear - b.linear};
  }
  CATENA_INLINE friend Motion operator-(const Motion& a) { return {-a.angular, -a.linear}; }
  CATENA_INLINE friend Motion operator*(const T& s, const Motion& a) {
    return {s * a.angular, s * a.linear};
  }
  Motion& operator+=(const Motion& b) { return *this = *this + b; }
  Motion& operator-=(const Motion& b) { return *this = *this - b; }
};

// A force, a momentum or an impulse: moment about the reference point, and force.
template <class T>
struct Force {
  Vec3<T> angular, linear;

  CATENA_INLINE static Force zero() { return {Vec3<T>::zero(), Vec3<T>::zero()}; }
  template <class U>
  CATENA_INLINE static Force from(const Force<U>& f) {
    return {Vec3<T>::from(f.angular), Vec3<T>::from(f.linear)};
  }
  T& operator[](int i) { return i < 3 ? angular[i] : linear[i - 3]; }
  const T& operator[](int i) const { return i < 3 ? angular[i] : linear[i - 3]; }

  CATENA_INLINE friend Force operator+(const Force& a, const Force& b) {
    return {a.angular + b.angular, a.linear + b.linear};
  }
  CATENA_INLINE friend Force operator-(const Force& a, const Force& b) {
    return {a.angular - b.angular, a.linear - b.linear};
  }
  CATENA_INLINE friend Force operator-(const Force& a) { return {-a.angular, -a.linear}; }
  CATENA_INLINE friend Force operator*(const T& s, const Force& a) {
    return {s * a.angular, s * a.linear};
  }
  Force& operator+=(const Force& b) { return *this = *this + b; }
  Force& operator-=(const Force& b) { return *this = *this - b; }
};

// Power of a force on a motion; also S^T f.
template <class T>
CATENA_INLINE T dot(const Motion<T>& m, const Force<T>& f) {
  return m.angular.x * f.angular.x + m.angular.y * f.angular.y + m.angular.z * f.angular.z +
         m.linear.x * f.linear.x + m.linear.y * f.linear.y + m.linear.z * f.linear.z;
}
template <class T>
CATENA_INLINE T dot(const Force<T>& f, const Motion<T>& m) {
  return dot(m, f);
}

// v x m: rate of change of the motion m that moves with velocity v (Featherstone 2008, eq. 2.31).
template <class T>
CATENA_INLINE Motion<T> cross(const Motion<T>& v, const Motion<T>& m) {
  return {cross(v.angular, m.angular), add_cross(cross(v.angular, m.linear), v.linear, m.angular)};
}

// v x* f: rate of change of the force f that moves with velocity v (Featherstone 2008, eq. 2.32).
template <class T>
CATENA_INLINE Force<T> cross(const Motion<T>& v, const Force<T>& f) {
  return {add_cross(cross(v.angular, f.angular), v.linear, f.linear), cross(v.angular, f.linear)};
}

// base + v x* f, fused.
template <class T>
CATENA_INLINE Force<T> add_cross(const Force<T>& base, const Motion<T>& v, const Force<T>& f) {
  return {add_cross(add_cross(base.angular, v.angular, f.angular), v.linear, f.linear),
          add_cross(base.linear, v.angular, f.linear)};
}

}  // namespace catena
