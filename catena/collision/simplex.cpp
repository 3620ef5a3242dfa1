// Signed areas and volumes (Montanari et al. 2017): signs decide which faces can hold the nearest
// point; where rounding leaves them in doubt, all candidates are compared.

#include "catena/collision/simplex.hpp"

#include <limits>

namespace catena {

namespace {

using V = Vec3<double>;

// The nearest point of a face, by positions of its points in the simplex.
struct Nearest {
  double squared = std::numeric_limits<double>::infinity();
  V v{0, 0, 0};
  int count = 0;
  int index[4] = {0, 0, 0, 0};
  double weight[4] = {0, 0, 0, 0};
};

void better(Nearest& best, const Nearest& other) {
  if (other.squared < best.squared) best = other;
}

Nearest on_segment(const Simplex& s, int i, int j) {
  const V &p = s.points[static_cast<std::size_t>(i)].w,
          &q = s.points[static_cast<std::size_t>(j)].w;
  const V e = q - p;
  const double ee = dot(e, e), t = ee > 0.0 ? -dot(p, e) / ee : 0.0;
  Nearest n;
  if (t <= 0.0 || t >= 1.0) {
    n.count = 1;
    n.index[0] = t <= 0.0 ? i : j;
    n.weight[0] = 1.0;
    n.v = t <= 0.0 ? p : q;
  } else {
    n.count = 2;
    n.index[0] = i, n.index[1] = j;
    n.weight[0] = 1.0 - t, n.weight[1] = t;
    n.v = t < 0.5 ? p + t * e : q - (1.0 - t) * e;
  }
  n.squared = dot(n.v, n.v);
  return n;
}

Nearest on_triangle(const Simplex& s, int i, int j, int k) {
  const V &p = s.points[static_cast<std::size_t>(i)].w,
          &q = s.points[static_cast<std::size_t>(j)].w,
          &r = s.points[static_cast<std::size_t>(k)].w;
  const V pq = q - p, pr = r - p, qr = r - q;
  const V n = cross(pq, pr);
  const double nn = dot(n, n);
  const double wp = dot(n, cross(q, qr)), wq = -dot(n, cross(r, pr)), wr = dot(n, cross(p, pq));
  if (nn > 0.0 && wp > 0.0 && wq > 0.0 && wr > 0.0) {
    Nearest t;
    t.count = 3;
    t.index[0] = i, t.index[1] = j, t.index[2] = k;
    const double sum = wp + wq + wr;
    t.weight[0] = wp / sum, t.weight[1] = wq / sum, t.weight[2] = wr / sum;
    // Along the normal: relative precision also where the points are much farther than v.
    t.v = (dot(n, p) / nn) * n;
    t.squared = dot(t.v, t.v);
    return t;
  }
  Nearest best;
  if (!(wr > 0.0)) better(best, on_segment(s, i, j));
  if (!(wp > 0.0)) better(best, on_segment(s, j, k));
  if (!(wq > 0.0)) better(best, on_segment(s, k, i));
  if (best.count == 0) better(best, on_segment(s, i, j));
  return best;
}

Nearest on_tetrahedron(const Simplex& s) {
  const V &p = s.points[0].w, &q = s.points[1].w, &r = s.points[2].w, &t = s.points[3].w;
  const V pq = q - p, pr = r - p, pt = t - p, qr = r - q, qt = t - q;
  // Volumes with the origin in the place of each point.
  const double volume = dot(pq, cross(pr, pt));
  const double vp = dot(q, cross(qr, qt)), vq = -dot(p, cross(pr, pt)), vr = dot(p, cross(pq, pt)),
               vt = -dot(p, cross(pq, pr));
  const double sign = volume >= 0.0 ? 1.0 : -1.0;
  Nearest best;
  if (volume != 0.0 && sign * vp > 0.0 && sign * vq > 0.0 && sign * vr > 0.0 && sign * vt > 0.0) {
    best.count = 4;
    best.squared = 0.0;
    const double sum = vp + vq + vr + vt;
    const double weights[4] = {vp / sum, vq / sum, vr / sum, vt / sum};
    for (int i = 0; i < 4; ++i) best.index[i] = i, best.weight[i] = weights[i];
    return best;
  }
  const bool all = volume == 0.0;
  if (all || !(sign * vp > 0.0)) better(best, on_triangle(s, 1, 2, 3));
  if (all || !(sign * vq > 0.0)) better(best, on_triangle(s, 0, 3, 2));
  if (all || !(sign * vr > 0.0)) better(best, on_triangle(s, 0, 1, 3));
  if (all || !(sign * vt > 0.0)) better(best, on_triangle(s, 0, 2, 1));
  return best;
}

}  // namespace

Vec3<double> reduce_to_nearest(Simplex& s) {
  Nearest n;
  if (s.count == 1) {
    s.weights[0] = 1.0;
    return s.points[0].w;
  }
  if (s.count == 2) n = on_segment(s, 0, 1);
  if (s.count == 3) n = on_triangle(s, 0, 1, 2);
  if (s.count == 4) n = on_tetrahedron(s);
  // In increasing order of positions, so that points move forward only.
  for (int i = 1; i < n.count; ++i)
    for (int j = i; j > 0 && n.index[j] < n.index[j - 1]; --j) {
      const int index = n.index[j];
      const double weight = n.weight[j];
      n.index[j] = n.index[j - 1], n.weight[j] = n.weight[j - 1];
      n.index[j - 1] = index, n.weight[j - 1] = weight;
    }
  for (int i = 0; i < n.count; ++i) {
    if (n.index[i] != i)
      s.points[static_cast<std::size_t>(i)] = s.points[static_cast<std::size_t>(n.index[i])];
    s.weights[static_cast<std::size_t>(i)] = n.weight[i];
  }
  s.count = n.count;
  return n.v;
}

}  // namespace catena
