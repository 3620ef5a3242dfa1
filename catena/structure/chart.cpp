#include "catena/structure/chart.hpp"

#include <cmath>

#include "catena/math/quaternion.hpp"
#include "catena/math/views.hpp"

namespace catena {

namespace {

Vec3<double> load3(const double* p) {
  return {p[0], p[1], p[2]};
}
void store3(const Vec3<double>& v, double* p) {
  p[0] = v.x, p[1] = v.y, p[2] = v.z;
}

// The inverse of the right Jacobian of SO(3): d phi / dt for R0 exp(phi) turning with w in its own
// axes (Iserles et al. 2000, eq. B.11).
Vec3<double> rotation_vector_rate(const Vec3<double>& phi, const Vec3<double>& w) {
  const double t2 = dot(phi, phi);
  double e = 1.0 / 12 + t2 * (1.0 / 720 + t2 / 30240);
  if (t2 > 1e-4) {
    const double t = std::sqrt(t2);
    e = (1.0 - 0.5 * t / std::tan(0.5 * t)) / t2;
  }
  const Vec3<double> pw = cross(phi, w);
  return w + 0.5 * pw + e * cross(phi, pw);
}

}  // namespace

Chart::Chart(const Model& model) {
  add(model, 0, 0);
}

Chart::Chart(const Loops& loops) {
  add(loops.tree(), 0, 0);
  add(loops.links(), loops.tree().nq(), loops.tree().nv());
}

void Chart::add(const Model& model, int first_q, int first_v) {
  nv_ = first_v + model.nv();
  place_.resize(static_cast<std::size_t>(nv_), -1);
  for (const Node& node : model.nodes()) {
    const int q = first_q + node.q, v = first_v + node.v;
    if (node.kind == NodeKind::Spherical || node.kind == NodeKind::Free)
      turns_.push_back({q, v, node.kind == NodeKind::Free});
    else
      for (int k = 0; k < node.nv; ++k) place_[static_cast<std::size_t>(v + k)] = q + k;
  }
}

void Chart::position(const double* q0, const double* xi, double* q) const {
  for (int k = 0; k < nv_; ++k)
    if (const int place = place_[static_cast<std::size_t>(k)]; place >= 0)
      q[place] = q0[place] + xi[k];
  for (const Turn& turn : turns_) {
    const auto old = Quaternion<double>::load(q0 + turn.q);
    normalized(old * exponential(load3(xi + turn.v))).store(q + turn.q);
    if (turn.is_free) store3(load3(q0 + turn.q + 4) + load3(xi + turn.v + 3), q + turn.q + 4);
  }
}

void Chart::rate(const double* xi, const double* q, const double* v, double* xi_rate) const {
  for (int k = 0; k < nv_; ++k) xi_rate[k] = v[k];
  for (const Turn& turn : turns_) {
    store3(rotation_vector_rate(load3(xi + turn.v), load3(v + turn.v)), xi_rate + turn.v);
    if (turn.is_free)
      store3(rotation_matrix(Quaternion<double>::load(q + turn.q)) * load3(v + turn.v + 3),
             xi_rate + turn.v + 3);
  }
}

void Chart::turned(const double* q, std::vector<Turned>& out) const {
  out.clear();
  for (const Turn& turn : turns_)
    if (turn.is_free)
      out.push_back({turn.v + 3, to_eigen(rotation_matrix(Quaternion<double>::load(q + turn.q)))});
}

}  // namespace catena
