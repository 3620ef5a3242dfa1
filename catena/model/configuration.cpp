#include "catena/model/configuration.hpp"

#include <fmt/format.h>

#include <numbers>

#include "catena/math/quaternion.hpp"

namespace catena {

namespace {

void check_sizes(const char* function, const Model& model, Eigen::Index q_size,
                 Eigen::Index v_size) {
  if (q_size != model.nq() || v_size != model.nv())
    throw std::invalid_argument(fmt::format(
        "{}: got a configuration of {} and a step of {} numbers, the model has nq = {} and "
        "nv = {}",
        function, q_size, v_size, model.nq(), model.nv()));
}

// Coefficients of the left Jacobian of SO(3): V = 1 + b [r]x + c [r]x^2, b = (1 - cos t) / t^2,
// c = (t - sin t) / t^3.
template <class T>
struct LeftJacobian {
  T b, c;
  explicit LeftJacobian(const Vec3<T>& r) {
    const T t2 = dot(r, r);
    const auto tiny = t2 < T(1e-4);
    const T safe = select(tiny, T(1.0), t2);
    const T t = sqrt(safe);
    const auto [sh, ch] = sincos(T(0.5) * t);
    b = select(tiny, T(0.5) - t2 * (T(1.0 / 24) - t2 * (T(1.0 / 720) - t2 * T(1.0 / 40320))),
               T(2.0) * sh * sh / safe);
    c = select(tiny, T(1.0 / 6) - t2 * (T(1.0 / 120) - t2 * (T(1.0 / 5040) - t2 * T(1.0 / 362880))),
               (t - T(2.0) * sh * ch) / (safe * t));
  }
  // The coefficient e of V^-1 = 1 - [r]x / 2 + e [r]x^2, e = (1 - (1 - c t^2) / (2 b)) / t^2.
  T inverse_coefficient(const T& t2) const {
    const auto tiny = t2 < T(1e-4);
    const T safe = select(tiny, T(1.0), t2);
    return select(tiny, T(1.0 / 12) + t2 * (T(1.0 / 720) + t2 * T(1.0 / 30240)),
                  (T(1.0) - (T(1.0) - c * t2) / (T(2.0) * b)) / safe);
  }
  // The gradient of f . V(r)^-1 x with respect to r.
  Vec3<T> inverse_gradient(const Vec3<T>& r, const Vec3<T>& x, const Vec3<T>& f) const {
    const T t2 = dot(r, r), e = inverse_coefficient(t2);
    // de / d(t^2): from (t / 2) cot(t / 2) = 1 - e t^2 and its derivative.
    const auto tiny = t2 < T(0.25);
    const T safe = select(tiny, T(1.0), t2);
    const T g = T(1.0) - e * t2;
    const T series =
        T(1.0 / 720) +
        t2 * (T(1.0 / 15120) +
              t2 * (T(1.0 / 403200) + t2 * (T(1.0 / 11975040) + t2 * T(3455.0 / 1307674368000))));
    const T e_rate =
        select(tiny, series, (T(0.25) * t2 - g + g * g - T(2.0) * e * t2) / (T(2.0) * safe * safe));
    const T fx = dot(f, x), fr = dot(f, r), rx = dot(r, x);
    return T(-0.5) * cross(x, f) + e * (rx * f + fr * x - T(2.0) * fx * r) +
           T(2.0) * e_rate * (fr * rx - fx * t2) * r;
  }
  Vec3<T> times(const Vec3<T>& r, const Vec3<T>& v) const {
    const Vec3<T> rv = cross(r, v);
    return v + b * rv + c * cross(r, rv);
  }
  // V^-1 v = v - r x v / 2 + e r x (r x v).
  Vec3<T> solve(const Vec3<T>& r, const Vec3<T>& v) const {
    const Vec3<T> rv = cross(r, v);
    return v - T(0.5) * rv + inverse_coefficient(dot(r, r)) * cross(r, rv);
  }
};

template <class T>
Vec3<T> load3(const T* p) {
  return {p[0], p[1], p[2]};
}
template <class T>
void store3(const Vec3<T>& v, T* p) {
  p[0] = v.x, p[1] = v.y, p[2] = v.z;
}

template <class T>
T wrapped(const T& angle) {
  const T magic(detail::round_magic);  // adding it rounds to an integer
  const T turns = (angle * T(0.5 / std::numbers::pi) + magic) - magic;
  return angle - turns * T(2.0 * std::numbers::pi);
}

template <class T, bool Exact>
void integrate_nodes(const Model& model, const T* q, const T* step, T* out) {
  for (const Node& node : model.nodes()) {
    const T* qi = q + node.q;
    const T* d = step + node.v;
    T* o = out + node.q;
    if (node.kind != NodeKind::Spherical && node.kind != NodeKind::Free) {
      for (int k = 0; k < node.nv; ++k) o[k] = qi[k] + d[k];
      continue;
    }
    const Quaternion<T> old = Quaternion<T>::load(qi);
    const Vec3<T> w = load3(d);
    if (node.kind == NodeKind::Free) {
      const Vec3<T> v = Exact ? LeftJacobian<T>(w).times(w, load3(d + 3)) : load3(d + 3);
      store3(load3(qi + 4) + rotation_matrix(old) * v, o + 4);
    }
    const Quaternion<T> turn =
        Exact ? exponential(w) : Quaternion<T>{T(1.0), T(0.5) * w.x, T(0.5) * w.y, T(0.5) * w.z};
    normalized(old * turn).store(o);
  }
}

}  // namespace

int place_in_q(const Model& model, int dof) {
  const int n = model.dof_node()[static_cast<std::size_t>(dof)];
  const Node& node = model.nodes()[static_cast<std::size_t>(n)];
  return node.nq == node.nv ? node.q + dof - node.v : -1;
}

Eigen::VectorXd neutral_configuration(const Model& model) {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(model.nq());
  for (const Node& node : model.nodes())
    if (node.kind == NodeKind::Spherical || node.kind == NodeKind::Free) q[node.q] = 1.0;
  return q;
}

Eigen::VectorXd random_configuration(const Model& model, std::mt19937_64& random) {
  Eigen::VectorXd q = neutral_configuration(model);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (const Node& node : model.nodes()) {
    if (node.nv == 0) continue;
    if (node.kind == NodeKind::Spherical || node.kind == NodeKind::Free) {
      Eigen::Vector4d quaternion;
      for (int k = 0; k < 4; ++k) quaternion[k] = normal(random);
      q.segment<4>(node.q) = quaternion.normalized();
      for (int k = 4; k < node.nq; ++k) q[node.q + k] = unit(random);
      continue;
    }
    const JointInfo& joint = model.joint(JointId{node.joint});
    const bool angle = node.kind == NodeKind::Revolute || node.kind == NodeKind::Helical;
    const double reach = angle ? std::numbers::pi : 1.0;
    for (int k = 0; k < node.nv; ++k) {
      double lower = joint.spec.position_lower[node.v - joint.v + k];
      double upper = joint.spec.position_upper[node.v - joint.v + k];
      if (!std::isfinite(lower)) lower = std::isfinite(upper) ? upper - 2.0 * reach : -reach;
      if (!std::isfinite(upper)) upper = std::max(lower, -reach) + 2.0 * reach;
      q[node.q + k] = lower + 0.5 * (unit(random) + 1.0) * (upper - lower);
    }
  }
  return q;
}

template <class T>
void integrate(const Model& model, VectorView<const T> q, VectorView<const T> step,
               VectorView<T> q_out) {
  check_sizes("integrate", model, q.size(), step.size());
  check_sizes("integrate", model, q_out.size(), step.size());
  integrate_nodes<T, true>(model, q.data(), step.data(), q_out.data());
}

template <class T>
void integrate_first_order(const Model& model, VectorView<const T> q, VectorView<const T> step,
                           VectorView<T> q_out) {
  check_sizes("integrate_first_order", model, q.size(), step.size());
  check_sizes("integrate_first_order", model, q_out.size(), step.size());
  integrate_nodes<T, false>(model, q.data(), step.data(), q_out.data());
}

template <class T>
void node_difference(const Node& node, const T* from, const T* to, T* step) {
  if (node.kind != NodeKind::Spherical && node.kind != NodeKind::Free) {
    for (int k = 0; k < node.nv; ++k)
      step[k] = node.wraps ? wrapped<T>(to[k] - from[k]) : to[k] - from[k];
    return;
  }
  const Quaternion<T> old = Quaternion<T>::load(from);
  const Vec3<T> w = logarithm(conjugate(old) * Quaternion<T>::load(to));
  store3(w, step);
  if (node.kind == NodeKind::Free) {
    const Vec3<T> move = transpose_times(rotation_matrix(old), load3(to + 4) - load3(from + 4));
    store3(LeftJacobian<T>(w).solve(w, move), step + 3);
  }
}

template <class T>
void pull_back_efforts(const Node& node, const T* difference, T* efforts) {
  if (node.kind != NodeKind::Spherical && node.kind != NodeKind::Free) return;
  const Vec3<T> w = load3(difference);
  const LeftJacobian<T> V(w);  // that of -w is its transpose
  Vec3<T> torque = load3(efforts);
  if (node.kind == NodeKind::Free) {
    // The linear part is V(w)^-1 x with x the displacement in the fixed point's axes: it changes
    // with w, too.
    const Vec3<T> force = load3(efforts + 3), x = V.times(w, load3(difference + 3));
    torque += V.inverse_gradient(w, x, force);
    store3(V.solve(w, force), efforts + 3);
  }
  store3(V.solve(w, torque), efforts);
}

template <class T>
void difference(const Model& model, VectorView<const T> q_from, VectorView<const T> q_to,
                VectorView<T> step) {
  check_sizes("difference", model, q_from.size(), step.size());
  check_sizes("difference", model, q_to.size(), step.size());
  for (const Node& node : model.nodes())
    node_difference(node, q_from.data() + node.q, q_to.data() + node.q, step.data() + node.v);
}

template <class T>
void interpolate(const Model& model, VectorView<const T> q_from, VectorView<const T> q_to,
                 const T& s, VectorView<T> q_out) {
  check_sizes("interpolate", model, q_from.size(), model.nv());
  check_sizes("interpolate", model, q_to.size(), model.nv());
  check_sizes("interpolate", model, q_out.size(), model.nv());
  for (const Node& node : model.nodes()) {
    const T* from = q_from.data() + node.q;
    const T* to = q_to.data() + node.q;
    T* o = q_out.data() + node.q;
    if (node.kind != NodeKind::Spherical && node.kind != NodeKind::Free) {
      for (int k = 0; k < node.nv; ++k)
        o[k] = from[k] + s * (node.wraps ? wrapped<T>(to[k] - from[k]) : to[k] - from[k]);
      continue;
    }
    const Quaternion<T> old = Quaternion<T>::load(from);
    const Vec3<T> w = logarithm(conjugate(old) * Quaternion<T>::load(to));
    if (node.kind == NodeKind::Free) {
      const Mat3<T> R = rotation_matrix(old);
      const Vec3<T> p = load3(from + 4);
      const Vec3<T> v = LeftJacobian<T>(w).solve(w, transpose_times(R, load3(to + 4) - p));
      const Vec3<T> sw = s * w;
      store3(p + R * LeftJacobian<T>(sw).times(sw, s * v), o + 4);
    }
    normalized(old * exponential(s * w)).store(o);
  }
}

template <class T>
void normalize(const Model& model, VectorView<T> q) {
  check_sizes("normalize", model, q.size(), model.nv());
  for (const Node& node : model.nodes()) {
    T* qi = q.data() + node.q;
    if (node.kind == NodeKind::Spherical || node.kind == NodeKind::Free)
      normalized(Quaternion<T>::load(qi)).store(qi);
    else if (node.wraps)
      qi[0] = wrapped<T>(qi[0]);
  }
}

Eigen::VectorXd integrate(const Model& model, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& step) {
  Eigen::VectorXd out(model.nq());
  integrate<double>(model, q, step, out);
  return out;
}

Eigen::VectorXd difference(const Model& model, const Eigen::VectorXd& q_from,
                           const Eigen::VectorXd& q_to) {
  Eigen::VectorXd step(model.nv());
  difference<double>(model, q_from, q_to, step);
  return step;
}

Eigen::VectorXd interpolate(const Model& model, const Eigen::VectorXd& q_from,
                            const Eigen::VectorXd& q_to, double s) {
  Eigen::VectorXd out(model.nq());
  interpolate<double>(model, q_from, q_to, s, out);
  return out;
}

#define CATENA_INSTANTIATE(T)                                                                      \
  template void integrate(const Model&, VectorView<const T>, VectorView<const T>, VectorView<T>);  \
  template void integrate_first_order(const Model&, VectorView<const T>, VectorView<const T>,      \
                                      VectorView<T>);                                              \
  template void node_difference(const Node&, const T*, const T*, T*);                              \
  template void pull_back_efforts(const Node&, const T*, T*);                                      \
  template void difference(const Model&, VectorView<const T>, VectorView<const T>, VectorView<T>); \
  template void interpolate(const Model&, VectorView<const T>, VectorView<const T>, const T&,      \
                            VectorView<T>);                                                        \
  template void normalize(const Model&, VectorView<T>);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
